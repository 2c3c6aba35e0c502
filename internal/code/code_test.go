package code

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	for id, want := range map[string]string{
		"getHTTPServer_v2": "get http server v2", "snake_case": "snake case", "__init__": "init", "URL": "url", "a": "a", "": "",
		"parseJSON": "parse json", "größeÄndern": "größe ändern", "x1Y2": "x1 y2",
	} {
		if got := strings.Join(Words(id), " "); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

func TestPathWords(t *testing.T) {
	if got := strings.Join(PathWords("src/json_provider.py"), " "); got != "src json_provider json provider py" {
		t.Error(got)
	}
	if got := PathWords("a b/it's [x](y)#1.go"); slices.Contains(got, "'") || !slices.Contains(got, "x") {
		t.Errorf("%q", got)
	}
}

func TestPathText(t *testing.T) {
	for path, want := range map[string]string{
		"a/ö b.go": "a/ö b.go", `back\slash`: `back\slash`, "bad\xff.go": `bad\xff.go`, "\xfe\\x": `\xfe\\x`, "new\nline": "new\nline",
	} {
		if got := PathText(path); got != want || !utf8.ValidString(got) {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func TestQualify(t *testing.T) {
	for _, c := range [][3]string{{"shop.order", "Order.refund", "shop.order.Order.refund"}, {"shop", "f~2", "shop.f"}, {"shop", "A~2.f~3", "shop.A.f"},
		{"", "f", "f"}, {"shop", "", "shop"}} {
		if got := Qualify(c[0], c[1]); got != c[2] {
			t.Errorf("%q and %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestSpanEndsBeforeItsEnd(t *testing.T) {
	s := Span{Pos{2, 4}, Pos{4, 1}}
	for p, want := range map[Pos]bool{{2, 3}: false, {2, 4}: true, {3, 99}: true, {4, 0}: true, {4, 1}: false, {1, 9}: false} {
		if got := s.Contains(p); got != want {
			t.Errorf("%v: %v, want %v", p, got, want)
		}
	}
	if s.Lines() != 3 {
		t.Errorf("%d lines", s.Lines())
	}
}

func TestCoverageCountsEachReferenceOnce(t *testing.T) {
	var c Coverage
	for _, r := range []Resolution{Exact, Inferred, Scip, Declared, Ambiguous, External, Unknown} {
		c.Count(r, 2)
	}
	if want := (Coverage{References: 14, Bound: 8, Declared: 2, Ambiguous: 2, External: 2, Unknown: 2}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
	if c.References != c.Bound+c.Ambiguous+c.External+c.Unknown {
		t.Errorf("%+v does not add up", c)
	}
	c.Count(Exact, -2)
	if c.Bound != 6 || c.References != 12 {
		t.Errorf("after taking two away: %+v", c)
	}
	if sum := c.Plus(c); sum.References != 24 || sum.Bound != 12 {
		t.Errorf("twice that: %+v", sum)
	}
}

func TestSortLinksFollowsTheSource(t *testing.T) {
	at := func(line, col int, name string) Link { return Link{Name: name, Pos: Pos{line, col}} }
	links := []Link{at(3, 1, "c"), at(1, 9, "b"), at(1, 2, "z"), at(1, 2, "a")}
	SortLinks(links)
	var got []string
	for _, l := range links {
		got = append(got, l.Name)
	}
	if strings.Join(got, "") != "azbc" {
		t.Errorf("%v", got)
	}
}

func TestRegularModes(t *testing.T) {
	for m, want := range map[Mode]bool{ModeFile: true, ModeExecutable: true, 0o100664: true, ModeSymlink: false, ModeSubmodule: false, ModeTree: false, 0: false} {
		if m.Regular() != want {
			t.Errorf("%o: %v", m, m.Regular())
		}
	}
}
