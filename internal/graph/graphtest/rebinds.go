package graphtest

import (
	"bytes"
	"sort"
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
)

// Rebinds binds an archive and lists, sorted, the files of the edited archive
// that an index would bind again: those edited or added, and those that asked
// a question whose answer the edits change. An empty content removes a file.
func Rebinds(t testing.TB, binders []graph.Binder, archive string, edits map[string]string) []string {
	t.Helper()
	after := archive
	for name, content := range edits {
		after = replace(after, name, content)
	}
	was, is := bind(t, binders, archive), bind(t, binders, after)
	changed := changedKeys(was, is)
	var out []string
	for name, f := range is.files {
		old := was.files[name]
		if old == nil || !bytes.Equal(old.Source, f.Source) || asksAny(was.asked[name], changed) {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}
