package impact

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

// world holds two snapshots in memory, told apart by their SHA.
type world map[string]*snapshot

type snapshot struct {
	files   map[string]string
	symbols []code.Located
	edges   []code.Neighbour // Of is where they lead, Symbol what they come from
}

type missingFile struct{}

func (missingFile) Error() string { return "no such file" }
func (missingFile) Missing() bool { return true }

func (w world) Lines(_ context.Context, s code.Snapshot, path string) ([]string, error) {
	text, ok := w[s.SHA].files[path]
	if !ok {
		return nil, missingFile{}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n"), nil
}

func (w world) SymbolsAt(_ context.Context, s code.Snapshot, paths []string) (out []code.Located, _ error) {
	for _, l := range w[s.SHA].symbols {
		if slices.Contains(paths, l.Ref.Path) {
			out = append(out, l)
		}
	}
	return out, nil
}

func (w world) Neighbours(_ context.Context, s code.Snapshot, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) (out []code.Neighbour, _ error) {
	for _, e := range w[s.SHA].edges {
		near := e.Of
		if !incoming {
			near = e.Symbol.Ref
			e.Symbol, e.Of = w[s.SHA].at(e.Of), near
		}
		e.Incoming = incoming
		if slices.Contains(of, near) && slices.Contains(types, e.Type) && len(out) < limit {
			out = append(out, e)
		}
	}
	return out, nil
}

func (s *snapshot) at(ref code.SymbolRef) code.Located {
	for _, l := range s.symbols {
		if l.Ref == ref {
			return l
		}
	}
	return code.Located{Ref: ref}
}

// file adds a file. Its symbols are read off it: each line "class X", "def x"
// or "    def x" begins one, which ends before the next of its depth.
func (s *snapshot) file(path, text string) {
	s.files[path] = text
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	add := func(local string, kind code.Kind, start, end int, signature string) {
		s.symbols = append(s.symbols, code.Located{Ref: code.SymbolRef{Path: path, Local: local}, Qualified: code.Qualify(strings.TrimSuffix(path, ".py"), local),
			Test: strings.Contains(path, "test"), Symbol: code.Symbol{Local: local, Kind: kind, Signature: signature,
				Span: code.Span{Start: code.Pos{Line: start}, End: code.Pos{Line: end}}, NamePos: code.Pos{Line: start}}})
	}
	add("", code.Module, 1, len(lines), "")
	owner := ""
	for i, line := range lines {
		trimmed := strings.TrimLeft(line, " ")
		depth := len(line) - len(trimmed)
		end := i + 1
		for end < len(lines) && (lines[end] == "" || len(lines[end])-len(strings.TrimLeft(lines[end], " ")) > depth) {
			end++
		}
		if name, ok := strings.CutPrefix(trimmed, "class "); ok {
			owner = strings.TrimSuffix(name, ":")
			add(owner, code.Class, i+1, end, trimmed)
		} else if name, ok := strings.CutPrefix(trimmed, "def "); ok {
			name, _, _ = strings.Cut(name, "(")
			if depth > 0 {
				add(owner+"."+name, code.Method, i+1, end, trimmed)
			} else {
				add(name, code.Function, i+1, end, trimmed)
			}
		}
	}
}

// link adds an edge between "path#local"s at a line of the first's file.
func (s *snapshot) link(from string, t code.EdgeType, to string, line int) {
	ref := func(id string) code.SymbolRef {
		path, local, _ := strings.Cut(id, "#")
		return code.SymbolRef{Path: path, Local: local}
	}
	s.edges = append(s.edges, code.Neighbour{Symbol: s.at(ref(from)), Type: t, Resolution: code.Exact, Path: ref(from).Path, Pos: code.Pos{Line: line}, Of: ref(to)})
}

var base, head = code.Snapshot{SHA: "base"}, code.Snapshot{SHA: "head"}

// compare indexes two states of files and reports between them.
func compareFiles(t *testing.T, before, after map[string]string, link func(base, head *snapshot)) code.Report {
	t.Helper()
	w := world{"base": {files: map[string]string{}}, "head": {files: map[string]string{}}}
	var changes []code.TreeChange
	for _, path := range paths(before, after) {
		c := code.TreeChange{Path: path}
		if text, ok := before[path]; ok {
			w["base"].file(path, text)
			c.Old = code.TreeEntry{Path: path, Mode: code.ModeFile, Hash: fmt.Sprintf("%x", text)}
		}
		if text, ok := after[path]; ok {
			w["head"].file(path, text)
			c.New = code.TreeEntry{Path: path, Mode: code.ModeFile, Hash: fmt.Sprintf("%x", text)}
		}
		if c.Old.Hash != c.New.Hash {
			changes = append(changes, c)
		}
	}
	if link != nil {
		link(w["base"], w["head"])
	}
	a := &Analyst{Graph: w, Text: w, Limits: DefaultLimits}
	report, err := a.Compare(t.Context(), base, head, changes)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func paths(maps ...map[string]string) []string {
	var out []string
	for _, m := range maps {
		for p := range m {
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	slices.Sort(out)
	return out
}

func shown(changed []code.Changed) string {
	var out []string
	for _, c := range changed {
		text := string(c.Change) + " " + c.Ref.String() + fmt.Sprintf(":%d-%d", c.StartLine, c.EndLine)
		if c.Side != "" {
			text += " at the " + c.Side
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

const shop = `limit = 5

class Order:
    size = 1

    def refund(self):
        return pay(1)

    def cancel(self):
        return 2

def pay(n):
    return n
`

func TestChangedSymbols(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"nothing", shop, shop, ""},
		{"a body", shop, strings.Replace(shop, "return n", "return n + 1", 1), "body a.py#pay:12-13"},
		{"a method's body, not its class's", shop, strings.Replace(shop, "return 2", "return 3", 1), "body a.py#Order.cancel:9-11"},
		{"a class's own line, not its methods", shop, strings.Replace(shop, "size = 1", "size = 2", 1), "body a.py#Order:3-11"},
		{"a signature", shop, strings.Replace(shop, "def pay(n)", "def pay(n, m)", 1), "signature a.py#pay:12-13"},
		{"the module's own lines", shop, strings.Replace(shop, "limit = 5", "limit = 6", 1), "body a.py#:1-13"},
		{"an added method", shop, strings.Replace(shop, "    def cancel", "    def ship(self):\n        return 3\n\n    def cancel", 1), "added a.py#Order.ship:9-11"},
		{"a removed function", shop, strings.Replace(shop, "def pay(n):\n    return n\n", "", 1), "removed a.py#pay:12-13 at the base"},
		{"lines above move nothing", shop, "\n\n" + shop, ""},
		{"white space changes nothing", shop, strings.Replace(shop, "return 2", "return 2   ", 1), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compareFiles(t, map[string]string{"a.py": c.before}, map[string]string{"a.py": c.after}, nil)
			if got := shown(r.Changed); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestFilesThatComeAndGo(t *testing.T) {
	r := compareFiles(t, map[string]string{"old.py": "def a():\n    return 1\n", "gone.py": "def b():\n    return 2\n"},
		map[string]string{"new.py": "def a():\n    return 1\n", "fresh.py": "def c():\n    return 3\n"}, nil)
	want := "added fresh.py#c:1-2\nremoved gone.py#b:1-2 at the base\nrenamed new.py#a:1-2"
	if got := shown(r.Changed); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNamesakesAreNotTakenForRenames(t *testing.T) {
	r := compareFiles(t, map[string]string{"a.py": "def f():\n    return 1\n", "b.py": "def f():\n    return 2\n"},
		map[string]string{"c.py": "def f():\n    return 1\n"}, nil)
	if got := shown(r.Changed); strings.Contains(got, "renamed") || strings.Count(got, "removed") != 2 {
		t.Error(got)
	}
}

func TestFileWithoutGrammarIsOneLine(t *testing.T) {
	r := compareFiles(t, map[string]string{"notes.txt": "one\n", "x.bin": ""}, map[string]string{"notes.txt": "two\n", "x.bin": "1"}, nil)
	if len(r.Changed) != 0 || len(r.Skipped) != 2 || r.Skipped[0] != (code.SkippedFile{Path: "notes.txt", Reason: "file changed; its language is not parsed"}) {
		t.Errorf("changed %v, skipped %v", r.Changed, r.Skipped)
	}
}

func TestLinksAndSubmodulesHaveNoSymbols(t *testing.T) {
	w := world{"base": {files: map[string]string{}}, "head": {files: map[string]string{}}}
	a := &Analyst{Graph: w, Text: w, Limits: DefaultLimits}
	r, err := a.Compare(t.Context(), base, head, []code.TreeChange{
		{Path: "link", New: code.TreeEntry{Path: "link", Mode: code.ModeSymlink, Hash: "1"}},
		{Path: "sub", New: code.TreeEntry{Path: "sub", Mode: code.ModeSubmodule, Hash: "2"}}})
	if err != nil || len(r.Skipped) != 2 || len(r.Changed) != 0 {
		t.Errorf("%+v (%v)", r, err)
	}
}

func affected(r code.Report) string {
	var out []string
	for _, a := range r.Affected {
		text := fmt.Sprintf("%s:%d %v because of %s, %s", a.Path, a.Line, a.Via, a.Because, a.Resolution)
		if a.Side != "" {
			text += " at the " + a.Side
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

func TestReach(t *testing.T) {
	before := map[string]string{"a.py": shop, "use.py": "def far():\n    near()\n\ndef near():\n    pay(2)\n", "test_use.py": "def test_far():\n    far()\n\ndef test_pay():\n    pay(1)\n"}
	after := map[string]string{"a.py": strings.Replace(strings.Replace(shop, "def pay(n)", "def pay(n, m)", 1), "pay(1)", "pay(1, 2)", 1), "use.py": before["use.py"], "test_use.py": before["test_use.py"]}
	r := compareFiles(t, before, after, func(_, head *snapshot) {
		head.link("a.py#Order.refund", code.Calls, "a.py#pay", 7)
		head.link("use.py#near", code.Calls, "a.py#pay", 5)
		head.link("use.py#far", code.Calls, "use.py#near", 2)
		head.link("test_use.py#test_far", code.Calls, "use.py#far", 2)
		head.link("test_use.py#test_pay", code.Calls, "a.py#pay", 5)
	})
	// refund changes, too: it is part of the change, not affected by it.
	want := "test_use.py:5 [CALLS] because of a.pay, exact\nuse.py:5 [CALLS] because of a.pay, exact"
	if got := affected(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var tests []string
	for _, x := range r.Tests {
		tests = append(tests, fmt.Sprintf("%s %d", x.Symbol, x.Distance))
	}
	if got := strings.Join(tests, ", "); got != "test_use.test_pay 1, test_use.test_far 3" {
		t.Errorf("tests %s", got)
	}
}

func TestDependentsOfWhatIsGoneStandAtTheBase(t *testing.T) {
	before := map[string]string{"a.py": shop, "use.py": "def near():\n    pay(2)\n"}
	after := map[string]string{"a.py": strings.Replace(shop, "def pay(n):\n    return n\n", "", 1), "use.py": before["use.py"]}
	r := compareFiles(t, before, after, func(base, _ *snapshot) { base.link("use.py#near", code.Calls, "a.py#pay", 2) })
	if got := affected(r); got != "use.py:2 [CALLS] because of a.pay, exact at the base" {
		t.Error(got)
	}
}

func TestWhoStillNamesTheOldPlaceIsAffected(t *testing.T) {
	before := map[string]string{"a.py": "def f():\n    return 1\n", "use.py": "def g():\n    f()\n"}
	after := map[string]string{"b.py": "def f():\n    return 1\n", "use.py": before["use.py"]}
	r := compareFiles(t, before, after, func(base, _ *snapshot) { base.link("use.py#g", code.Calls, "a.py#f", 2) })
	if got := affected(r); got != "use.py:2 [CALLS] because of a.f, exact at the base" {
		t.Error(got)
	}
}

func TestCallersOfADeclarationAreInferred(t *testing.T) {
	text := "class Base:\n    def run(self):\n        pass\n\nclass Impl:\n    def run(self):\n        return 1\n\ndef main(b):\n    b.run()\n"
	w := world{"head": {files: map[string]string{}}}
	w["head"].file("a.py", text)
	w["head"].link("a.py#Impl.run", code.Overrides, "a.py#Base.run", 6)
	w["head"].link("a.py#main", code.Calls, "a.py#Base.run", 10)
	a := &Analyst{Graph: w, Text: w, Limits: DefaultLimits}
	r, err := a.Beforehand(t.Context(), head, []Place{{"a.py", 7}}, code.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := affected(r); got != "a.py:10 [OVERRIDES CALLS] because of a.Impl.run, inferred" {
		t.Error(got)
	}
	// A change of the declaration reaches what overrides it, for certain.
	r, err = a.Beforehand(t.Context(), head, []Place{{"a.py", 2}}, code.Signature)
	if err != nil {
		t.Fatal(err)
	}
	if got := affected(r); got != "a.py:6 [OVERRIDES] because of a.Base.run, exact\na.py:10 [CALLS] because of a.Base.run, exact" {
		t.Error(got)
	}
}

func TestBeforehandNamesTheInnermostSymbol(t *testing.T) {
	w := world{"head": {files: map[string]string{}}}
	w["head"].file("a.py", shop)
	a := &Analyst{Graph: w, Text: w, Limits: DefaultLimits}
	for line, want := range map[int]string{3: "a.Order", 4: "a.Order", 6: "a.Order.refund", 7: "a.Order.refund", 13: "a.pay"} {
		r, err := a.Beforehand(t.Context(), head, []Place{{"a.py", line}}, code.Body)
		if err != nil || r.Changed[0].Symbol != want {
			t.Errorf("line %d: %v (%v), want %s", line, r.Changed, err, want)
		}
	}
	for _, p := range []Place{{"a.py", 1}, {"a.py", 99}, {"none.py", 1}} {
		if r, err := a.Beforehand(t.Context(), head, []Place{p}, code.Body); err == nil || !strings.Contains(err.Error(), p.Path) {
			t.Errorf("%v: %v (%v)", p, r.Changed, err)
		}
	}
}

func TestReportIsBounded(t *testing.T) {
	w := world{"head": {files: map[string]string{}}}
	w["head"].file("a.py", "def f():\n    pass\n")
	for i := range 50 {
		path := fmt.Sprintf("u%02d.py", i)
		w["head"].file(path, "def g():\n    f()\n")
		w["head"].link(path+"#g", code.Calls, "a.py#f", 2)
	}
	a := &Analyst{Graph: w, Text: w, Limits: Limits{Depth: 2, Edges: 1000, Affected: 10}}
	r, err := a.Beforehand(t.Context(), head, []Place{{"a.py", 1}}, code.Body)
	if err != nil || len(r.Affected) != 10 || r.More != 40 {
		t.Errorf("%d affected, %d more (%v)", len(r.Affected), r.More, err)
	}
}
