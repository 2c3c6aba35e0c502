package graphtest

import (
	"bytes"
	"path"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/plumbline/plumbline/internal/graph"
)

// CheckLaw checks the law of binding over one edit, given as two archives:
// a file whose content stays, and which asked no question whose answer
// changed, must have the same links after as before.
func CheckLaw(t testing.TB, binders []graph.Binder, before, after string) {
	t.Helper()
	was, is := bind(t, binders, before), bind(t, binders, after)
	changed := changedKeys(was, is)
	for name, f := range is.files {
		old := was.files[name]
		if old == nil || !bytes.Equal(old.Source, f.Source) || asksAny(was.asked[name], changed) {
			continue
		}
		a, b := show(name, was), show(name, is)
		if !slices.Equal(a, b) {
			t.Errorf("%s asked nothing that changed, but its links did:\n\tbefore %q\n\tafter  %q", name, a, b)
		}
	}
}

// CheckEdits is CheckLaw for an archive and the same with one file replaced,
// added or (empty content) removed, for each of the edits, there and back.
func CheckEdits(t testing.TB, binders []graph.Binder, archive string, edits map[string]string) {
	t.Helper()
	for name, content := range edits {
		after := replace(archive, name, content)
		CheckLaw(t, binders, archive, after)
		CheckLaw(t, binders, after, archive)
	}
}

func show(name string, b bound) []string {
	var out []string
	for _, l := range b.links[name] {
		out = append(out, l.From+" "+line(name, l))
	}
	return out
}

func asksAny(asked, keys map[uint64]struct{}) bool {
	for k := range asked {
		if _, ok := keys[k]; ok {
			return true
		}
	}
	return false
}

// changedKeys are the questions that are answered otherwise in is than in was.
func changedKeys(was, is bound) map[uint64]struct{} {
	keys := map[uint64]struct{}{}
	for name := range names(was, is) {
		graph.ChangedKeys(keys, name, was.files[name], is.files[name])
		for dir := name; dir != ""; {
			if dir = path.Dir(dir); dir == "." {
				dir = ""
			}
			a, _ := was.memory.Dir(dir)
			b, _ := is.memory.Dir(dir)
			if !slices.Equal(a, b) {
				keys[graph.DirKey(dir)] = struct{}{}
			}
		}
	}
	return keys
}

func names(bs ...bound) map[string]bool {
	out := map[string]bool{}
	for _, b := range bs {
		for name := range b.files {
			out[name] = true
		}
	}
	return out
}

// replace gives the file called name another content in an archive, adds it
// where there is none, and removes it for an empty content.
func replace(archive, name, content string) string {
	a := txtar.Parse([]byte(archive))
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
	if content != "" {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(content)})
	}
	return string(txtar.Format(a))
}
