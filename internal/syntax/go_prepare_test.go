package syntax

import (
	"context"
	"slices"
	"testing"
)

func TestGoPrepareBlanksOnlyWhatStaysOpen(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"func a() { g(1, h(\n\nfunc b() { c() }\n", "func a()   g 1, h \n\nfunc b() { c() }\n"},
		{"type T struct { x [\n// func (\nvar v = 1\n", "type T struct   x  \n// func (\nvar v = 1\n"},
		{"func a() {\nvar x = 1\n}\n", "func a() {\nvar x = 1\n}\n"},
		{"func a() { _ = `\nfunc b() {` + \"(\" + '{' }\n", "func a() { _ = `\nfunc b() {` + \"(\" + '{' }\n"},
		{"func a() { /* ( */ } // {\nfunc b() {}\n", "func a() { /* ( */ } // {\nfunc b() {}\n"},
	} {
		if got := string(goPrepare([]byte(c.source))); got != c.want {
			t.Errorf("%q became %q, want %q", c.source, got, c.want)
		}
	}
}

func TestGoKeepsWhatFollowsAnUnclosedBracket(t *testing.T) {
	source := "package a\n\nfunc broken() { g(b.Make(\n\nfunc g() { h().Run() }\n\ntype T struct { n [\n\nfunc h() int { return 1 }\n"
	facts, _, err := Extract(context.Background(), "go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range facts.Symbols[1:] {
		got = append(got, s.Local)
	}
	for _, want := range []string{"broken", "g", "h"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s among %q", want, got)
		}
	}
}

func FuzzGoPrepare(f *testing.F) {
	f.Add([]byte("func a() { g(\nfunc b() { \"\\"))
	f.Add([]byte("`/*"))
	f.Fuzz(func(t *testing.T, source []byte) {
		got := goPrepare(source)
		if len(got) != len(source) {
			t.Fatalf("%d bytes became %d", len(source), len(got))
		}
		for i := range source {
			if (source[i] == '\n') != (got[i] == '\n') {
				t.Fatal("the lines changed")
			}
		}
	})
}
