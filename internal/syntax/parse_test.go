package syntax

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/code/cst"
)

func TestParseKeepsNodesAndPlaces(t *testing.T) {
	tree, err := Parse(context.Background(), "python", []byte("def f(x):\n    return g(x)\n"))
	if err != nil {
		t.Fatal(err)
	}
	call := tree.At(uint32(strings.Index(string(tree.Source), "g(x)")))
	if got := call.Parent.Type + " " + call.Text(); got != "call g" {
		t.Errorf("node at g = %q, want the function of a call", got)
	}
	if p := call.Pos(); p.Line != 2 || p.Col != 11 {
		t.Errorf("g stands at %v, want line 2, column 11", p)
	}
	if f := tree.Root.NamedChild(0); f.Child("name").Text() != "f" || tree.Errors != 0 {
		t.Errorf("function name %q, errors %d", f.Child("name").Text(), tree.Errors)
	}
}

func TestDeepNestingIsCutAndBounded(t *testing.T) {
	source := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	tree, err := Parse(context.Background(), "javascript", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if tree.Cut == 0 || tree.Nodes > 3*cst.MaxDepth {
		t.Errorf("cut %d, nodes %d: the depth is not bounded", tree.Cut, tree.Nodes)
	}
}

func TestParserHasALimit(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	if _, err := Parse(ctx, "csharp", []byte(strings.Repeat("a<b<(", 200_000))); err == nil {
		t.Error("a parser that was cancelled returned a tree")
	}
}

func TestEveryGrammarLoads(t *testing.T) {
	for dialect := range languages {
		tree, err := Parse(context.Background(), dialect, []byte("\n"))
		if err != nil || tree.Root == nil {
			t.Errorf("%s: %v", dialect, err)
		}
	}
}
