package rust

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// macro links a macro, and the calls of paths among its tokens.
func (w *walker) macro(n *cst.Node) {
	at := n.Child("macro")
	last := at
	if at.Is("scoped_identifier") {
		last = at.Child("name")
	}
	if last == nil {
		return
	}
	if t := w.resolve(w.loc, segments(at), 0); t.item != nil && t.item.macro {
		w.add(last, code.Calls, t, code.Exact)
	} else {
		w.none(last, code.External, at.Text()+"!")
	}
	w.tokens(n.ChildOfType("token_tree"))
}

func (w *walker) tokens(tree *cst.Node) {
	var path []string
	var last, before *cst.Node
	for c := range tree.Children() {
		switch {
		case c.Is("identifier", "self", "super", "crate"):
			if before.Is("::") {
				path = append(path, c.Text())
			} else {
				path = []string{c.Text()}
				if before.Is(".") {
					path = nil
				}
			}
			last = c
		case c.Is("token_tree"):
			if last != nil && before == last && strings.HasPrefix(c.Text(), "(") && path != nil {
				w.tokenCall(last, path)
			}
			w.tokens(c)
			last, path = nil, nil
		}
		before = c
	}
}

func (w *walker) tokenCall(at *cst.Node, path []string) {
	if _, shadowed := w.locals[at.Text()]; shadowed && len(path) == 1 {
		return
	}
	if t := w.resolve(w.loc, w.expandSelf(path), 0); t.item != nil && (t.item.kind.Callable() || t.item.kind.TypeLike()) && !t.item.macro {
		w.add(at, code.Calls, t, code.Inferred)
	}
}

// imports links the names of a use declaration.
func (w *walker) imports(n *cst.Node) {
	b := modelBuilder{model: &model{}}
	b.use(w.loc.module, nil, n.Child("argument"))
	for _, u := range b.uses {
		l := code.Link{Type: code.Imports, Name: strings.Join(u.path, "::"), Pos: n.Pos(), Resolution: code.External,
			Properties: map[string]string{"external": strings.Join(u.path, "::")}}
		if t := w.resolve(w.loc, u.path, 0); !t.none() && !t.external {
			l.Target, l.Resolution, l.Properties = code.SymbolRef{Path: t.loc.m.path, Local: t.loc.module}, code.Exact, nil
			if t.item != nil {
				l.Target = t.ref()
			}
		}
		if last := u.path[len(u.path)-1]; u.name != "*" && u.name != last {
			if l.Properties == nil {
				l.Properties = map[string]string{}
			}
			l.Properties["alias"] = u.name
		}
		w.links = append(w.links, l)
	}
}
