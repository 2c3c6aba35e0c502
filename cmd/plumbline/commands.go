package main

// commands are the subcommands in the order of the help.
var commands = []command{
	{"ask", "--repo DIR [--rev REV] [--json] [--evidence-only] QUESTION", "Answer a question from a commit, each claim with a checked citation.", runAsk},
	{"index", "--repo DIR [--rev REV] [--no-vectors] [--json]", "Bring the index of a commit up to date; print counts and timings.", runIndex},
	{"graph", "export --repo DIR [--rev REV]", "Print the code graph of a commit as sorted JSON lines.", runGraph},
}
