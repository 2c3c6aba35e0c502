package retrieve

import (
	"slices"
	"strings"
	"testing"
)

func TestUnderstandFindsNames(t *testing.T) {
	for question, want := range map[string][]string{
		"who calls `Context.Next`?":                {"Context.Next"},
		"Was macht get_user in payment.Refund?":    {"payment.Refund", "get_user"},
		"what does getUserName do when run() ends": {"getUserName", "run"},
		"where is the cookie signed":               nil,
	} {
		got := Understand(question).Identifiers
		for _, name := range want {
			if !slices.Contains(got, name) {
				t.Errorf("%q names %q, want %q among them", question, got, name)
			}
		}
		if want == nil && len(got) > 0 {
			t.Errorf("%q names %q, want nothing", question, got)
		}
	}
	if q := Understand("which tests cover the README?"); !q.Tests || !q.Docs {
		t.Errorf("tests %v, docs %v: both are asked about", q.Tests, q.Docs)
	}
}

func FuzzUnderstand(f *testing.F) {
	for _, s := range []string{"", "`", "a.b.c(", strings.Repeat("x_", 20_000), "\xff`\xfe`", "who calls `A::b` -> c#d?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range Understand(s).Identifiers {
			if name == "" {
				t.Error("an empty name")
			}
		}
	})
}
