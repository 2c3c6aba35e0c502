package ruby

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// world finds what the files of the repository define together.
type world struct {
	view *graph.View
	own  *model
	seen map[string][]part
}

// part is what one file says of a class.
type part struct {
	*class
	path string
}

func (p part) ref(local string) code.SymbolRef { return code.SymbolRef{Path: p.path, Local: local} }

// parts are all files' words on a class, the own file's first.
func (w *world) parts(full string) []part {
	if full == "" {
		return []part{{w.own.classes[""], w.own.path}}
	}
	if out, known := w.seen[full]; known {
		return out
	}
	var out []part
	if c := w.own.classes[full]; c != nil {
		out = append(out, part{c, w.own.path})
	}
	for _, p := range w.view.Providers(classKey(full)) {
		if p == w.own.path {
			continue
		}
		if f := w.view.File(p); f != nil {
			if m, ok := f.Model().(*model); ok && m.classes[full] != nil {
				out = append(out, part{m.classes[full], p})
			}
		}
	}
	if w.seen == nil {
		w.seen = map[string][]part{}
	}
	w.seen[full] = out
	return out
}

// constant is the full name of a class that a written constant means, "" for
// none: looked up outwards from the innermost class around it.
func (w *world) constant(nesting []string, written string) string {
	if rest, top := strings.CutPrefix(written, "."); top {
		return w.known(rest)
	}
	for i := len(nesting) - 1; i >= 0; i-- {
		if full := w.known(nesting[i] + "." + written); full != "" {
			return full
		}
	}
	return w.known(written)
}

func (w *world) known(full string) string {
	for _, p := range w.parts(full) {
		if p.local != "" {
			return full
		}
	}
	return ""
}

// maxHierarchy bounds the classes that are looked through for a method.
const maxHierarchy = 80

// found is a member with the file that defines it.
type found struct {
	part
	member
}

// edge: an accessor that is called is read, or written where its call is
// assigned to.
func (f found) edge(at *cst.Node) code.EdgeType {
	switch {
	case f.kind != code.Field:
		return code.Calls
	case written(at), written(at.Parent):
		return code.Writes
	}
	return code.Reads
}

func written(n *cst.Node) bool {
	return n != nil && (n.Field == "left" && n.Parent.Is("assignment", "operator_assignment") || n.Parent.Is("left_assignment_list"))
}

// instanceVariable finds the field that "@name" is in an instance of a class:
// its own symbol, or the accessor that reads it.
func (w *world) instanceVariable(full, name string) (result found, ok bool) {
	w.ancestors(full, false, func(p part, singleton bool) bool {
		for _, key := range []string{name, strings.TrimPrefix(name, "@")} {
			if m, has := p.members[key]; has && m.kind == code.Field && !singleton {
				result, ok = found{p, m}, true
				return false
			}
		}
		return true
	})
	return result, ok
}

// method finds a method by Ruby's order: the class, its modules, then its
// superclass. singleton looks for what is called on the class itself.
func (w *world) method(full, name string, singleton, above bool) (result found, ok bool) {
	w.ancestors(full, singleton, func(p part, singleton bool) bool {
		if above && p.name == full {
			return true
		}
		key := name
		if singleton {
			key = "self." + name
		}
		if m, has := p.members[key]; has && (m.kind.Callable() || isLower(key)) {
			result, ok = found{p, m}, true
		}
		return !ok
	})
	return result, ok
}

// ancestors visits the words on a class and what it inherits from, until
// visit wants no more. The methods of a module that a class extends are
// looked for as instance methods.
func (w *world) ancestors(full string, singleton bool, visit func(p part, singleton bool) bool) {
	type place struct {
		full      string
		singleton bool
	}
	queue, seen := []place{{full, singleton}}, map[place]bool{}
	for i := 0; i < len(queue) && i < maxHierarchy; i++ {
		at := queue[i]
		if seen[at] {
			continue
		}
		seen[at] = true
		parts := w.parts(at.full)
		for _, p := range parts {
			if !visit(p, at.singleton) {
				return
			}
		}
		for _, p := range parts {
			modules := p.includes
			if at.singleton {
				modules = p.extends
			}
			for _, name := range modules {
				if m := w.constant(p.nesting, name); m != "" {
					queue = append(queue, place{m, false})
				}
			}
		}
		for _, p := range parts {
			if p.parent == "" {
				continue
			}
			if b := w.constant(outer(p.nesting), p.parent); b != "" {
				queue = append(queue, place{b, at.singleton})
			}
		}
	}
}

func outer(nesting []string) []string {
	if len(nesting) == 0 {
		return nil
	}
	return nesting[:len(nesting)-1]
}

// leaves reports whether a class inherits from one that is not here.
func (w *world) leaves(full string) bool {
	out := false
	w.ancestors(full, false, func(p part, _ bool) bool {
		if p.parent != "" && w.constant(outer(p.nesting), p.parent) == "" {
			out = true
		}
		for _, name := range append(append([]string{}, p.includes...), p.extends...) {
			out = out || w.constant(p.nesting, name) == ""
		}
		return !out
	})
	return out
}

// top finds a method that a file defines outside any class: the own file's,
// else the only one.
func (w *world) top(name string) (code.SymbolRef, bool) {
	if m, ok := w.own.classes[""].members[name]; ok && m.kind == code.Function {
		return code.SymbolRef{Path: w.own.path, Local: m.local}, true
	}
	return code.SymbolRef{}, false
}
