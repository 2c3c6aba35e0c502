package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// rustVerbs are axum's functions and methods that route a request's method,
// and the attributes of actix-web and Rocket.
var rustVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "head": "HEAD",
	"options": "OPTIONS", "trace": "TRACE", "any": "ANY"}

// rustEndpoints adds the routes that a file registers with a literal path:
// axum's Router::route with what nests it in the same file, and attributes as
// actix-web and Rocket have them. Tests register routes too, but serve nobody.
func rustEndpoints(b *builder) {
	r := rustRoutes{b: b, mounts: map[string]string{}}
	b.tree.Root.Walk(r.note)
	b.tree.Root.Walk(r.node)
}

type rustRoutes struct {
	b *builder
	// mounts are the paths that variables and functions are nested at.
	mounts map[string]string
}

// note learns what nest("/path", router) and nest("/path", router()) mount.
func (r rustRoutes) note(n *cst.Node) bool {
	if path, router := rustNest(n); path != "" {
		for router.Is("call_expression") {
			router = router.Child("function")
		}
		if router.Is("scoped_identifier") {
			router = router.Child("name")
		}
		if router.Is("identifier") {
			r.mounts[router.Text()] = path
		}
	}
	return true
}

// rustNest is the path and the router of a call of nest.
func rustNest(n *cst.Node) (path string, router *cst.Node) {
	if f := n.Child("function"); !n.Is("call_expression") || f.Child("field").Text() != "nest" {
		return "", nil
	}
	return rustString(n.Child("arguments").NamedChild(0)), n.Child("arguments").NamedChild(1)
}

func (r rustRoutes) node(n *cst.Node) bool {
	switch n.Type {
	case "function_item":
		if rustTest(n) {
			return false
		}
		r.attributes(n)
	case "mod_item":
		return !rustTestModule(n)
	case "call_expression":
		path := rustString(n.Child("arguments").NamedChild(0))
		if n.Child("function").Child("field").Text() == "route" && strings.HasPrefix(path, "/") {
			r.methods(n, n.Child("arguments").NamedChild(1), joinPaths(r.prefix(n, 0), path))
		}
	}
	return true
}

// rustTestModule reports whether a module is compiled for tests alone.
func rustTestModule(n *cst.Node) bool {
	return n.Child("name").Text() == "tests" || previous(n).Is("attribute_item") && strings.Contains(previous(n).Text(), "cfg(test)")
}

// methods adds a route for each method of get(f).post(g).
func (r rustRoutes) methods(route, n *cst.Node, path string) {
	for n.Is("call_expression") {
		name := RustMethod(n)
		if verb := rustVerbs[name.Text()]; verb != "" {
			i := addRoute(r.b, route, name, verb, path)
			r.b.at(i).Signature = "route(" + route.Child("arguments").NamedChild(0).Text() + ", " + fold(n.Text()) + ")"
		}
		n = n.Child("function").Child("value")
	}
}

// RustMethod is the name of the function or method that a call calls.
func RustMethod(call *cst.Node) *cst.Node {
	f := call.Child("function")
	return firstOf(f.Child("field"), f.Child("name"), f)
}

// prefix is the path of the routers around a route: those that the expression
// nests it in, and those that nest its variable or function.
func (r rustRoutes) prefix(n *cst.Node, depth int) string {
	prefix := ""
	for ; n != nil && depth < maxGroups; n = n.Parent {
		name := ""
		switch n.Type {
		case "arguments":
			if path, router := rustNest(n.Parent); path != "" && router != nil {
				prefix = joinPaths(path, prefix)
			}
		case "let_declaration":
			name = n.Child("pattern").Text()
		case "function_item":
			name = n.Child("name").Text()
		}
		if path := r.mounts[name]; name != "" && path != "" {
			prefix = joinPaths(path, prefix)
		}
		if n.Is("function_item") {
			break
		}
	}
	return prefix
}

// attributes adds the routes of #[get("/path")] before a function.
func (r rustRoutes) attributes(function *cst.Node) {
	for _, a := range RustRouteAttributes(function) {
		attribute := a.ChildOfType("attribute")
		path := rustString(attribute.Child("arguments").NamedChild(0))
		annotatedRoute(r.b, a, rustVerbs[rustAttributeName(attribute)], path)
	}
}

// RustRouteAttributes are the attributes of a function that name a route.
func RustRouteAttributes(function *cst.Node) []*cst.Node {
	var out []*cst.Node
	for a := previous(function); a.Is("attribute_item", "line_comment"); a = previous(a) {
		attribute := a.ChildOfType("attribute")
		path := rustString(attribute.Child("arguments").NamedChild(0))
		if rustVerbs[rustAttributeName(attribute)] != "" && strings.HasPrefix(path, "/") {
			out = append(out, a)
		}
	}
	return out
}

func rustAttributeName(attribute *cst.Node) string {
	name := attribute.NamedChild(0).Text()
	return name[strings.LastIndexByte(name, ':')+1:]
}

func rustString(n *cst.Node) string {
	if !n.Is("string_literal") {
		return ""
	}
	return strings.Trim(n.Text(), `"`)
}
