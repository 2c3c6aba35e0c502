package syntax

import (
	"context"
	"strings"
	"testing"
)

// TestPythonRepair breaks a file in its middle, between definitions of a
// module and between methods; what stands before and behind must stay.
func TestPythonRepair(t *testing.T) {
	for name, broken := range map[string]string{
		"nothing between two signs": "x = = (\n",
		"a call never closed":       "foo(a, b\n",
		"a list and a call open":    "foo(a, [b,\n",
		"a dictionary with space":   "x = {'a': 1,\n\n\n",
		"a decorator never closed":  "@foo(\n",
		"a condition in words":      "if x\n    y()\n",
		"an import of nothing":      "import\n",
		"an attribute of nothing":   "foo.\n",
		"a definition of nothing":   "def \n",
		"a return that is open":     "def g():\n    return (\n",
		"both sides of a merge":     "<<<<<<< HEAD\ny()\n=======\nz()\n>>>>>>> other\n",
		"a quote never closed":      "x = 'abc\n",
		"another language's words":  "{% if x %}\ny()\n{% endif %}\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := "def before(): pass\nclass K:\n    def k(self): pass\n" + broken + "def after(): pass\n@deco\nclass L:\n    z = 1\n"
			defines(t, text, "before", "K", "K.k", "after", "L", "L.z")
			text = "class M:\n    def a(self): pass\n" + indent(broken) + "    def b(self): pass\ndef last(): pass\n"
			defines(t, text, "M", "M.a", "M.b", "last")
		})
	}
}

func indent(text string) string {
	out := ""
	for line := range strings.Lines(text) {
		out += "    " + line
	}
	return out
}

func defines(t *testing.T, text string, locals ...string) {
	t.Helper()
	facts, tree, err := Extract(context.Background(), "python", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if tree.Errors == 0 {
		t.Errorf("no error is counted in\n%s", text)
	}
	have := map[string]bool{}
	for _, s := range facts.Symbols {
		have[s.Local] = true
	}
	for _, local := range locals {
		if !have[local] {
			t.Errorf("%s is lost in\n%s", local, text)
		}
	}
}

func TestPythonRepairLeavesStringsAlone(t *testing.T) {
	source := "x = \"\"\"\ndef shown(): pass\n\"\"\"\n# def gone(): pass (\ny = = 1\n"
	tree, err := Parse(context.Background(), "python", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if lost := pythonLost(tree); len(lost) != 0 {
		t.Errorf("%d definitions are missed that are text", len(lost))
	}
}
