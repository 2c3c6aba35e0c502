// Package code holds the domain's words as types: repositories, snapshots,
// symbols, links, chunks, evidence, answers and reports. It depends on the
// standard library alone and does nothing by itself, so that every other
// package can speak it.
//
// Lines are 1-based and inclusive, columns are 0-based UTF-8 bytes, paths are
// relative to the repository's root with '/', SHAs are 40 hex digits.
package code
