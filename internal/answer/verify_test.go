package answer

import (
	"strconv"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

func itoa(n int) string { return strconv.Itoa(n) }

// judge runs one sentence of a model through the verifier.
func judge(t *testing.T, w *world, draft string) (sentence, string) {
	t.Helper()
	found := parseDraft(draft)
	if len(found) != 1 {
		t.Fatalf("%q is %d sentences, want 1", draft, len(found))
	}
	v := &verifier{Answerer: w.answerer(nil), fromModel: true, shown: w.evidence(), request: Request{Snapshot: code.Snapshot{SHA: testSHA}, WebURL: testWeb}}
	reason, err := v.check(t.Context(), &found[0])
	if err != nil {
		t.Fatal(err)
	}
	return found[0], reason
}

func TestVerifier(t *testing.T) {
	for _, c := range []struct {
		name, draft string
		reason      string // a part of it, "" where the sentence holds
	}{
		{"a fact", "`Order` is a class [shop/order.py:1-14].", ""},
		{"no citation", "`Order` is a class.", "cites nothing"},
		{"(a) no such file", "`Order` is a class [shop/basket.py:1-14].", "no such file"},
		{"(a) beyond the end", "It is nice [shop/order.py:20-90].", "has 23 lines"},
		{"(a) line 0", "It is nice [shop/order.py:0-3].", "has 23 lines"},
		{"(a) backwards", "It is nice [shop/order.py:9-3].", "has 23 lines"},
		{"(d) a name that is not there", "`rollback` gives money back [shop/order.py:4-11].", "`rollback` does not occur"},
		{"(d) a part of a name is no name", "`refun` gives money back [shop/order.py:4-11].", "`refun` does not occur"},
		{"(d) the enclosing symbol's name", "`Order.refund` logs [shop/order.py:11-11].", ""},
		{"(d) the file's path", "`shop/order.py` logs [shop/order.py:11-11].", ""},
		{"(d) a bound name", "It pays by `Bank.pay` [shop/order.py:10-10].", ""},
		{"(d) code as it stands", "It says `raise ValueError(\"negative\")` [shop/order.py:19-19].", ""},
		{"(d) a sign without words", "It has `{}` in it [shop/order.py:1-3].", "`{}` does not occur"},
		{"(e) an edge", "`Order.refund` calls `check` [shop/order.py:9-9].", ""},
		{"(e) the wrong way round", "`check` calls `Order.refund` [shop/order.py:4-19].", "no reference in the cited lines"},
		{"(e) edge elsewhere", "`Order.refund` calls `Bank.pay` [shop/bank.py:1-3].", "`Order` does not occur"},
		{"(e) no such edge", "`Order.cancel` calls `check` [shop/order.py:9-14].", "no reference in the cited lines"},
		{"(e) passive", "`check` is called by `Order.refund` [shop/order.py:9-9].", ""},
		{"(e) passive with an adverb", "`check` is directly called by `Order.refund` [shop/order.py:9-9].", ""},
		{"(e) passive, false", "`Order.refund` is called by `check` [shop/order.py:4-19].", "no reference"},
		{"(e) list of targets", "`Order.refund` calls `check` and `Bank.pay` [shop/order.py:9-10].", ""},
		{"(e) list with a false one", "`Order.refund` calls `check`, `Bank.pay` and `Order.cancel` [shop/order.py:4-14].", "`Order.cancel`"},
		{"(e) list of sources", "`Giro` and `Cash` extend `Bank` [shop/bank.py:5-10].", ""},
		{"(e) one subject, two verbs", "`Giro` extends `Bank` and calls `check` [shop/bank.py:1-12].", "`check`"},
		{"(e) two statements", "`Order.refund` calls `check`, `Order.cancel` calls `Order.refund` [shop/order.py:1-19].", ""},
		{"(e) after a place", "In `Order`, `Order.refund` calls the function `check()` [shop/order.py:1-19].", ""},
		{"(e) another language", "`Order.refund` ruft `unused` [shop/order.py:1-23].", "no reference"},
		{"(e) inferred, not said", "`refund_view` calls `Order.refund` [shop/views.py:2-2].", "is inferred"},
		{"(e) inferred, said", "`refund_view` probably calls `Order.refund` [shop/views.py:2-2].", ""},
		{"(e) a hedge in code does not count", "`refund_view` calls `Order.refund` by `maybe` [shop/views.py:2-3].", "is inferred"},
		{"reads of what is no symbol", "`Order` reads `amount` [shop/order.py:4-11].", ""},
		{"never, and it is so", "`check` never calls `unused` [shop/order.py:17-23].", ""},
		{"never, and it is not so", "`Order.refund` never calls `check` [shop/order.py:4-19].", "does reach"},
		{"does not call, open references", "`Giro` does not call `send` [shop/bank.py:5-7].", "could not be bound"},
		{"never called", "`unused` is never called [shop/order.py:22-23].", ""},
		{"never called, but it is", "`check` is never called [shop/order.py:17-19].", "the graph has 1"},
		{"nobody calls", "Nobody calls `unused` [shop/order.py:22-23].", ""},
		{"has no callers", "`check` has no callers [shop/order.py:17-19].", "the graph has 1"},
		{"only", "Only `Order.refund` calls `check` [shop/order.py:9-19].", ""},
		{"only, passive", "`check` is only called by `Order.refund` [shop/order.py:9-19].", ""},
		{"only, and another does", "Only `refund_view` calls `Order.refund` (inferred) [shop/views.py:2-2].", "not every reference"},
		{"only, outgoing", "`Order.cancel` only calls `Order.refund` [shop/order.py:14-14].", "what else"},
		{"count", "`check` has one caller [shop/order.py:17-19].", ""},
		{"count, wrong", "`check` is called in three places [shop/order.py:17-19].", "said to be 3"},
		{"count of subclasses", "Two classes extend `Bank` [shop/bank.py:1-12].", ""},
		{"count of subclasses, wrong", "3 classes extend `Bank` [shop/bank.py:1-12].", "said to be 3"},
		{"count with open references", "`send` has two callers [shop/bank.py:7-7].", "could not be bound"},
		{"count of a name of several", "`pay` has one caller [shop/bank.py:1-12].", "names 3 symbols"},
		{"a number that counts nothing", "It retries 3 times in `refund` [shop/order.py:4-11].", ""},
		{"all, of a list", "All of `Giro` and `Cash` extend `Bank` [shop/bank.py:5-10].", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, reason := judge(t, shop(), c.draft)
			switch {
			case c.reason == "" && reason != "":
				t.Errorf("%q was dropped: %s", c.draft, reason)
			case c.reason != "" && !strings.Contains(reason, c.reason):
				t.Errorf("%q: %q, want a reason with %q", c.draft, reason, c.reason)
			case reason == "" && (!s.citations[0].Valid || !s.citations[0].Supported || s.citations[0].URL == ""):
				t.Errorf("%q holds, but its citation is %+v", c.draft, s.citations[0])
			}
		})
	}
}

