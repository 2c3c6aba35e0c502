// Package github speaks to GitHub as the App: comments, reactions,
// permissions, the settings file, pull requests, the App's own deliveries, and
// credentials for git.
//
// It owns the App's key and the tokens minted with it. Each token is minted
// for one repository; no code here assumes a token's length or form. It
// promises errors that answer questions (see Error): must the caller wait, is
// the thing absent, will it never work, may the call have had its effect. It
// never follows text from a comment: which repository a call speaks of is
// said by the caller, by numeric id.
package github
