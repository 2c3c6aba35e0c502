package index_test

import (
	"strings"
	"testing"
)

// TestDeclaredEdgesFollowTheirSymbols: an edge of the settings comes and goes
// with its symbols, at the trunk and beside it.
func TestDeclaredEdgesFollowTheirSymbols(t *testing.T) {
	t.Parallel()
	const settings = "edges:\n- {from: a.py#f, to: lib/b.py#g, type: CALLS}\n- {from: lib/b.py#g, to: a.py#, type: READS}\n"
	at := func(a, b, yml string) map[string]string {
		files := map[string]string{"a.py": a, "lib/b.py": b, ".github/plumbline.yml": yml}
		for path, text := range files {
			if text == "" {
				delete(files, path)
			}
		}
		return files
	}
	const f, g = "def f():\n    pass\n", "def g():\n    pass\n"
	states := []struct {
		files    map[string]string
		declared int
	}{
		{at(f, g, ""), 0},
		{at(f, g, settings), 2},
		{at("\n\n"+f, g, settings), 2},
		{at(f, "def h():\n    pass\n", settings), 0},
		{at("", g, settings), 0},
		{at("x = 1\n", g, settings), 1},
		{at(f, g, settings), 2},
		{at(f, g, strings.Replace(settings, "CALLS", "IMPORTS", 1)), 2},
		{at(f, g, "edges: [\n"), 0},
	}
	var files []map[string]string
	for _, s := range states {
		files = append(files, s.files)
	}
	dir, shas := history(t, files)
	w := newWorld(t, dir)
	for i, sha := range shas {
		s := w.index(w.grow, grown, sha, true)
		if s.Coverage.Declared != states[i].declared {
			t.Errorf("state %d: %d declared edges, want %d", i, s.Coverage.Declared, states[i].declared)
		}
		w.check("trunk", s)
	}
	for _, sha := range shas[1:5] {
		w.check("overlay", w.index(w.grow, grown, sha, false))
	}
}
