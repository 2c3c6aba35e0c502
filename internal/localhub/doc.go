// Package localhub is a stand-in for GitHub around one local git repository,
// for tests and for trying Plumbline without an account.
//
// It owns everything a GitHub App meets: the REST calls that Plumbline makes
// (under /api/v3 as on GitHub Enterprise Server, and without that prefix), App
// JWTs and installation tokens, git over smart HTTP, signed webhooks that are
// sent once and never retried, GitHub's failures on demand, and a plain page
// on which a person reads threads and writes comments.
//
// It promises that what it sends has the shape of GitHub's own descriptions
// (package conform holds it, and those who call it, to them), and that an effect is visible to its Go methods as soon as the call that made
// it has returned. It never writes to the repository it is given: refs live in
// a bare repository of its own that borrows the objects.
//
// It is no security boundary: it listens on loopback and lets whoever reaches
// its page act as any of its users.
package localhub
