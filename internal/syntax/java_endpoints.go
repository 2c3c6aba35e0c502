package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// Routes that are written as annotations: Spring MVC's and JAX-RS's.

var springVerbs = map[string]string{"GetMapping": "GET", "PostMapping": "POST", "PutMapping": "PUT", "DeleteMapping": "DELETE", "PatchMapping": "PATCH"}

var httpVerbs = map[string]bool{"GET": true, "POST": true, "PUT": true, "DELETE": true, "PATCH": true, "HEAD": true, "OPTIONS": true}

// javaRoute is an annotation that maps requests to a method.
type javaRoute struct {
	at           *cst.Node
	verbs, paths []string
}

// endpoints adds a symbol for each route of a method. The methods of a Feign
// client are requests, not routes.
func (j javaWalker) endpoints(method *cst.Node) {
	owner := method.Enclosing("class_declaration", "interface_declaration")
	if owner == nil || javaAnnotation(owner, "FeignClient") != nil {
		return
	}
	for _, route := range javaRoutes(method) {
		for _, verb := range route.verbs {
			for _, path := range route.paths {
				annotatedRoute(j.b, route.at, verb, path)
			}
		}
	}
}

// FeignRoutes are the requests that a method of a Feign client sends.
func FeignRoutes(method *cst.Node) []Route {
	var out []Route
	if javaAnnotation(method.Enclosing("interface_declaration"), "FeignClient") == nil {
		return nil
	}
	for _, r := range javaRoutes(method) {
		for _, verb := range r.verbs {
			for _, path := range r.paths {
				out = append(out, Route{verb, RoutePath(path), r.at})
			}
		}
	}
	return out
}

// javaRoutes are the routes of a method with its type's base path.
func javaRoutes(method *cst.Node) []javaRoute {
	owner := method.Enclosing("class_declaration", "interface_declaration")
	bases := []string{""}
	if a := javaAnnotation(owner, "RequestMapping", "Path"); a != nil {
		bases = orEmpty(annotationStrings(a, "value", "path"))
	}
	var out []javaRoute
	for a := range method.ChildOfType("modifiers").NamedChildren() {
		name := simpleName(a)
		r := javaRoute{at: a}
		switch {
		case springVerbs[name] != "":
			r.verbs, r.paths = []string{springVerbs[name]}, orEmpty(annotationStrings(a, "value", "path"))
		case name == "RequestMapping":
			r.verbs, r.paths = requestMethods(a), orEmpty(annotationStrings(a, "value", "path"))
		case httpVerbs[name]:
			r.verbs, r.paths = []string{name}, orEmpty(annotationStrings(javaAnnotation(method, "Path"), "value"))
		default:
			continue
		}
		r.paths = joinRoutes(bases, r.paths)
		out = append(out, r)
	}
	return out
}

func simpleName(annotation *cst.Node) string {
	name := annotation.Child("name").Text()
	return name[strings.LastIndexByte(name, '.')+1:]
}

func javaAnnotation(n *cst.Node, names ...string) *cst.Node {
	for a := range n.ChildOfType("modifiers").NamedChildren() {
		for _, name := range names {
			if a.Is("annotation", "marker_annotation") && simpleName(a) == name {
				return a
			}
		}
	}
	return nil
}

// annotationStrings are the string literals given for one of the keys, or
// without a key.
func annotationStrings(annotation *cst.Node, keys ...string) []string {
	var out []string
	for arg := range annotation.Child("arguments").NamedChildren() {
		value := arg
		if arg.Is("element_value_pair") {
			if !containsString(keys, arg.Child("key").Text()) {
				continue
			}
			value = arg.Child("value")
		}
		value.Walk(func(n *cst.Node) bool {
			if n.Is("string_literal") {
				out = append(out, strings.Trim(n.Text(), `"`))
			}
			return !n.Is("binary_expression")
		})
	}
	return out
}

func containsString(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// requestMethods are the verbs that @RequestMapping names, GET for none.
func requestMethods(annotation *cst.Node) []string {
	var out []string
	for arg := range annotation.Child("arguments").NamedChildren() {
		if arg.Is("element_value_pair") && arg.Child("key").Text() == "method" {
			arg.Child("value").Walk(func(n *cst.Node) bool {
				if n.Is("identifier") && httpVerbs[n.Text()] {
					out = append(out, n.Text())
				}
				return true
			})
		}
	}
	if len(out) == 0 {
		return []string{"GET"}
	}
	return out
}
