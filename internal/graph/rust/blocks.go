package rust

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// block walks an impl block or a trait, and links it to what it implements or
// extends.
func (w *walker) block(n *cst.Node) {
	self, bs := w.self, w.bounds
	name := n.Child("type")
	if n.Type == "trait_item" {
		name = n.Child("name")
	}
	w.self, w.bounds = name.Text(), merged(bs, genericBounds(n))
	owner := w.resolve(w.loc, typePath(w.self), 0)
	if n.Type == "trait_item" {
		for b := range n.Child("bounds").NamedChildren() {
			w.edge(owner, b, code.Extends)
		}
	} else if trait := n.Child("trait"); trait != nil {
		if owner.item != nil && owner.loc.m == w.own {
			w.edge(owner, trait, code.Implements)
		}
		w.implemented(n, trait)
	}
	w.children(n)
	w.self, w.bounds = self, bs
}

func merged(a, b map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range a {
		out[k] = v
	}
	for k, v := range b {
		out[k] = v
	}
	return out
}

func (w *walker) edge(owner target, trait *cst.Node, t code.EdgeType) {
	if owner.item == nil || owner.loc.m != w.own {
		return
	}
	if found := w.resolve(w.loc, segments(trait), 0); found.item != nil {
		w.links = append(w.links, code.Link{From: owner.item.local, Type: t, Name: lastName(trait.Text()), Pos: trait.Pos(), Target: found.ref(), Resolution: code.Exact})
	}
}

// implemented links the methods of an impl block to the trait's.
func (w *walker) implemented(n, trait *cst.Node) {
	found := w.resolve(w.loc, segments(trait), 0)
	if found.item == nil {
		return
	}
	for m := range n.Child("body").NamedChildren() {
		name := m.Child("name")
		if m.Type != "function_item" || name == nil {
			continue
		}
		want := w.memberIn(found.loc.m, found, name.Text(), 0)
		from := w.localAt(name)
		if want.item != nil && from != "" {
			w.links = append(w.links, code.Link{From: from, Type: code.Implements, Name: name.Text(), Pos: name.Pos(), Target: want.ref(), Resolution: code.Exact})
		}
	}
}
