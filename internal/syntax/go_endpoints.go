package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// goRouters are the import paths whose routers are known, by how their
// methods are spelt.
var goRouters = []struct {
	path  string
	verbs map[string]string // method of the router → HTTP method
}{
	{"github.com/gin-gonic/gin", upperVerbs},
	{"github.com/labstack/echo", upperVerbs},
	{"github.com/go-chi/chi", titleVerbs},
	{"github.com/gofiber/fiber", titleVerbs},
	{"github.com/gorilla/mux", patternVerbs},
	{`"net/http"`, patternVerbs},
}

var (
	upperVerbs   = map[string]string{"GET": "GET", "POST": "POST", "PUT": "PUT", "PATCH": "PATCH", "DELETE": "DELETE", "HEAD": "HEAD", "OPTIONS": "OPTIONS", "Any": "ANY"}
	titleVerbs   = map[string]string{"Get": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH", "Delete": "DELETE", "Head": "HEAD", "Options": "OPTIONS"}
	patternVerbs = map[string]string{"HandleFunc": "ANY", "Handle": "ANY"}
)

// goEndpoints adds the routes that a file registers with a literal path.
// Tests register routes too, but serve nobody.
func goEndpoints(b *builder) {
	verbs := routerVerbs(b.tree.Root)
	if len(verbs) == 0 || importsTesting(b.tree.Root) {
		return
	}
	b.tree.Root.Walk(func(n *cst.Node) bool {
		if n.Type == "call_expression" {
			goRoute(b, n, verbs)
		}
		return true
	})
}

func routerVerbs(root *cst.Node) map[string]string {
	verbs := map[string]string{}
	for n := range root.NamedChildren() {
		if n.Type != "import_declaration" {
			continue
		}
		for _, r := range goRouters {
			if strings.Contains(n.Text(), r.path) {
				for k, v := range r.verbs {
					verbs[k] = v
				}
			}
		}
	}
	return verbs
}

func goRoute(b *builder, call *cst.Node, verbs map[string]string) {
	f, args := call.Child("function"), call.Child("arguments")
	method := verbs[f.Child("field").Text()]
	pattern := args.NamedChild(0)
	if !f.Is("selector_expression") || method == "" || args.NamedChild(1) == nil || !isGoString(pattern) {
		return
	}
	path := goString(pattern)
	if verb, rest, ok := strings.Cut(path, " "); ok && method == "ANY" && verb == strings.ToUpper(verb) {
		method, path = verb, strings.TrimSpace(rest)
	}
	if m := methodsCall(call); m != "" {
		method = m
	}
	prefix := groupPrefix(f.Child("operand"), call)
	if !strings.HasPrefix(path, "/") && prefix == "" {
		return
	}
	i := addRoute(b, call, pattern, method, prefix+path)
	b.at(i).Signature = fold(f.Text()) + "(" + pattern.Text() + ")"
}

func isGoString(n *cst.Node) bool {
	return n.Is("interpreted_string_literal", "raw_string_literal")
}

func goString(n *cst.Node) string { return strings.Trim(n.Text(), "\"`") }

// methodsCall is the method that gorilla's "….Methods("GET")" names behind a
// route.
func methodsCall(call *cst.Node) string {
	s := call.Parent
	if s.Is("selector_expression") && s.Child("field").Text() == "Methods" && s.Parent.Is("call_expression") {
		if a := s.Parent.Child("arguments").NamedChild(0); isGoString(a) {
			return goString(a)
		}
	}
	return ""
}

// groupPrefix is the path of the groups that a route is registered in: those
// that its router was made from, and chi's Route functions around it.
func groupPrefix(router, at *cst.Node) string {
	prefix := ""
	if router.Is("identifier") {
		prefix = groupOf(router.Text(), at, 0)
	} else if router.Is("call_expression") {
		prefix = groupCall(router, at, 0)
	}
	for outer := at.Enclosing("call_expression"); outer != nil; outer = outer.Enclosing("call_expression") {
		if args := outer.Child("arguments"); outer.Child("function").Child("field").Text() == "Route" && isGoString(args.NamedChild(0)) {
			prefix = goString(args.NamedChild(0)) + prefix
		}
	}
	return prefix
}

// maxGroups bounds the groups within groups.
const maxGroups = 8

// groupOf is the prefix of a variable that holds a group, as the function
// around assigns it.
func groupOf(name string, at *cst.Node, depth int) string {
	function := at.Enclosing("function_declaration", "method_declaration")
	prefix := ""
	if function == nil || depth > maxGroups {
		return ""
	}
	function.Walk(func(n *cst.Node) bool {
		if n.Is("short_var_declaration", "assignment_statement") && n.Start < at.Start && n.Child("left").Text() == name {
			if call := n.Child("right").NamedChild(0); call.Is("call_expression") {
				prefix = groupCall(call, n, depth+1)
			}
		}
		return true
	})
	return prefix
}

func groupCall(call, at *cst.Node, depth int) string {
	f := call.Child("function")
	path := call.Child("arguments").NamedChild(0)
	if f.Child("field").Text() != "Group" || !isGoString(path) {
		return ""
	}
	outer := ""
	if o := f.Child("operand"); o.Is("identifier") {
		outer = groupOf(o.Text(), at, depth+1)
	}
	return outer + goString(path)
}
