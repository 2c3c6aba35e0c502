package eval

import (
	"strings"
	"testing"
)

func TestDeclares(t *testing.T) {
	for _, tc := range []struct{ file, line, want string }{
		{"a.py", "    async def go(self):", "go"},
		{"a.py", "    go(self)", ""},
		{"a.go", "func (c *Context) Next() {", "Next"},
		{"a.java", "  public static <T> List<T> of(T x) {", "of"},
		{"a.java", "    return of(x);", ""},
		{"a.java", "    run(x);", ""},
		{"a.c", "static jv f(jv x) {", "f"},
		{"a.c", "main(int c, char **v)", "main"},
		{"a.c", "  f(1);", ""},
		{"a.ts", "  async parse(x: string): Promise<void> {", "parse"},
		{"a.ts", "  parse(x);", ""},
		{"a.ts", "  if (x) {", ""},
		{"a.ts", "export default function load(", "load"},
	} {
		if got := declares(tc.file, tc.line); got != tc.want {
			t.Errorf("%s: %q declares %q, want %q", tc.file, tc.line, got, tc.want)
		}
	}
}

func TestCallLike(t *testing.T) {
	lines := map[string]string{"a.py": "x = help ()\nfrom m import help\ny = (a\n  .run\n  (1))\ndef help():", "b.ts": "  run(x) {\n  a.run?.(x)\n  f(a.run)\n  run<T>(x)", "C.java": "  int run() {\n  new Foo<\n  a.run();"}
	s := newSource(reading(lines))
	for _, tc := range []struct {
		file string
		line int
		name string
		want bool
	}{
		{"a.py", 1, "help", true}, {"a.py", 2, "help", false}, {"a.py", 4, "run", true}, {"a.py", 6, "help", false},
		{"b.ts", 1, "run", false}, {"b.ts", 2, "run", true}, {"b.ts", 3, "run", false}, {"b.ts", 4, "run", true},
		{"C.java", 1, "run", false}, {"C.java", 2, "Foo", true}, {"C.java", 3, "run", true},
	} {
		if got := s.callLike(tc.file, tc.line, tc.name); got != tc.want {
			t.Errorf("%s:%d %s: %v, want %v", tc.file, tc.line, tc.name, got, tc.want)
		}
	}
}

func reading(files map[string]string) func(string) []byte {
	return func(path string) []byte {
		if text, ok := files[path]; ok {
			return []byte(text)
		}
		return nil
	}
}

const moduleM = `class A:
    def run(self):
        return help()

class B:
    def run(self):
        pass

@deco
def help():
    pass
`

const moduleU = `from m import A, help

def go(a):
    a.run()
    help()
    x = (a
         .run())
    return sorted(help)
`

func TestScoreEdges(t *testing.T) {
	truth, err := ReadTruth(strings.NewReader(`{"repo":"o/r","sha":"s","oracle":"scip"}
{"callee":{"path":"m.py","line":2},"sites":["u.py:4","u.py:7"]}
{"callee":{"path":"m.py","line":10},"sites":["u.py:1","u.py:5","u.py:8","m.py:3"]}
`))
	if err != nil {
		t.Fatal(err)
	}
	files := reading(map[string]string{"m.py": moduleM, "u.py": moduleU})
	calls := []Call{
		{"u.py", 4, "m.py", "run", 2, 3},    // right
		{"u.py", 6, "m.py", "run", 6, 7},    // the name stands a line below; the wrong class: contradicted
		{"u.py", 5, "m.py", "help", 9, 11},  // right, though the decorator comes first
		{"u.py", 8, "m.py", "help", 10, 11}, // labelled but not a call: neither
		{"other.py", 1, "m.py", "help", 10, 11},
	}
	f := ScoreEdges(truth, calls, files, EdgeOptions{})
	if f.Right != 2 || f.Wrong != 1 || f.Contradicted != 1 || f.Missed != 2 {
		t.Errorf("%+v: want 2 right, 1 wrong and contradicted, 2 missed (u.py:7 and m.py:3)", f)
	}
	if f := ScoreEdges(truth, calls, files, EdgeOptions{Under: "m"}); f.Right != 0 || f.Missed != 1 {
		t.Errorf("under m: %+v, want only the reference in m.py, missed", f)
	}
}

func TestReadCalls(t *testing.T) {
	calls, err := ReadCalls(strings.NewReader(`{"kind":"node","id":"a#f","name":"f","path":"a","start_line":3,"end_line":5}
{"kind":"edge","source":"a#","target":"a#f","type":"CALLS","path":"a","line":9}
{"kind":"edge","source":"a#","target":null,"type":"CALLS","path":"a","line":9}
{"kind":"edge","source":"a#","target":"a#f","type":"CONTAINS","path":"a","line":3}`))
	if err != nil || len(calls) != 1 || calls[0] != (Call{"a", 9, "a", "f", 3, 5}) {
		t.Errorf("%v, %v; want the one bound call", calls, err)
	}
}

func TestDifference(t *testing.T) {
	a := []Ranks{{Spans: []int{1}}, {Spans: []int{0}}, {Spans: []int{3, 0}}}
	b := []Ranks{{Spans: []int{1}}, {Spans: []int{5}}, {Spans: []int{0, 0}}}
	if d := Difference(a, b, 10); d.Value < -0.167 || d.Value > -0.166 || d.Low >= d.Value || d.High <= d.Value {
		t.Errorf("%+v: want the mean of 0, -1 and 0.5 within its interval", d)
	}
}
