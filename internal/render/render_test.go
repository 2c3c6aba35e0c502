package render

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

const (
	base = "https://github.com/o/r"
	sha  = "0123456789abcdef0123456789abcdef01234567"
)

func TestPermalink(t *testing.T) {
	for file, want := range map[string]string{
		"a/b.go":     "a/b.go#L1-L9",
		"it's.go":    "it%27s.go#L1-L9",
		"50%.go":     "50%25.go#L1-L9",
		"a#b.go":     "a%23b.go#L1-L9",
		"a?b.go":     "a%3Fb.go#L1-L9",
		"a b.go":     "a%20b.go#L1-L9",
		"[id](x).ts": "%5Bid%5D%28x%29.ts#L1-L9",
		"größe.py":   "gr%C3%B6%C3%9Fe.py#L1-L9",
		"a\"b\n.go":  "a%22b%0A.go#L1-L9",
		"README.md":  "README.md?plain=1#L1-L9",
		"doc/A.RST":  "doc/A.RST?plain=1#L1-L9",
	} {
		want = base + "/blob/" + sha + "/" + want
		if got := Permalink(base, sha, file, 1, 9); got != want {
			t.Errorf("%q:\n got %s\nwant %s", file, got, want)
		}
	}
	if got := Permalink(base+"/", sha, "a.go", 3, 3); got != base+"/blob/"+sha+"/a.go#L3" {
		t.Errorf("one line: %s", got)
	}
	if got := Permalink("", sha, "a.go", 1, 2); got != "" {
		t.Errorf("without an address: %q", got)
	}
	if got := Permalink("https://ghe.example.com/o/r", sha, "a.go", 1, 2); !strings.HasPrefix(got, "https://ghe.example.com/o/r/blob/") {
		t.Errorf("another host: %s", got)
	}
}

func FuzzPermalink(f *testing.F) {
	for _, s := range []string{"a/b.go", "it's", "%zz", "a#b?c", "ö/[x](y) z", "a\x00b", "\xff", "a//b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file string) {
		link := Permalink(base, sha, file, 2, 3)
		u, err := url.Parse(link)
		if err != nil {
			t.Fatalf("%q: %v", link, err)
		}
		if u.Host != "github.com" || u.Path != "/o/r/blob/"+sha+"/"+file || u.Fragment != "L2-L3" {
			t.Errorf("%q: host %q, path %q, fragment %q", link, u.Host, u.Path, u.Fragment)
		}
		if strings.ContainsAny(link, " <>\"'()[]\n\t") {
			t.Errorf("%q cannot stand in a Markdown link", link)
		}
	})
}

