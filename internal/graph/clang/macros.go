package clang

import (
	"regexp"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// blockMacro links a macro that was made an if for the parser.
func (w *walker) blockMacro(n *cst.Node) {
	m := macroHead.Find(n.Tree().Source[n.Start:n.End])
	if m == nil || string(m) == "if" {
		return
	}
	f := w.unit.function(string(m), func(n *name) bool { return n.macro })
	if len(f.targets) > 0 {
		w.addAt(n.Pos(), string(m), code.Calls, f.targets, code.Exact)
		return
	}
	w.noneAt(n.Pos(), string(m), "", code.Unknown)
}

var macroHead = regexp.MustCompile(`^[A-Za-z_]\w*`)

// macroBodies links the names in macros to functions: a macro's text is no
// code until it is used, so what it would call is read, not called.
func (w *walker) macroBodies() {
	for i := range w.file.Facts.Symbols {
		s := &w.file.Facts.Symbols[i]
		if s.Properties["macro"] == "" || s.Kind != code.Function {
			continue
		}
		w.from = s
		n := w.file.Tree.At(w.offset(s.NamePos))
		if n == nil || n.Parent == nil {
			continue
		}
		w.macroBody(n.Parent.Child("value"))
	}
	w.from = nil
}

var calledWord = regexp.MustCompile(`[A-Za-z_]\w*`)

func (w *walker) macroBody(value *cst.Node) {
	text := value.Text()
	for _, m := range calledWord.FindAllStringIndex(text, 200) {
		word := text[m[0]:m[1]]
		f := w.unit.function(word, func(n *name) bool { return n.kind == code.Function && n.class == "" })
		if len(f.targets) > 0 && word != w.from.Name {
			w.addAt(value.Tree().Pos(value.Start+uint32(m[0])), word, code.Reads, f.targets, code.Inferred)
		}
	}
}

func (w *walker) offset(p code.Pos) uint32 {
	offset := 0
	for line := 1; line < p.Line; line++ {
		offset += len(w.file.Tree.Line(line)) + 1
	}
	return uint32(offset + p.Col)
}
