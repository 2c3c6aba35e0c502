package rust

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/syntax"
)

// route links the handler of get(handler) in a route to its endpoint: a named
// function, what registers it where it is a closure, else the file.
func (w *walker) route(call *cst.Node) {
	name := syntax.RustMethod(call)
	if name == nil {
		return
	}
	local, ok := w.own.routes[name.Pos()]
	if !ok {
		return
	}
	at, handler := name, code.SymbolRef{Path: w.file.Path, Local: w.from}
	if f := call.Child("arguments").NamedChild(0); f.Is("identifier", "scoped_identifier") {
		if t := w.pathTarget(f); t.item != nil && t.item.kind.Callable() {
			at, handler = f, t.ref()
			if f.Is("scoped_identifier") {
				at = f.Child("name")
			}
		}
	}
	w.expose(at, local, handler)
}

// attributeRoutes links a function to the routes of its attributes.
func (w *walker) attributeRoutes(function *cst.Node) {
	for _, a := range syntax.RustRouteAttributes(function) {
		if local, ok := w.own.routes[a.Pos()]; ok {
			w.expose(function.Child("name"), local, code.SymbolRef{Path: w.file.Path, Local: w.from})
		}
	}
}

func (w *walker) expose(at *cst.Node, local string, handler code.SymbolRef) {
	w.links = append(w.links, code.Link{Type: code.Exposes, Name: at.Text(), Pos: at.Pos(),
		Target: code.SymbolRef{Path: w.file.Path, Local: local}, Resolution: code.Exact}.FromSymbol(handler, w.file.Path))
}
