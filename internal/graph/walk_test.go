package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/code"
)

// drawn is a graph written as lines "a CALLS b exact"; a name that begins with
// "test" is a test's, one with a capital is a class.
type drawn []code.Neighbour

func draw(text string) (d drawn) {
	line := 0
	for l := range strings.Lines(text) {
		part := strings.Fields(l)
		if len(part) < 3 {
			continue
		}
		line++
		n := code.Neighbour{Of: symbolAt(part[0]), Symbol: located(part[2]), Type: code.EdgeType(part[1]), Resolution: code.Exact, Path: "f.py", Pos: code.Pos{Line: line}}
		if len(part) > 3 {
			n.Resolution = code.Resolution(part[3])
		}
		d = append(d, n)
	}
	return d
}

func symbolAt(name string) code.SymbolRef { return code.SymbolRef{Path: "f.py", Local: name} }

func located(name string) code.Located {
	kind := code.Function
	if name[0] >= 'A' && name[0] <= 'Z' {
		kind = code.Class
	}
	return code.Located{Ref: symbolAt(name), Qualified: name, Test: strings.HasPrefix(name, "test"), Symbol: code.Symbol{Kind: kind, Name: name}}
}

func (d drawn) near(ctx context.Context, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) (out []code.Neighbour, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, n := range d {
		from, to := n.Of, n.Symbol
		if incoming {
			from, to = n.Symbol.Ref, located(n.Of.Local)
		}
		if slices.Contains(of, from) && slices.Contains(types, n.Type) && len(out) < limit {
			n.Of, n.Symbol, n.Incoming = from, to, incoming
			out = append(out, n)
		}
	}
	return out, nil
}

// show writes a walk as "distance name resolution" lines, then cycles, then
// what was cut.
func show(w Walked) string {
	var out []string
	for _, s := range w.Steps {
		out = append(out, fmt.Sprintf("%d %s %s", s.Distance, s.Symbol.Ref.Local, s.Sure))
	}
	for _, c := range w.Cycles {
		names := []string{"cycle"}
		for _, r := range c {
			names = append(names, r.Local)
		}
		out = append(out, strings.Join(names, " "))
	}
	return strings.Join(append(out, w.Truncated...), "\n")
}

func TestWalk(t *testing.T) {
	t.Parallel()
	const shop = `
		main CALLS pay
		pay CALLS send
		send CALLS log inferred
		log CALLS write
		card CALLS pay
		cardSend OVERRIDES send
		cardSend CALLS swipe
		testPay CALLS pay
		Card EXTENDS Payment
		Gold EXTENDS Card
		swipe CALLS pay
		retry CALLS retry`
	for _, c := range []struct {
		name  string
		graph string
		from  string
		o     WalkOptions
		want  string
	}{
		{"callees pass dynamic dispatch, and close a cycle", shop, "main", WalkOptions{Depth: 9},
			"1 pay exact\n2 send exact\n2 cardSend inferred\n3 log inferred\n3 swipe inferred\n4 write inferred\ncycle cardSend swipe pay send"},
		{"depth is said", shop, "main", WalkOptions{Depth: 1}, "1 pay exact\n1 edges lead on beyond depth 1"},
		{"callers", shop, "send", WalkOptions{Incoming: true, Depth: 1}, "1 pay exact\n4 edges lead on beyond depth 1"},
		{"callers without tests", shop, "pay", WalkOptions{Incoming: true, Depth: 1, NoTests: true},
			"1 main exact\n1 card exact\n1 swipe exact\n1 edges lead on beyond depth 1"},
		{"callers by way of the declaration", shop, "cardSend", WalkOptions{Incoming: true, Depth: 1},
			"0 send inferred\n1 pay inferred\n4 edges lead on beyond depth 1"},
		{"a symbol that calls itself", shop, "retry", WalkOptions{}, "cycle retry"},
		{"the number of symbols is said", shop, "main", WalkOptions{Depth: 9, Symbols: 2}, "1 pay exact\n2 send exact\nmore than 2 symbols are reached"},
		{"the number of edges is said", shop, "pay", WalkOptions{Incoming: true, Depth: 1, Edges: 2, NoTests: true},
			"1 main exact\n1 card exact\nmore than 2 edges lead on at distance 0"},
		{"a time that is over is said", shop, "main", WalkOptions{Budget: time.Nanosecond}, "the time of 1ns was over at distance 0"},
		{"a declared edge is no exact one", "a CALLS b declared\nb CALLS c\nc CALLS d inferred", "a", WalkOptions{},
			"1 b declared\n2 c declared\n3 d inferred"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Walk(t.Context(), draw(c.graph).near, []code.SymbolRef{symbolAt(c.from)}, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if show(got) != c.want {
				t.Errorf("got\n%s\nwant\n%s", show(got), c.want)
			}
		})
	}
}

func TestImplementers(t *testing.T) {
	t.Parallel()
	d := draw("Card EXTENDS Payment\nGold EXTENDS Card\nCash IMPLEMENTS Payment\nmain CALLS Payment")
	got, err := Implementers(t.Context(), d.near, []code.SymbolRef{symbolAt("Payment")}, WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "1 Card exact\n1 Cash exact\n2 Gold exact"; show(got) != want {
		t.Errorf("got\n%s\nwant\n%s", show(got), want)
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	const shop = "main CALLS pay\nmain CALLS ship\npay CALLS send\ncardSend OVERRIDES send\ncardSend CALLS swipe\nship CALLS box\nalone READS nothing"
	for _, c := range []struct {
		name, from, to string
		o              WalkOptions
		want           string
	}{
		{"along the edges, over dispatch", "pay", "swipe", WalkOptions{}, "pay→send ←cardSend →swipe"},
		{"from the second to the first", "swipe", "main", WalkOptions{}, "reversed main→pay →send ←cardSend →swipe"},
		{"what both have in common", "pay", "box", WalkOptions{}, "pay←main →ship →box"},
		{"none", "main", "alone", WalkOptions{}, "none"},
		{"too far", "main", "swipe", WalkOptions{Depth: 2}, "none: chains of more than 2 edges were not looked at"},
		{"no time", "main", "swipe", WalkOptions{Budget: time.Nanosecond}, "none: the time of 1ns was over"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Explain(t.Context(), draw(shop).near, []code.SymbolRef{symbolAt(c.from)}, []code.SymbolRef{symbolAt(c.to)}, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if s := showChain(got); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
		})
	}
}

func showChain(e Explanation) string {
	if len(e.Steps) == 0 {
		return strings.TrimSuffix("none: "+strings.Join(e.Truncated, "; "), ": ")
	}
	way := e.Steps[0].Of.Local
	for i, s := range e.Steps {
		if i > 0 {
			way += " "
		}
		arrow := "→"
		if s.Incoming {
			arrow = "←"
		}
		way += arrow + s.Symbol.Ref.Local
	}
	if e.Reversed {
		way = "reversed " + way
	}
	return way
}

func TestPageRank(t *testing.T) {
	t.Parallel()
	// 0 and 1 lead to 2, which leads to 3, which leads nowhere.
	rank := PageRank(4, [][2]int{{0, 2}, {1, 2}, {2, 3}})
	sum := 0.0
	for _, r := range rank {
		sum += r
	}
	if sum < 0.9999 || sum > 1.0001 {
		t.Errorf("the ranks sum to %v", sum)
	}
	if rank[3] <= rank[2] || rank[2] <= rank[0] || rank[0] != rank[1] {
		t.Errorf("ranks %v", rank)
	}
	if got := PageRank(0, nil); got != nil {
		t.Errorf("ranks of nothing: %v", got)
	}
}
