package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// route links the handler of a registered route to its endpoint: the declared
// function, what registers it where it is a literal, else the file.
func (w *walker) route(call *ast.CallExpr) {
	if len(call.Args) < 2 {
		return
	}
	local, ok := w.model.endpoints[w.model.offset(call.Args[0].Pos())]
	if !ok {
		return
	}
	last := call.Args[len(call.Args)-1]
	l := code.Link{Type: code.Exposes, Pos: w.pos(last.Pos()), Target: code.SymbolRef{Path: w.model.path, Local: local}, Resolution: code.Exact}
	if _, literal := last.(*ast.FuncLit); literal {
		l.From, l.Name = w.from, "func"
	} else if id := lastName(last); id != nil {
		l.Name = id.Name
		if f, ok := w.checked.info.Uses[id].(*types.Func); ok {
			if handler, ok := w.target(f); ok {
				l = l.FromSymbol(handler, w.model.path)
			}
		}
	}
	w.links = append(w.links, l)
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
	if l, ok := w.view.Request(method, address); ok {
		l.From, l.Name, l.Pos = w.from, sel.Sel.Name, w.pos(sel.Sel.Pos())
		w.links = append(w.links, l)
	}
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
