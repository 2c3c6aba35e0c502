package languages

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

var update = flag.Bool("update", false, "write docs/languages.md anew")

// languageFiles are the archives in the order of the table. Each begins with
// the edges that a reader of its files sees, "kind: source TYPE target", where
// "path#*" is any symbol of a file.
var languageFiles = []string{"python", "go", "typescript", "javascript", "java", "rust", "c", "c++", "csharp", "ruby", "php", "kotlin", "scala", "swift", "bash"}

const matrixFile = "../../../docs/languages.md"

// TestMatrix writes what each language's binder finds of the same small
// program, and fails where the page says otherwise.
func TestMatrix(t *testing.T) {
	page := renderMatrix(t)
	if *update {
		if err := os.WriteFile(matrixFile, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(matrixFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != page {
		t.Errorf("docs/languages.md is not what the binders do: run go test ./internal/graph/languages -update and look at the difference\n%s", page)
	}
}

func renderMatrix(t *testing.T) string {
	t.Helper()
	cells := map[string]map[string]string{}
	var kinds []string
	for _, language := range languageFiles {
		archive, err := txtar.ParseFile(filepath.Join("testdata", language+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		links := bindArchive(t, archive)
		cells[language] = map[string]string{}
		for line := range strings.Lines(string(archive.Comment)) {
			kind, wanted, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
			cells[language][kind] = found(t, links, wanted)
		}
	}
	return matrixPage(kinds, cells)
}

func matrixPage(kinds []string, cells map[string]map[string]string) string {
	var page strings.Builder
	page.WriteString(matrixHead)
	fmt.Fprintf(&page, "| | %s |\n|---%s|\n", strings.Join(languageFiles, " | "), strings.Repeat("|---", len(languageFiles)))
	for _, kind := range kinds {
		row := make([]string, len(languageFiles))
		for i, language := range languageFiles {
			row[i] = cells[language][kind]
		}
		fmt.Fprintf(&page, "| %s | %s |\n", kind, strings.Join(row, " | "))
	}
	page.WriteString(lacking(kinds, cells))
	return page.String()
}

// lacking says in words what the table says no to.
func lacking(kinds []string, cells map[string]map[string]string) string {
	out := ""
	for _, language := range languageFiles {
		var no []string
		for _, kind := range kinds {
			if cells[language][kind] == "no" {
				no = append(no, kind)
			}
		}
		if len(no) > 0 {
			out += fmt.Sprintf("- %s: %s\n", language, strings.Join(no, ", "))
		}
	}
	if out == "" {
		return ""
	}
	return "\nLacking:\n\n" + out
}

const matrixHead = `# What is bound in which language

This page is written by a test (` + "`go test ./internal/graph/languages -update`" + `) from what the binders
make of one small program, told in each language in ` + "`internal/graph/languages/testdata`" + `.

- yes: the edge is found and exact.
- inferred: it is found, and marked so.
- no: it is missing. What the code names there is counted as unknown or external, never guessed.
- empty: the language has no such thing, or the program does not try it.

A yes says that the plain case is bound, not every case; the binders' own tests say more.

`

// bound is a link and the file that it stands in.
type bound struct {
	path string
	link code.Link
}

func bindArchive(t *testing.T, archive *txtar.Archive) (out []bound) {
	t.Helper()
	var files []*graph.File
	for _, f := range archive.Files {
		files = append(files, graph.NewFile(context.Background(), Binders(), f.Name, f.Data))
	}
	memory := graph.NewMemory(files)
	for _, f := range files {
		links, _, err := graph.BindFile(memory, f)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range links {
			out = append(out, bound{f.Path, l})
		}
	}
	return out
}

// found says how an edge was found.
func found(t *testing.T, links []bound, wanted string) string {
	t.Helper()
	part := strings.Fields(wanted)
	if len(part) != 3 {
		t.Fatalf("%q is not source TYPE target", wanted)
	}
	best := "no"
	for _, b := range links {
		if string(b.link.Type) != part[1] || !matches(part[0], b.link.Source(b.path)) || !matches(part[2], b.link.Target) {
			continue
		}
		switch b.link.Resolution {
		case code.Exact:
			return "yes"
		case code.Inferred:
			best = "inferred"
		}
	}
	return best
}

func matches(pattern string, ref code.SymbolRef) bool {
	wantPath, wantLocal, _ := strings.Cut(pattern, "#")
	return ref.Path == wantPath && (ref.Local == wantLocal || wantLocal == "*")
}

// TestMatrixCanSayNo: an edge that is not there is one.
func TestMatrixCanSayNo(t *testing.T) {
	links := []bound{{"a.py", code.Link{From: "f", Type: code.Calls, Target: code.SymbolRef{Path: "b.py", Local: "g"}, Resolution: code.Inferred}}}
	for wanted, want := range map[string]string{"a.py#f CALLS b.py#g": "inferred", "a.py#f CALLS b.py#*": "inferred", "a.py#f READS b.py#g": "no", "a.py#h CALLS b.py#g": "no"} {
		if got := found(t, links, wanted); got != want {
			t.Errorf("%s: %s, want %s", wanted, got, want)
		}
	}
}
