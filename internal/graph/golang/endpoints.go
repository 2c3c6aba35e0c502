package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"net/url"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// endpoint is a route that the file registers.
type endpoint struct{ local, method, path string }

// endpointKey asks for the files that serve a route.
func endpointKey(method, path string) string { return "endpoint:" + method + " " + path }

// route links the handler of a registered route to its endpoint: the handler
// where this file declares it, what registers it where it is a literal, else
// the file.
func (w *walker) route(call *ast.CallExpr) {
	if len(call.Args) < 2 {
		return
	}
	e, ok := w.model.endpoints[w.model.offset(call.Args[0].Pos())]
	if !ok {
		return
	}
	from, name := "", ""
	switch handler := call.Args[len(call.Args)-1].(type) {
	case *ast.FuncLit:
		from, name = w.from, "func"
	default:
		id := lastName(handler)
		if id == nil {
			break
		}
		name = id.Name
		if f, ok := w.checked.info.Uses[id].(*types.Func); ok && w.here(f) {
			if target, ok := w.target(f); ok {
				from = target.Local
			}
		}
	}
	w.links = append(w.links, code.Link{From: from, Type: code.Exposes, Name: name, Pos: w.pos(call.Args[len(call.Args)-1].Pos()),
		Target: code.SymbolRef{Path: w.model.path, Local: e.local}, Resolution: code.Exact})
}

// clientCalls are the functions of net/http that send a request.
var clientCalls = map[string]string{"Get": "GET", "Post": "POST", "PostForm": "POST", "Head": "HEAD"}

// request links a request whose address is written out.
func (w *walker) request(call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return
	}
	if p, ok := w.checked.info.Uses[x].(*types.PkgName); !ok || p.Imported().Path() != "net/http" {
		return
	}
	method, at := clientCalls[sel.Sel.Name], 0
	switch sel.Sel.Name {
	case "NewRequest":
		at = 1
	case "NewRequestWithContext":
		at = 2
	}
	if at > 0 && len(call.Args) > at {
		method = methodOf(call.Args[at-1])
	}
	if method == "" || len(call.Args) <= at {
		return
	}
	address, ok := stringOf(call.Args[at])
	if !ok {
		return
	}
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return
	}
	w.links = append(w.links, code.Link{From: w.from, Type: code.Requests, Name: sel.Sel.Name, Pos: w.pos(sel.Sel.Pos()), Resolution: code.External,
		Properties: map[string]string{"method": method, "path": syntax.RoutePath(u.Path)}})
}

// methodOf is an HTTP method as a literal or as net/http's constant.
func methodOf(e ast.Expr) string {
	if s, ok := stringOf(e); ok {
		return strings.ToUpper(s)
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		if name, ok := strings.CutPrefix(sel.Sel.Name, "Method"); ok {
			return strings.ToUpper(name)
		}
	}
	return ""
}

func stringOf(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// serve binds the file's requests to the endpoints that serve their routes.
func (w *walker) serve(l *loader) {
	for i := range w.links {
		link := &w.links[i]
		if link.Type != code.Requests {
			continue
		}
		for _, method := range []string{link.Properties["method"], "ANY"} {
			for _, p := range l.view.Providers(endpointKey(method, link.Properties["path"])) {
				f := l.view.File(p)
				if f == nil {
					continue
				}
				for _, s := range f.Facts.Symbols {
					if s.Kind == code.Endpoint && s.Properties["method"] == method && s.Properties["path"] == link.Properties["path"] {
						link.Resolution = code.Ambiguous
						link.Candidates = append(link.Candidates, code.SymbolRef{Path: p, Local: s.Local})
					}
				}
			}
		}
	}
}
