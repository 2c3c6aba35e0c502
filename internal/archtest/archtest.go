// Package archtest holds the rules of which package may import which, and
// finds the imports that break them. The test of this package applies them to
// the module.
package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Import is one import of one package of the module. Paths of the module's
// own packages are relative to its root.
type Import struct {
	From, To string
	Test     bool // in a _test.go file
}

// Imports lists the imports of every package below root, of the module with
// that path.
func Imports(root, module string) ([]Import, error) {
	seen := map[Import]bool{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || p != root && strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			seen[Import{filepath.ToSlash(from), strings.TrimPrefix(to, module+"/"), strings.HasSuffix(p, "_test.go")}] = true
		}
		return nil
	})
	var out []Import
	for i := range seen {
		out = append(out, i)
	}
	slices.SortFunc(out, func(a, b Import) int { return strings.Compare(a.From+" "+a.To, b.From+" "+b.To) })
	return out, err
}

// Broken says which imports break the rules, one line each.
func Broken(imports []Import) []string {
	var out []string
	for _, i := range imports {
		if reason := forbidden(i); reason != "" && !excepted(i) {
			out = append(out, fmt.Sprintf("%s imports %s: %s", i.From, i.To, reason))
		}
	}
	return slices.Compact(out)
}

func forbidden(i Import) string {
	if i.Test {
		return "" // a test may wire what it likes
	}
	if reason := kept(i); reason != "" || !ours(i.To) {
		return reason
	}
	for _, r := range rules {
		if !under(i.From, r.from) {
			continue
		}
		if under(i.To, r.from) || slices.ContainsFunc(r.may, func(m string) bool { return under(i.To, m) }) {
			return ""
		}
		return fmt.Sprintf("%s may import of ours only %s", r.from, strings.Join(r.may, ", "))
	}
	return "no rule speaks of " + i.From
}

// kept: some libraries belong to some packages.
func kept(i Import) string {
	for _, k := range keepers {
		if !strings.HasPrefix(i.To, k.library) {
			continue
		}
		if slices.ContainsFunc(k.by, func(b string) bool { return under(i.From, b) }) {
			return ""
		}
		return fmt.Sprintf("%s belongs to %s", k.library, strings.Join(k.by, ", "))
	}
	return ""
}

func excepted(i Import) bool {
	return slices.ContainsFunc(exceptions, func(e exception) bool { return under(i.From, e.from) && strings.HasPrefix(i.To, e.to) })
}

func ours(path string) bool {
	for _, top := range []string{"cmd/", "webhook", "jobs", "internal/", "migrations", "deploy"} {
		if strings.HasPrefix(path, top) {
			return true
		}
	}
	return false
}

func under(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }
