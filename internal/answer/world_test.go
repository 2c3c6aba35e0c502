package answer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

// world is a snapshot in memory: files, symbols and edges as a test writes
// them down.
type world struct {
	files   map[string]string
	symbols []code.Located
	edges   []edge
	unbound map[string]int
}

type edge struct {
	from, to   code.SymbolRef
	t          code.EdgeType
	path       string
	line       int
	resolution code.Resolution
}

type missingFile struct{}

func (missingFile) Error() string { return "no such file" }
func (missingFile) Missing() bool { return true }

func (w *world) Lines(_ context.Context, _ code.Snapshot, path string) ([]string, error) {
	text, ok := w.files[path]
	if !ok {
		return nil, missingFile{}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n"), nil
}

func (w *world) Mentions(_ context.Context, _ code.Snapshot, term string) (int, error) {
	n := 0
	for _, text := range w.files {
		for _, name := range word.FindAllString(text, -1) {
			if strings.HasPrefix(strings.ToLower(name), term) {
				n++
				break
			}
		}
	}
	return n, nil
}

func (w *world) SymbolsNamed(_ context.Context, _ code.Snapshot, names []string) (out []code.Located, _ error) {
	for _, l := range w.symbols {
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, l.Symbol.Name) }) {
			out = append(out, l)
		}
	}
	return out, nil
}

func (w *world) SymbolsAt(_ context.Context, _ code.Snapshot, paths []string) (out []code.Located, _ error) {
	for _, l := range w.symbols {
		if slices.Contains(paths, l.Ref.Path) {
			out = append(out, l)
		}
	}
	return out, nil
}

func (w *world) Neighbours(_ context.Context, _ code.Snapshot, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) (out []code.Neighbour, _ error) {
	for _, e := range w.edges {
		near, far := e.from, e.to
		if incoming {
			near, far = far, near
		}
		if !slices.Contains(of, near) || !slices.Contains(types, e.t) || len(out) == limit {
			continue
		}
		out = append(out, code.Neighbour{Symbol: w.at(far), Type: e.t, Resolution: e.resolution, Incoming: incoming,
			Path: e.path, Pos: code.Pos{Line: e.line}, Of: near})
	}
	return out, nil
}

func (w *world) EdgesAt(_ context.Context, _ code.Snapshot, path string, start, end int) (out []code.BoundEdge, _ error) {
	for _, e := range w.edges {
		if e.path == path && e.line >= start && e.line <= end {
			out = append(out, code.BoundEdge{Type: e.t, Resolution: e.resolution, From: e.from, To: e.to, Line: e.line})
		}
	}
	return out, nil
}

func (w *world) UnboundNamed(_ context.Context, _ code.Snapshot, name string) (int, error) {
	return w.unbound[name], nil
}

func (w *world) at(ref code.SymbolRef) code.Located {
	for _, l := range w.symbols {
		if l.Ref == ref {
			return l
		}
	}
	return code.Located{Ref: ref}
}

func (w *world) named(name string) []code.Located {
	out, _ := w.SymbolsNamed(context.Background(), code.Snapshot{}, []string{name})
	return out
}

// define adds a symbol; where ends with "?", it is a test.
func (w *world) define(path, local string, kind code.Kind, start, end int, signature, doc string) *world {
	local, test := strings.CutSuffix(local, "?")
	_, name, _ := cutLast(code.Qualify("", local))
	prefix := strings.ReplaceAll(strings.TrimSuffix(path, ext(path)), "/", ".")
	name0 := start
	for n, line := range strings.Split(w.files[path], "\n") {
		if n+1 >= start && n+1 <= end && containsWord(line, name) && !strings.HasPrefix(strings.TrimSpace(line), "@") {
			name0 = n + 1
			break
		}
	}
	w.symbols = append(w.symbols, code.Located{Ref: code.SymbolRef{Path: path, Local: local}, Qualified: code.Qualify(prefix, local), Test: test,
		Symbol: code.Symbol{Local: local, Kind: kind, Name: name, Signature: signature, Doc: doc, Test: test,
			Span: code.Span{Start: code.Pos{Line: start}, End: code.Pos{Line: end}}, NamePos: code.Pos{Line: name0}}})
	return w
}

// link adds an edge "path#from → path#to" at a line of from's file.
func (w *world) link(from string, t code.EdgeType, to string, line int, how code.Resolution) *world {
	ref := func(s string) code.SymbolRef {
		path, local, _ := strings.Cut(s, "#")
		return code.SymbolRef{Path: path, Local: local}
	}
	f := ref(from)
	w.edges = append(w.edges, edge{f, ref(to), t, f.Path, line, how})
	return w
}

func (w *world) answerer(m Model) *Answerer {
	return &Answerer{Graph: w, Relations: w, Text: w, Model: m}
}

