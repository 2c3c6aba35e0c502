package python

import (
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/syntax"
)

// route links the handler of a registered route to its endpoints: the
// decorated function, or the view, else the file.
func (w *walker) route(call *cst.Node) {
	pattern := at(arguments(call), 0)
	if !pattern.Is("string") {
		return
	}
	for _, e := range w.module.endpoints[pattern.Pos()] {
		name, handler := w.handler(call)
		w.links = append(w.links, code.Link{Type: code.Exposes, Name: name.Text(), Pos: name.Pos(),
			Target: code.SymbolRef{Path: w.module.file.Path, Local: e.Local}, Resolution: code.Exact}.FromSymbol(handler, w.module.file.Path))
	}
}

func (w *walker) handler(call *cst.Node) (name *cst.Node, handler code.SymbolRef) {
	handler.Path = w.module.file.Path
	if call.Parent.Is("decorator") {
		if name = call.Parent.Parent.Child("definition").Child("name"); name != nil {
			if s := w.module.at[name.Start]; s != nil {
				handler.Local = s.Local
			}
			return name, handler
		}
	}
	view := viewOf(call)
	for view.Is("call") { // View.as_view()
		view = view.Child("function").Child("object")
	}
	if view == nil {
		return call.Child("function"), handler
	}
	for _, t := range w.named(view) {
		if t.ref.Path != "" {
			handler = t.ref
		}
	}
	return nameToken(view), handler
}

// viewOf is the handler that a rule names: by keyword, or last.
func viewOf(call *cst.Node) *cst.Node {
	var view *cst.Node
	for i, a := range arguments(call) {
		switch {
		case !a.Is("keyword_argument"):
			if i > 0 && !a.Is("string") {
				view = a
			}
		case a.Child("name").Text() == "view_func", a.Child("name").Text() == "endpoint" && !a.Child("value").Is("string"):
			return a.Child("value")
		}
	}
	return view
}

// clientCall matches the functions that send a request, and the methods of
// what holds a connection.
var clientCall = regexp.MustCompile(`^(?:requests|httpx|aiohttp)(?:\.(?:Session|session|Client|AsyncClient|ClientSession)\(\)(?:\.__enter__)?)?\.(get|post|put|patch|delete|head|options|request)$`)

// request links a request whose address is written out to the endpoints of
// the repository that serve its route.
func (w *walker) request(call, name *cst.Node, t Type) {
	for _, v := range t {
		if v.kind != external || v.self != nil {
			continue
		}
		m := clientCall.FindStringSubmatch(v.name)
		if m == nil {
			continue
		}
		method, address := strings.ToUpper(m[1]), argument(call, 0)
		if method == "REQUEST" {
			method, address = strings.ToUpper(syntax.PythonString(address)), argument(call, 1)
		}
		if l, ok := w.eval.view.Request(method, syntax.PythonString(address)); ok {
			l.From, l.Name, l.Pos = w.from(name), name.Text(), name.Pos()
			w.links = append(w.links, l)
		}
		return
	}
}
