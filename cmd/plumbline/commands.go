package main

// commands are the subcommands in the order of the help.
var commands = []command{
	{"serve", "[--addr ADDR]", "Receive webhooks and do their work, in one process.", runServe},
	{"worker", "", "Do the work of webhooks that other processes receive.", runWorker},
	{"doctor", "", "Check everything that Plumbline needs, and say how to mend what is missing.", runDoctor},
	{"migrate", "", "Bring the database's schema up to date.", runMigrate},
	{"demo", "[--repo DIR] [QUESTION]", "Show the whole path on this machine: a stand-in for GitHub, a question, a pull request.", runDemo},
	{"ask", "--repo DIR [--rev REV] [--json] [--evidence-only] QUESTION", "Answer a question from a commit, each claim with a checked citation.", runAsk},
	{"index", "--repo DIR [--rev REV] [--no-vectors] [--json]", "Bring the index of a commit up to date; print counts and timings.", runIndex},
	{"impact", "--repo DIR --base REV --head REV [--json] | --rev REV --at PATH:LINE [--change signature|body|remove] [--json]", "Say what a difference, or a change of the symbol at a line, reaches.", runImpact},
	{"eval", "--set FILE.jsonl [--json] [--no-vectors] [--limit N] [--repos DIR]", "Measure retrieval against a labelled set.", runEval},
	{"graph", "export --repo DIR [--rev REV]", "Print the code graph of a commit as sorted JSON lines.", runGraph},
}
