package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// pythonVerbs are the methods of routers that name an HTTP method.
var pythonVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "head": "HEAD",
	"options": "OPTIONS", "websocket": "ANY", "route": "", "api_route": "", "add_url_rule": "", "add_api_route": ""}

// pythonEndpoints adds the routes that a file registers with a literal path:
// decorators and rules of Flask and FastAPI, and Django's lists of patterns.
// Tests register routes too, but serve nobody.
func pythonEndpoints(b *builder) {
	prefixes := map[string]string{}
	b.tree.Root.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "function_definition":
			return !strings.HasPrefix(n.Child("name").Text(), "test")
		case "assignment":
			if p := pythonRouterPrefix(n.Child("right")); p != "" {
				prefixes[n.Child("left").Text()] = p
			}
			if n.Child("left").Text() == "urlpatterns" {
				djangoEndpoints(b, n.Child("right"))
			}
		case "call":
			pythonRoute(b, n, prefixes)
		}
		return true
	})
}

// pythonRouterPrefix is what Blueprint(url_prefix=…) and APIRouter(prefix=…)
// put before their routes.
func pythonRouterPrefix(call *cst.Node) string {
	if !call.Is("call") {
		return ""
	}
	f := call.Child("function").Text()
	switch f[strings.LastIndexByte(f, '.')+1:] {
	case "Blueprint":
		return PythonString(pythonKeyword(call, "url_prefix"))
	case "APIRouter":
		return PythonString(pythonKeyword(call, "prefix"))
	}
	return ""
}

func pythonRoute(b *builder, call *cst.Node, prefixes map[string]string) {
	f, pattern := call.Child("function"), call.Child("arguments").NamedChild(0)
	verb := f.Child("attribute").Text()
	method, known := pythonVerbs[verb]
	if !f.Is("attribute") || !known || !pattern.Is("string") || call.Parent.Is("decorator") == strings.HasPrefix(verb, "add_") {
		return
	}
	path := prefixes[f.Child("object").Text()] + PythonString(pattern)
	if !strings.HasPrefix(path, "/") {
		return
	}
	methods := []string{method}
	if method == "" {
		methods = pythonMethods(pythonKeyword(call, "methods"))
	}
	for _, m := range methods {
		pythonEndpoint(b, call, pattern, m, path)
	}
}

func pythonMethods(list *cst.Node) []string {
	var out []string
	for m := range list.NamedChildren() {
		if s := PythonString(m); s != "" {
			out = append(out, strings.ToUpper(s))
		}
	}
	if len(out) == 0 {
		return []string{"GET"}
	}
	return out
}

func djangoEndpoints(b *builder, list *cst.Node) {
	list.Walk(func(n *cst.Node) bool {
		if !n.Is("call") {
			return true
		}
		pattern, view := n.Child("arguments").NamedChild(0), n.Child("arguments").NamedChild(1)
		included := view.Is("call") && view.Child("function").Text() == "include"
		if f := n.Child("function").Text(); (f == "path" || strings.HasSuffix(f, ".path")) && pattern.Is("string") && view != nil && !included {
			pythonEndpoint(b, n, pattern, "ANY", "/"+strings.TrimPrefix(PythonString(pattern), "/"))
		}
		return false
	})
}

func pythonEndpoint(b *builder, call, pattern *cst.Node, method, path string) {
	i := addRoute(b, call, pattern, method, path)
	b.at(i).Signature = fold(call.Child("function").Text()) + "(" + pattern.Text() + ")"
}

func pythonKeyword(call *cst.Node, name string) *cst.Node {
	for a := range call.Child("arguments").NamedChildren() {
		if a.Is("keyword_argument") && a.Child("name").Text() == name {
			return a.Child("value")
		}
	}
	return nil
}

// PythonString is what a string literal says, an interpolation as its text in
// braces; "" for anything else.
func PythonString(n *cst.Node) string {
	if !n.Is("string") {
		return ""
	}
	var out strings.Builder
	for c := range n.NamedChildren() {
		if c.Is("string_content", "interpolation") {
			out.WriteString(c.Text())
		}
	}
	return out.String()
}
