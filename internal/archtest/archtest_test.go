package archtest

import (
	"slices"
	"testing"
)

func TestModuleKeepsTheRules(t *testing.T) {
	imports, err := Imports("../..", "github.com/plumbline/plumbline")
	if err != nil {
		t.Fatal(err)
	}
	if len(imports) < 50 {
		t.Fatalf("only %d imports were found: the module is not where it was", len(imports))
	}
	for _, line := range Broken(imports) {
		t.Error(line)
	}
}

func TestRulesBite(t *testing.T) {
	got := Broken([]Import{
		{From: "internal/store", To: "internal/gitrepo"},
		{From: "internal/answer", To: "internal/retrieve"},
		{From: "internal/graph/python", To: "github.com/smacker/go-tree-sitter"},
		{From: "internal/graph/python", To: "internal/graph"},
		{From: "internal/index", To: "internal/store", Test: true},
		{From: "internal/new", To: "internal/code"},
	})
	want := []string{
		"internal/store imports internal/gitrepo: internal/store may import of ours only internal/code",
		"internal/answer imports internal/retrieve: internal/answer may import of ours only internal/code, internal/syntax, internal/graph, internal/render",
		"internal/graph/python imports github.com/smacker/go-tree-sitter: github.com/smacker/go-tree-sitter belongs to internal/syntax",
		"internal/new imports internal/code: no rule speaks of internal/new",
	}
	if !slices.Equal(got, want) {
		t.Errorf("broken = %q\nwant %q", got, want)
	}
}