func TestCitationSpansAtMostSixtyLines(t *testing.T) {
	w := shop()
	w.files["long.py"] = strings.Repeat("x = 1\n", 80)
	if _, reason := judge(t, w, "It sets a value [long.py:1-60]."); reason != "" {
		t.Errorf("60 lines: %s", reason)
	}
	if _, reason := judge(t, w, "It sets a value [long.py:1-61]."); !strings.Contains(reason, "more than 60") {
		t.Errorf("61 lines: %q", reason)
	}
}

func TestOnlyShownLinesCanBeCited(t *testing.T) {
	w := shop()
	v := &verifier{Answerer: w.answerer(nil), fromModel: true, shown: []code.Evidence{
		{Path: "shop/order.py", StartLine: 1, EndLine: 5}, {Path: "shop/order.py", StartLine: 6, EndLine: 9}}}
	for lines, want := range map[string]bool{"1-5": true, "4-8": true, "8-10": false, "17-19": false} {
		s := parseDraft("It does something [shop/order.py:" + lines + "].")[0]
		reason, err := v.check(t.Context(), &s)
		if err != nil || (reason == "") != want {
			t.Errorf("lines %s: %q (%v), want shown %v", lines, reason, err, want)
		}
	}
}

func TestReanchoring(t *testing.T) {
	for _, c := range []struct {
		name, draft string
		want        string // the mended citation, "" where it is dropped
	}{
		{"off by a few lines", "`unused` is a function [shop/order.py:10-11].", "shop/order.py:22-22"},
		{"a relation off by a few", "`Order.refund` calls `check` [shop/order.py:2-3].", "shop/order.py:9-9"},
		{"a relation off, one place", "`Order.refund` calls `Bank.pay` [shop/order.py:13-14].", "shop/order.py:10-10"},
		{"beyond the end", "`unused` is a function [shop/order.py:24-25].", "shop/order.py:22-22"},
		{"two places", "`amount` is checked [shop/order.py:21-23].", ""},
		{"two names together", "`raise` says `negative` [shop/order.py:1-2].", "shop/order.py:19-19"},
		{"too far", "`SHOP_LIMIT` bounds refunds [README.md:400-401].", ""},
		{"the path lacks its folder", "`unused` is a function [order.py:22-23].", "shop/order.py:22-23"},
		{"one of two is void", "`unused` is a function [shop/order.py:22-23] [shop/none.py:1-2].", "shop/order.py:22-23"},
		{"a false name stays false", "`refunds` is a function [shop/order.py:22-23].", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, reason := judge(t, shop(), c.draft)
			got := ""
			if reason == "" {
				at := s.citations[0]
				got = at.Path + ":" + itoa(at.StartLine) + "-" + itoa(at.EndLine)
			}
			if got != c.want {
				t.Errorf("%q: %q (%s), want %q", c.draft, got, reason, c.want)
			}
		})
	}
}

