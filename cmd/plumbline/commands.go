package main

// commands are the subcommands in the order of the help.
var commands = []command{
	{"serve", "[--addr ADDR]", "Receive webhooks and do their work, in one process.", runServe},
	{"worker", "", "Do the work of webhooks that other processes receive.", runWorker},
	{"doctor", "", "Check everything that Plumbline needs, and say how to mend what is missing.", runDoctor},
	{"migrate", "", "Bring the database's schema up to date.", runMigrate},
	{"demo", "[--repo DIR] [QUESTION]", "Show the whole path on this machine: a stand-in for GitHub, a question, a pull request.", runDemo},
	{"ask", "--repo DIR [--rev REV] [--json] [--evidence-only] QUESTION", "Answer a question from a commit, each claim with a checked citation.", runAsk},
	{"index", "--repo DIR [--rev REV] [--scip FILE] [--no-vectors] [--json]", "Bring the index of a commit up to date; print counts and timings.\n" +
		"--scip FILE: what a compiler's SCIP index of that commit knows replaces what was bound.", runIndex},
	{"impact", "--repo DIR --base REV --head REV [--json] | --rev REV --at PATH:LINE [--change signature|body|remove] [--json]", "Say what a difference, or a change of the symbol at a line, reaches.", runImpact},
	{"eval", "--set FILE.jsonl[,FILE.jsonl] [--json] [--ablate | --learn MODEL.json] [--chart FILE.svg] [--no-vectors] [--limit N] [--repos DIR] | edges --truth FILE [--json] [--repo DIR]", "Measure retrieval, or the code graph's edges, against a labelled set.", runEval},
	{"graph", "export|health|walk --repo DIR [--rev REV] [--json]", "export: print the code graph of a commit as sorted JSON lines.\n" +
		"health: count and judge it, and compare it with the last one.\n" +
		"walk --from SYMBOL [--to SYMBOL | --callers | --callees | --implementers] [--depth N] [--no-tests] [--budget 10s]:\n" +
		"who is reached from a symbol, or the shortest explanation between two.", runGraph},
}
