package ruby

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func (w *walker) constantRead(n *cst.Node) {
	if n.Field == "name" || n.Field == "method" || n.Field == "left" && n.Parent.Is("assignment") {
		return
	}
	written := dotted(n)
	at := n
	if n.Is("scope_resolution") && n.Child("name") != nil {
		at = n.Child("name")
	}
	if full := w.constant(w.nesting, written); full != "" {
		for _, p := range w.parts(full) {
			if p.local != "" {
				w.add(at, code.Reads, p.ref(p.local), code.Exact)
				return
			}
		}
	}
	w.valueRead(at, written)
}

// valueRead links a constant that holds a value.
func (w *walker) valueRead(at *cst.Node, written string) {
	tries := []string{strings.TrimPrefix(written, ".")}
	if !strings.HasPrefix(written, ".") {
		for _, outer := range w.nesting {
			tries = append([]string{outer + "." + written}, tries...)
		}
	}
	for _, full := range tries {
		i := strings.LastIndexByte(full, '.')
		class, name := full[:max(i, 0)], full[i+1:]
		for _, p := range w.view.Providers(constantKey(full)) {
			if f := w.view.File(p); f != nil {
				if m, ok := f.Model().(*model); ok && m.classes[class] != nil {
					if mem, ok := m.classes[class].members[name]; ok {
						w.add(at, code.Reads, code.SymbolRef{Path: p, Local: mem.local}, code.Exact)
						return
					}
				}
			}
		}
	}
}
