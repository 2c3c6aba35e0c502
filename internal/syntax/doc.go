// Package syntax turns the bytes of one file into what is known of it alone:
// its tree, symbols, chunks. It is pure, knows nothing of other files, and is
// the only importer of go-tree-sitter. One file per language holds what that
// language needs.
package syntax
