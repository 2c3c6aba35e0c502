package golang

import (
	"go/types"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// implements links t and its methods in this file to the repository's
// interfaces that t satisfies. Whether it does is told by the names and
// spelt types of methods, so that no interface's package has to be checked.
func (w *walker) implements(l *loader, t *types.Named) {
	methods := methodsOf(t)
	shapes := map[string]shape{}
	for _, name := range sortedNames(methods) {
		for _, p := range l.view.Providers(ifaceKey(name)) {
			f := l.view.File(p)
			if f == nil {
				continue
			}
			if m, ok := f.Model().(*model); ok && w.sees(m) {
				for _, i := range m.ifaces {
					if i.smallest() == name {
						w.implementsOne(l, t, methods, shapes, m, i)
					}
				}
			}
		}
	}
}

// sees: an interface of a test exists for tests of its folder alone.
func (w *walker) sees(m *model) bool {
	return m.file != nil && !vendored(m.path) && (!m.test || w.model.test && m.dir == w.model.dir)
}

func sortedNames(methods map[string]*types.Func) []string {
	names := make([]string, 0, len(methods))
	for name := range methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// methodsOf are the methods that a pointer to t has.
func methodsOf(t *types.Named) map[string]*types.Func {
	out := map[string]*types.Func{}
	set := types.NewMethodSet(types.NewPointer(t))
	for s := range set.Methods() {
		if f, ok := s.Obj().(*types.Func); ok {
			out[f.Name()] = f
		}
	}
	return out
}

func (w *walker) implementsOne(l *loader, t *types.Named, methods map[string]*types.Func, shapes map[string]shape, m *model, i iface) {
	resolution := code.Exact
	if t.TypeParams().Len() > 0 || i.open {
		resolution = code.Inferred
	}
	for _, want := range i.methods {
		if have := methods[want.name]; have == nil || !types.NewVar(0, nil, want.name, nil).Exported() && have.Pkg().Path() != typesPath(m.dir) {
			return
		}
	}
	for _, want := range i.methods {
		have, known := shapes[want.name]
		if !known {
			have = shapeOfSignature(methods[want.name].Signature())
			shapes[want.name] = have
		}
		switch want.shape.matches(have, l.folderOf(m.dir)) {
		case no:
			return
		case maybe:
			resolution = code.Inferred
		}
	}
	w.addImplements(t, methods, m, i, resolution)
}

func (w *walker) addImplements(t *types.Named, methods map[string]*types.Func, m *model, i iface, r code.Resolution) {
	if w.here(t.Obj()) {
		from, ok := w.target(t.Obj())
		if ok {
			w.links = append(w.links, code.Link{From: from.Local, Type: code.Implements, Name: t.Obj().Name(),
				Pos: w.pos(t.Obj().Pos()), Target: code.SymbolRef{Path: m.path, Local: i.local}, Resolution: r})
		}
	}
	for _, want := range i.methods {
		have := methods[want.name]
		from, ok := w.target(have)
		if !ok || !w.here(have) || !ownMethod(t, have) {
			continue
		}
		w.links = append(w.links, code.Link{From: from.Local, Type: code.Implements, Name: have.Name(),
			Pos: w.pos(have.Pos()), Target: code.SymbolRef{Path: m.path, Local: want.local}, Resolution: r})
	}
}

func ownMethod(t *types.Named, f *types.Func) bool {
	for m := range t.Methods() {
		if m.Origin() == f.Origin() {
			return true
		}
	}
	return false
}

// folderOf spells a type of another package, seen from the files of a folder,
// by its package's folder: "*example.com/m/store.DB" is "*@store.DB".
func (l *loader) folderOf(from string) func(string) string {
	return func(spelling string) string {
		start := strings.LastIndexAny(spelling, "*]( ,") + 1
		dot := strings.LastIndexByte(spelling, '.')
		if dot <= start || spelling[start] == '@' || strings.HasPrefix(spelling[start:], "...") {
			return spelling
		}
		dir, here := l.resolver.dir(from, spelling[start:dot])
		if !here {
			return spelling
		}
		return spelling[:start] + typesPath(dir) + spelling[dot:]
	}
}
