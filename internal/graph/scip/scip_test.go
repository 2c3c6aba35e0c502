package scip

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/python"
)

// message writes fields of a message: numbers, or bytes and texts.
func message(parts ...any) (out []byte) {
	for i := 0; i < len(parts); i += 2 {
		number := protowire.Number(parts[i].(int))
		switch v := parts[i+1].(type) {
		case int:
			out = protowire.AppendVarint(protowire.AppendTag(out, number, protowire.VarintType), uint64(v))
		case string:
			out = protowire.AppendString(protowire.AppendTag(out, number, protowire.BytesType), v)
		case []byte:
			out = protowire.AppendBytes(protowire.AppendTag(out, number, protowire.BytesType), v)
		}
	}
	return out
}

// occurrence is one at a place (from 0) in the old form of ranges.
func occurrence(symbol string, roles, line, col int) []byte {
	packed := protowire.AppendVarint(protowire.AppendVarint(protowire.AppendVarint(nil, uint64(line)), uint64(col)), uint64(col+1))
	return message(occurrenceRange, packed, occurrenceSymbol, symbol, occurrenceRoles, roles)
}

const (
	moduleB = "scip-python python shop 1.0 b/"
	source  = "import b\n\ndef main(x):\n    'ä'; x.run()\n    b.Card()\n    x.go()\n    x.own()\n    b.twice()\n"
	other   = "class Card:\n    def __init__(self):\n        pass\n    def run(self):\n        pass\ndef twice(): pass\nif twice:\n    def twice(): pass\n"
)

func index(t *testing.T, e encoding) *Index {
	t.Helper()
	a := []any{documentPath, "a.py", documentEncoding, int(e)}
	for _, o := range [][]byte{
		occurrence(moduleB+"Card#run().", 0, 3, map[encoding]int{octets8: 12, units16: 11, runes32: 11}[e]),
		occurrence(moduleB+"Card#", 0, 4, 6),
		occurrence("scip-python python requests 2.0 `requests.api`/Session#go().", 0, 5, 6),
		occurrence("local 1", 0, 6, 6),
		occurrence(moduleB+"twice().", 0, 7, 6),
	} {
		a = append(a, documentOccurrences, o)
	}
	single := message(occurrenceSymbol, moduleB+"Card#run().", occurrenceRoles, roleDefinition, occurrenceSingleRange, message(1, 3, 2, 8, 3, 11))
	b := message(documentPath, "b.py", documentEncoding, int(octets8), documentOccurrences, occurrence(moduleB+"Card#", roleDefinition, 0, 6), documentOccurrences, single,
		documentOccurrences, occurrence(moduleB+"twice().", roleDefinition, 5, 4), documentOccurrences, occurrence(moduleB+"twice().", roleDefinition, 7, 8))
	x, err := Parse(message(1, message(3, "file:///shop"), indexDocuments, message(a...), indexDocuments, b))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// refineShop binds the two files and refines a.py's calls.
func refineShop(t *testing.T, x *Index) (before, after []code.Link) {
	t.Helper()
	binders := []graph.Binder{python.New()}
	files := map[string]*graph.File{}
	var all []*graph.File
	for path, text := range map[string]string{"a.py": source, "b.py": other} {
		files[path] = graph.NewFile(context.Background(), binders, path, []byte(text))
		all = append(all, files[path])
	}
	before, _, err := graph.BindFile(graph.NewMemory(all), files["a.py"])
	if err != nil {
		t.Fatal(err)
	}
	after, err = x.Refine(files["a.py"], before, func(path string) (*graph.File, error) { return files[path], nil })
	if err != nil {
		t.Fatal(err)
	}
	return before, after
}

// calls shows the calls among links, one a line.
func calls(links []code.Link) string {
	var out []string
	for _, l := range links {
		if l.Type != code.Calls {
			continue
		}
		s := l.Name + " " + string(l.Resolution)
		if l.Target.Path != "" {
			s += " " + l.Target.String()
		}
		for _, c := range l.Candidates {
			s += " " + c.String()
		}
		out = append(out, strings.TrimSpace(s+" "+l.Properties["external"]))
	}
	return strings.Join(out, "\n")
}

func TestRefine(t *testing.T) {
	t.Parallel()
	const want = `run scip b.py#Card.run
Card scip b.py#Card.__init__
go external requests.api.Session.go
own unknown
twice exact b.py#twice~2`
	for _, e := range []encoding{octets8, units16, runes32} {
		before, after := refineShop(t, index(t, e))
		if got := calls(after); got != want {
			t.Errorf("encoding %d: got\n%s\nwant\n%s\nbound as\n%s", e, got, want, calls(before))
		}
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	at := func(local string) code.SymbolRef { return code.SymbolRef{Path: "b.py", Local: local} }
	for _, c := range []struct {
		name  string
		bound code.Link
		index []code.SymbolRef
		want  string
	}{
		{"another target", code.Link{Target: at("f"), Resolution: code.Exact}, []code.SymbolRef{at("g")}, "scip b.py#g []"},
		{"the same", code.Link{Target: at("f"), Resolution: code.Inferred}, []code.SymbolRef{at("f")}, "scip b.py#f []"},
		{"candidates that are decided", code.Link{Resolution: code.Ambiguous, Candidates: []code.SymbolRef{at("f"), at("g")}}, []code.SymbolRef{at("g")}, "scip b.py#g []"},
		{"several, and ours is none", code.Link{Target: at("h"), Resolution: code.Exact}, []code.SymbolRef{at("f"), at("g")}, "ambiguous # [b.py#f b.py#g]"},
		{"several, and ours is one", code.Link{Target: at("g"), Resolution: code.Inferred}, []code.SymbolRef{at("f"), at("g")}, "inferred b.py#g []"},
	} {
		c.bound.Type = code.Calls
		settle(&c.bound, c.index)
		if got := fmt.Sprintf("%s %s %v", c.bound.Resolution, c.bound.Target, c.bound.Candidates); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"text", []byte("not protobuf at all"), "this is no SCIP index"},
		{"empty", nil, "covers no file"},
		{"a path outside", message(indexDocuments, message(documentPath, "../a.py")), `"../a.py" is no path inside the repository`},
		{"cut short", message(indexDocuments, message(documentPath, "a.py"))[:5], "this is no SCIP index"},
	} {
		if _, err := Parse(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(message(indexDocuments, message(documentPath, "a.py", documentOccurrences, occurrence("local 1", 1, 0, 0))))
	f.Add([]byte{0x12, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := Parse(data)
		if err == nil && len(x.Paths()) == 0 {
			t.Error("an index that covers nothing passed")
		}
	})
}
