package bash

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func binders() []graph.Binder { return []graph.Binder{New()} }

const scripts = `
-- bin/run.sh --
source "$(dirname "$0")/lib.sh"
. $ROOT/lib/more.sh
. "$UNKNOWN"
main() { log hello; more; grep x; }
main "$@"
-- bin/lib.sh --
log() { echo "$1"; }
-- lib/more.sh --
more() { log again; }
`

func TestCommands(t *testing.T) {
	graphtest.ExpectFrom(t, binders(), scripts, `
bin/run.sh# IMPORTS bin/run.sh:1 "$(dirname "$0")/lib.sh" -> bin/lib.sh# inferred
bin/run.sh# IMPORTS bin/run.sh:2 $ROOT/lib/more.sh -> lib/more.sh# inferred
bin/run.sh# IMPORTS bin/run.sh:3 "$UNKNOWN" -> unknown
bin/run.sh# CALLS bin/run.sh:1 dirname -> external dirname
bin/run.sh#main CALLS bin/run.sh:4 log -> bin/lib.sh#log inferred
bin/run.sh#main CALLS bin/run.sh:4 more -> lib/more.sh#more inferred
bin/run.sh#main CALLS bin/run.sh:4 grep -> external grep
bin/run.sh# CALLS bin/run.sh:5 main -> bin/run.sh#main exact
bin/lib.sh#log CALLS bin/lib.sh:1 echo -> external echo
lib/more.sh#more CALLS lib/more.sh:1 log -> external log
`)
}

func TestLaw(t *testing.T) {
	graphtest.CheckEdits(t, binders(), scripts, map[string]string{
		"bin/lib.sh":      "other() { :; }\n",
		"bin/lib/more.sh": "more() { :; }\n",
		"lib/more.sh":     "",
	})
}

func FuzzBind(f *testing.F) {
	f.Add("source a.sh; f() { f; }; . $X/${Y}/a.sh")
	f.Fuzz(func(t *testing.T, text string) {
		file := graph.NewFile(context.Background(), binders(), "a.sh", []byte(text))
		if _, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file); err != nil {
			t.Fatal(err)
		}
	})
}