func TestCode(t *testing.T) {
	for s, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`a`": "`` `a` ``", "a\nb": "`a b`", "": "", "``": "``` `` ```"} {
		if got := Code(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestLink(t *testing.T) {
	if got, want := Link("a_b.go:1", base+"/x(y)"), `[a\_b.go:1](`+base+"/x%28y%29)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := Link("a.go:1", ""); got != "`a.go:1`" {
		t.Errorf("without an address: %s", got)
	}
}

func left(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("+%d", n)
}

func TestBudgetCutsWholeBlocks(t *testing.T) {
	blocks := []string{"aaaa", "bbbb", "cccc", "dddd"}
	for n, want := range map[int]string{16: "aaaabbbbccccdddd", 15: "aaaabbbbcccc+1", 14: "aaaabbbbcccc+1", 10: "aaaabbbb+2", 9: "aaaa+3", 6: "aaaa+3", 5: "+4", 2: "+4", 1: ""} {
		got := Budget(n, blocks, left)
		if got != want || len(got) > n {
			t.Errorf("%d bytes: %q, want %q", n, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"aö", 2, "a…"}, {"", 0, ""}} {
		if got := Clip(c.s, c.n); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

func sample(claims int) code.Answer {
	a := code.Answer{SHA: sha, Status: code.Answered}
	for i := range claims {
		a.Citations = append(a.Citations, code.Citation{Path: "a b/#" + fmt.Sprint(i) + ".go", StartLine: 1, EndLine: 2, URL: Permalink(base, sha, "a b/x.go", 1, 2)})
		a.Claims = append(a.Claims, code.Claim{Sentence: fmt.Sprintf("`f%d` calls `g`, says @admin.", i), Kind: code.Fact, Citations: []int{i}})
	}
	return a
}

func TestAnswer(t *testing.T) {
	want := "- `f0` calls `g`, says @\u200badmin. [a b/\\#\u200b0.go:1\\-2](" + base + "/blob/" + sha + "/a%20b/x.go#L1-L2)\n" +
		"\n<sub>At [`0123456789ab`](" + base + "/tree/" + sha + "). Composed from the code graph; no language model took part.</sub>\n"
	if got := Answer(sample(1), base, MaxComment); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAnswerSaysWhoDraftedIt(t *testing.T) {
	a := sample(1)
	a.Models.LLM = "some`model"
	a.Dropped = []code.Dropped{{Sentence: "x", Reason: "y"}}
	got := Answer(a, "", MaxComment)
	for _, want := range []string{"Drafted by ``some`model``", "1 drafted statement was left out.", "At `0123456789ab`."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestLongAnswerKeepsItsBudgetAndItsFoot(t *testing.T) {
	got := Answer(sample(2000), base, 10_000)
	if len(got) > 10_000 || !strings.Contains(got, "more statements are left out.") || !strings.HasSuffix(got, "</sub>\n") {
		t.Errorf("%d bytes, ends in %q", len(got), got[len(got)-200:])
	}
}

func TestAbstentionSaysWhatWasLookedAt(t *testing.T) {
	got := Answer(code.Answer{SHA: sha, Status: code.Abstained, Coverage: code.Coverage{Files: 7, Skipped: 2, Chunks: 30, References: 5, Bound: 4},
		Evidence: []code.Evidence{{Path: "a.go", StartLine: 1, EndLine: 5}}, Dropped: make([]code.Dropped, 2)}, base, MaxComment)
	for _, want := range []string{"7 files (2 skipped)", "30 pieces of text", "5 references of which 4 are bound", "nearest: [a.go:1\\-5](", "2 drafted sentences were left out"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func report(rows int) code.Report {
	r := code.Report{Base: strings.Repeat("b", 40), Head: sha}
	r.Changed = []code.Changed{
		{Symbol: "pkg/shop.Refund", Type: code.Function, Change: code.Signature, Path: "shop/a.go", StartLine: 3, EndLine: 9},
		{Symbol: "pkg/shop.Gone", Type: code.Function, Change: code.Removed, Path: "shop/b.go", StartLine: 1, EndLine: 2, Side: "base"},
		{Symbol: "pkg/shop", Type: code.Module, Change: code.Body, Path: "shop/c.go", StartLine: 1, EndLine: 5}}
	for i := range rows {
		r.Affected = append(r.Affected, code.Affected{Symbol: fmt.Sprintf("pkg.f%d", i), Path: "x.go", Line: i + 1, Distance: 1,
			Via: []code.EdgeType{code.Calls}, Resolution: code.Inferred, Because: "pkg/shop.Refund"})
	}
	r.Tests = []code.ReachingTest{{Symbol: "pkg.TestRefund", Path: "x_test.go", Line: 4, Distance: 2}}
	return r
}

func TestImpact(t *testing.T) {
	got := Impact(report(1), base, MaxComment)
	for _, want := range []string{
		"### Impact of `0123456789ab`",
		"3 symbols change; 1 place outside this change depends on them; 1 test reaches them.",
		"signature of [shop.Refund](" + base + "/blob/" + sha + "/shop/a.go#L3-L9), `shop/a.go:3-9`",
		"removed [shop.Gone](" + base + "/blob/" + strings.Repeat("b", 40) + "/shop/b.go#L1-L2)",
		"body of [c.go](",
		"[pkg.f0](" + base + "/blob/" + sha + "/x.go#L1) calls `shop.Refund` (inferred), `x.go:1`",
		"[pkg.TestRefund](" + base + "/blob/" + sha + "/x_test.go#L4), 2 steps away",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestImpactLeavesWholeRowsOut(t *testing.T) {
	got := Impact(report(100), base, MaxComment)
	if !strings.Contains(got, "- … and 75 more\n") {
		t.Errorf("a section is not bounded:\n%s", got)
	}
	if short := Impact(report(100), base, 2000); len(short) > 2000 || !strings.Contains(short, "more lines are left out") {
		t.Errorf("%d bytes of 2000:\n%s", len(short), short)
	}
}

func TestImpactOfNothing(t *testing.T) {
	if got := Impact(code.Report{Head: sha, Base: sha}, base, MaxComment); !strings.Contains(got, "No symbol that is known to the index changes.") {
		t.Error(got)
	}
}