func TestAbsence(t *testing.T) {
	for _, c := range []struct {
		draft  string
		kind   code.ClaimKind
		reason string
	}{
		{"There is no function `rollback`.", code.Absence, ""},
		{"`rollback` does not exist [shop/order.py:1-2].", code.Absence, ""},
		{"`Order.rollback` does not exist.", code.Absence, ""},
		{"There is no function `refund`.", code.Absence, "may occur"},
		{"`Giro` is not defined [shop/bank.py:1-2].", code.Absence, "may occur"},
		{"`Order` has no method `cancel` [shop/order.py:1-14].", code.Absence, "may occur"},
		{"`Order` has no method `rollback` [shop/order.py:1-14].", code.Absence, ""},
		{"`rollback` existiert nicht.", code.Absence, ""},
		{"There is no rate limiting in this repository [shop/order.py:1-2].", code.Absence, "names nothing"},
		{"This repository does not use Kubernetes [shop/order.py:1-2].", code.Absence, "names nothing"},
		{"It raises `ValueError` if `amount` does not exist [shop/order.py:17-19].", code.Fact, ""},
		{"`check` returns nothing [shop/order.py:17-19].", code.Fact, ""},
	} {
		t.Run(c.draft, func(t *testing.T) {
			s, reason := judge(t, shop(), c.draft)
			if s.kind != c.kind || (c.reason == "") != (reason == "") || !strings.Contains(reason, c.reason) {
				t.Errorf("%s, %q; want %s, %q", s.kind, reason, c.kind, c.reason)
			}
			if s.kind == code.Absence && reason == "" && len(s.citations) > 0 {
				t.Errorf("an absence cites %v", s.citations)
			}
		})
	}
}

func TestNamed(t *testing.T) {
	ref := code.SymbolRef{Path: "src/shop/order.py", Local: "Order.refund~2"}
	for name, want := range map[string]bool{"refund": true, "Order.refund": true, "Order#refund": true, "shop.order.Order.refund": true,
		"com.acme.Order.refund": true, "order.refund()": false, "Basket.refund": false, "efund": false, "Order": false} {
		if got := named(ref, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	module := code.SymbolRef{Path: "src/shop/order.py"}
	for name, want := range map[string]bool{"src/shop/order.py": true, "order.py": true, "shop.order": true, "order": true, "rder": false, "": false} {
		if got := named(module, name); got != want {
			t.Errorf("module %q: %v, want %v", name, got, want)
		}
	}
}
