package python

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/syntax"
)

// endpointKey asks for the files that serve a route, in any language.
func endpointKey(method, path string) string { return "endpoint:" + method + " " + path }

func endpointAnswers(path string, symbols []code.Symbol) []graph.Answer {
	var out []graph.Answer
	for _, s := range symbols {
		if s.Kind == code.Endpoint {
			key := endpointKey(s.Properties["method"], s.Properties["path"])
			out = append(out, graph.Answer{Key: key, Hash: graph.Hash(path, s.Local), Provided: true})
		}
	}
	return out
}

// route links the handler of a registered route to its endpoints: the
// decorated function, or the view where this file defines it, else the file.
func (w *walker) route(call *cst.Node) {
	pattern := at(arguments(call), 0)
	if !pattern.Is("string") {
		return
	}
	for _, e := range w.module.endpoints[pattern.Pos()] {
		name, from := w.handler(call)
		w.links = append(w.links, code.Link{From: from, Type: code.Exposes, Name: name.Text(), Pos: name.Pos(),
			Target: code.SymbolRef{Path: w.module.file.Path, Local: e.Local}, Resolution: code.Exact})
	}
}

func (w *walker) handler(call *cst.Node) (name *cst.Node, local string) {
	if call.Parent.Is("decorator") {
		if name = call.Parent.Parent.Child("definition").Child("name"); name != nil {
			if s := w.module.at[name.Start]; s != nil {
				local = s.Local
			}
			return name, local
		}
	}
	view := viewOf(call)
	for view.Is("call") { // View.as_view()
		view = view.Child("function").Child("object")
	}
	if view == nil {
		return call.Child("function"), ""
	}
	for _, t := range w.named(view) {
		if t.ref.Path == w.module.file.Path {
			local = t.ref.Local
		}
	}
	return nameToken(view), local
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
		if path := requestPath(address); path != "" && method != "" {
			w.links = append(w.links, w.requested(code.Link{From: w.from(name), Type: code.Requests, Name: name.Text(), Pos: name.Pos(), Resolution: code.External,
				Properties: map[string]string{"method": method, "path": path}}))
		}
		return
	}
}

// requestPath is the path of an address; an interpolation at its front is the
// host.
func requestPath(n *cst.Node) string {
	address := syntax.PythonString(n)
	if strings.HasPrefix(address, "{") {
		_, address, _ = strings.Cut(address, "}")
	}
	address = strings.NewReplacer("{", "%7B", "}", "%7D", " ", "").Replace(address)
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(u.Path, "/") {
		return ""
	}
	return syntax.RoutePath(u.Path)
}

func (w *walker) requested(l code.Link) code.Link {
	for _, method := range []string{l.Properties["method"], "ANY"} {
		for _, p := range w.eval.view.Providers(endpointKey(method, l.Properties["path"])) {
			f := w.eval.view.File(p)
			if f == nil {
				continue
			}
			for _, s := range f.Facts.Symbols {
				if s.Kind == code.Endpoint && s.Properties["method"] == method && s.Properties["path"] == l.Properties["path"] {
					l.Resolution = code.Ambiguous
					l.Candidates = append(l.Candidates, code.SymbolRef{Path: p, Local: s.Local})
				}
			}
		}
	}
	return l
}