// shop is a small repository that the tests ask about.
func shop() *world {
	w := &world{unbound: map[string]int{"send": 2}, files: map[string]string{
		"shop/order.py": `class Order:
    """An order of one customer."""

    def refund(self, amount):
        """Give the money back.

        It is logged.
        """
        check(amount)
        self.bank.pay(amount)
        return log(amount)

    def cancel(self):
        return self.refund(self.total)


def check(amount):
    if amount < 0:
        raise ValueError("negative")


def unused():
    pass
`,
		"shop/bank.py": `class Bank:
    def pay(self, amount): ...


class Giro(Bank):
    def pay(self, amount):
        send(amount)


class Cash(Bank):
    def pay(self, amount):
        return amount
`,
		"shop/views.py": `def refund_view(order):
    order.refund(1)
    maybe(order)


def all_views(order):
    refund_view(order)
`,
		"tests/test_order.py": `def test_refund():
    Order().refund(5)


def test_views():
    refund_view(None)
`,
		"README.md": "# Shop\n\nRefunds go through the `Bank` of a customer.\nSet SHOP_LIMIT to bound them.\n",
	}}
	w.define("shop/order.py", "", code.Module, 1, 23, "", "").
		define("shop/order.py", "Order", code.Class, 1, 14, "class Order", "An order of one customer.").
		define("shop/order.py", "Order.refund", code.Method, 4, 11, "def refund(self, amount)", "Give the money back.\n\nIt is logged.").
		define("shop/order.py", "Order.cancel", code.Method, 13, 14, "def cancel(self)", "").
		define("shop/order.py", "check", code.Function, 17, 19, "def check(amount)", "").
		define("shop/order.py", "unused", code.Function, 22, 23, "def unused()", "").
		define("shop/bank.py", "Bank", code.Class, 1, 2, "class Bank", "").
		define("shop/bank.py", "Bank.pay", code.Method, 2, 2, "def pay(self, amount)", "").
		define("shop/bank.py", "Giro", code.Class, 5, 7, "class Giro(Bank)", "").
		define("shop/bank.py", "Giro.pay", code.Method, 6, 7, "def pay(self, amount)", "").
		define("shop/bank.py", "Cash", code.Class, 10, 12, "class Cash(Bank)", "").
		define("shop/bank.py", "Cash.pay", code.Method, 11, 12, "def pay(self, amount)", "").
		define("shop/views.py", "refund_view", code.Function, 1, 3, "def refund_view(order)", "").
		define("shop/views.py", "all_views", code.Function, 6, 7, "def all_views(order)", "").
		define("tests/test_order.py", "test_refund?", code.Function, 1, 2, "def test_refund()", "").
		define("tests/test_order.py", "test_views?", code.Function, 5, 6, "def test_views()", "")
	w.link("shop/order.py#Order.refund", code.Calls, "shop/order.py#check", 9, code.Exact).
		link("shop/order.py#Order.refund", code.Calls, "shop/bank.py#Bank.pay", 10, code.Exact).
		link("shop/order.py#Order.cancel", code.Calls, "shop/order.py#Order.refund", 14, code.Exact).
		link("shop/bank.py#Giro", code.Extends, "shop/bank.py#Bank", 5, code.Exact).
		link("shop/bank.py#Cash", code.Extends, "shop/bank.py#Bank", 10, code.Exact).
		link("shop/bank.py#Giro.pay", code.Overrides, "shop/bank.py#Bank.pay", 6, code.Exact).
		link("shop/bank.py#Cash.pay", code.Overrides, "shop/bank.py#Bank.pay", 11, code.Exact).
		link("shop/views.py#refund_view", code.Calls, "shop/order.py#Order.refund", 2, code.Inferred).
		link("shop/views.py#all_views", code.Calls, "shop/views.py#refund_view", 7, code.Exact).
		link("tests/test_order.py#test_refund", code.Calls, "shop/order.py#Order.refund", 2, code.Exact).
		link("tests/test_order.py#test_views", code.Calls, "shop/views.py#refund_view", 6, code.Exact)
	return w
}

// whole evidence: every file of the world as one piece.
func (w *world) evidence() []code.Evidence {
	var out []code.Evidence
	for path := range w.files {
		lines, _ := w.Lines(context.Background(), code.Snapshot{}, path)
		out = append(out, code.Evidence{Path: path, StartLine: 1, EndLine: len(lines), Text: lines, Why: []string{"bm25"}})
	}
	slices.SortFunc(out, func(a, b code.Evidence) int { return strings.Compare(a.Path, b.Path) })
	return out
}

const (
	testSHA = "0123456789abcdef0123456789abcdef01234567"
	testWeb = "https://github.com/o/shop"
)

func (w *world) ask(t *testing.T, m Model, question string, names ...string) code.Answer {
	t.Helper()
	r := Request{Snapshot: code.Snapshot{SHA: testSHA}, Question: question, Evidence: w.evidence(), WebURL: testWeb}
	for _, n := range names {
		r.Symbols = append(r.Symbols, w.named(n)...)
	}
	out, err := w.answerer(m).Answer(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// said are the claims as lines: the sentence and its ranges.
func said(a code.Answer) string {
	var b strings.Builder
	for _, c := range a.Claims {
		b.WriteString(c.Sentence)
		for _, i := range c.Citations {
			at := a.Citations[i]
			b.WriteString(" [" + at.Path + ":" + itoa(at.StartLine) + "-" + itoa(at.EndLine) + "]")
		}
		b.WriteString("\n")
	}
	return b.String()
}
