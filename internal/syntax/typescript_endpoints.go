package syntax

import (
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// tsVerbs are the methods of routers that name an HTTP method.
var tsVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "del": "DELETE",
	"head": "HEAD", "options": "OPTIONS", "all": "ANY"}

// tsRouterMade matches what makes a router: of Express, Koa, Fastify, Hono,
// Restify and Polka.
var tsRouterMade = regexp.MustCompile(`^(?:new )?(?:express|fastify|Fastify|polka|restify\.createServer|Hono|OpenAPIHono|Koa|Router|express\.Router|KoaRouter|PromiseRouter)\b[^.]*\(`)

// tsRouterName matches the names that routers have where they are given to the
// function that adds routes to them.
var tsRouterName = regexp.MustCompile(`^(?:this\.)?_?(?:app|router|server|fastify|\w*Router|\w*App)$`)

// tsTestBlock holds the functions whose blocks are tests. Tests register
// routes too, but serve nobody.
var tsTestBlock = map[string]bool{"describe": true, "it": true, "test": true, "suite": true, "context": true, "bench": true}

// typescriptEndpoints adds the routes that a file registers with a literal
// path, and those of NestJS controllers.
func typescriptEndpoints(b *builder) {
	r := tsRoutes{b: b, made: map[string]string{}}
	b.tree.Root.Walk(r.note)
	b.tree.Root.Walk(r.node)
}

// tsRoutes adds the routes of one file.
type tsRoutes struct {
	b *builder
	// made are the names of routers that the file makes, with what stands
	// before their routes.
	made map[string]string
}

// note learns the file's routers and where they are mounted.
func (r tsRoutes) note(n *cst.Node) bool {
	switch n.Type {
	case "variable_declarator", "assignment_expression", "public_field_definition":
		name := firstOf(n.Child("name"), n.Child("left"))
		value := firstOf(n.Child("value"), n.Child("right"))
		if value.Is("call_expression", "new_expression") && r.makesRouter(value) {
			r.made[name.Text()] = r.ownPrefix(value)
		}
	case "call_expression":
		r.noteMount(n)
	}
	return true
}

func (r tsRoutes) makesRouter(value *cst.Node) bool {
	if f := value.Child("function"); f.Is("member_expression") && f.Child("property").Text() == "basePath" {
		return true
	}
	text := value.Text()
	return tsRouterMade.MatchString(fold(text[:min(len(text), 200)]))
}

// ownPrefix is what a router puts before its routes from the start: Koa's
// option "prefix", Hono's basePath.
func (r tsRoutes) ownPrefix(value *cst.Node) string {
	args := value.Child("arguments")
	if f := value.Child("function"); f.Child("property").Text() == "basePath" {
		return r.made[f.Child("object").Text()] + TSString(args.NamedChild(0))
	}
	return TSString(TSProperty(args.NamedChild(0), "prefix"))
}

// noteMount reads app.use("/path", router), Hono's app.route("/path", router)
// and Koa's router.prefix("/path").
func (r tsRoutes) noteMount(call *cst.Node) {
	f, args := call.Child("function"), call.Child("arguments")
	path := TSString(args.NamedChild(0))
	if !f.Is("member_expression") || !strings.HasPrefix(path, "/") {
		return
	}
	owner := f.Child("object").Text()
	switch f.Child("property").Text() {
	case "use", "route":
		for a := range args.NamedChildren() {
			if _, known := r.made[a.Text()]; known && a.Text() != owner {
				r.made[a.Text()] = joinPaths(r.made[owner], path, r.made[a.Text()])
			}
		}
	case "prefix":
		if _, known := r.made[owner]; known {
			r.made[owner] = joinPaths(r.made[owner], path)
		}
	}
}

func (r tsRoutes) node(n *cst.Node) bool {
	switch n.Type {
	case "call_expression":
		name, _, _ := strings.Cut(n.Child("function").Text(), ".")
		if tsTestBlock[name] {
			return false
		}
		r.call(n)
	case "method_definition":
		r.controller(n)
	}
	return true
}

// call adds the route of router.get("/path", handler), of
// router.route("/path").get(handler) and of fastify.route({method, url}).
func (r tsRoutes) call(call *cst.Node) {
	f, args := call.Child("function"), call.Child("arguments")
	if !f.Is("member_expression") {
		return
	}
	verb, owner := tsVerbs[f.Child("property").Text()], f.Child("object")
	if path := routeOf(owner); path != nil && verb != "" && TSHandler(call) != nil {
		r.add(call, f.Child("property"), verb, joinPaths(r.prefix(chained(owner)), TSString(path)))
		return
	}
	prefix, known := r.router(owner)
	if !known {
		return
	}
	first := args.NamedChild(0)
	switch {
	case f.Child("property").Text() == "route" && first.Is("object"):
		path := firstOf(TSProperty(first, "url"), TSProperty(first, "path"))
		for _, verb := range tsStrings(TSProperty(first, "method")) {
			if TSString(path) != "" {
				r.add(call, path, strings.ToUpper(verb), joinPaths(prefix, TSString(path)))
			}
		}
	case verb != "" && TSHandler(call) != nil && args.NamedChild(1) != nil:
		for _, path := range tsStrings(first) {
			if strings.HasPrefix(path, "/") || path == "*" {
				r.add(call, first, verb, joinPaths(prefix, path))
			}
		}
	}
}

// routeOf is the path of route("/path") at the front of a chain of handlers.
func routeOf(n *cst.Node) *cst.Node {
	for n.Is("call_expression") {
		f := n.Child("function")
		if !f.Is("member_expression") {
			return nil
		}
		path := n.Child("arguments").NamedChild(0)
		if f.Child("property").Text() == "route" && TSString(path) != "" {
			return path
		}
		n = f.Child("object")
	}
	return nil
}

// chained is the router that a chain of calls begins with.
func chained(n *cst.Node) *cst.Node {
	for n.Is("call_expression") && n.Child("function").Is("member_expression") {
		n = n.Child("function").Child("object")
	}
	return n
}

// router reports whether n holds a router, and what stands before its routes.
func (r tsRoutes) router(n *cst.Node) (prefix string, known bool) {
	n = chained(n)
	if n.Is("call_expression", "new_expression") && r.makesRouter(n) {
		return r.ownPrefix(n), true
	}
	if !n.Is("identifier", "member_expression") {
		return "", false
	}
	prefix, known = r.made[n.Text()]
	return prefix, known || tsRouterName.MatchString(n.Text())
}

func (r tsRoutes) prefix(n *cst.Node) string {
	prefix, _ := r.router(n)
	return prefix
}

func (r tsRoutes) add(call, at *cst.Node, verb, path string) {
	i := addRoute(r.b, call, at, verb, path)
	r.b.at(i).Signature = fold(call.Child("function").Text()) + "(" + fold(firstOf(call.Child("arguments").NamedChild(0), at).Text()) + ")"
}

// nestVerbs are NestJS's decorators of a controller's methods.
var nestVerbs = map[string]string{"Get": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH", "Delete": "DELETE", "Head": "HEAD", "Options": "OPTIONS", "All": "ANY"}

// controller adds the routes of a method of a NestJS controller.
func (r tsRoutes) controller(method *cst.Node) {
	class := method.Enclosing("class_declaration", "abstract_class_declaration", "class")
	base := tsDecorator(class, func(name string) bool { return name == "Controller" })
	if base == nil {
		return
	}
	first := base.Child("arguments").NamedChild(0)
	bases := orEmpty(tsStrings(firstOf(TSProperty(first, "path"), first)))
	route := NestRoute(method)
	if route == nil {
		return
	}
	for _, path := range joinRoutes(bases, orEmpty(tsStrings(route.Child("arguments").NamedChild(0)))) {
		annotatedRoute(r.b, route.Parent, nestVerbs[route.Child("function").Text()], path)
	}
}

// NestRoute is the decorator's call that maps requests to a method.
func NestRoute(method *cst.Node) *cst.Node {
	return tsDecorator(method, func(name string) bool { return nestVerbs[name] != "" })
}

// tsDecorator is the call of a decorator of a class or method. The grammar
// puts a method's decorators before it in the class's body.
func tsDecorator(n *cst.Node, wanted func(name string) bool) *cst.Node {
	if n == nil {
		return nil
	}
	holders := []*cst.Node{n}
	if n.Parent.Is("export_statement") {
		holders = append(holders, n.Parent)
	}
	for _, h := range holders {
		for d := range h.NamedChildren() {
			if c := d.NamedChild(0); d.Is("decorator") && c.Is("call_expression") && wanted(c.Child("function").Text()) {
				return c
			}
		}
	}
	for d := previous(n); d.Is("decorator"); d = previous(d) {
		if c := d.NamedChild(0); c.Is("call_expression") && wanted(c.Child("function").Text()) {
			return c
		}
	}
	return nil
}

// TSHandler is the last argument of a call where it may be a function: one
// written there, a name, or what a wrapper makes of one; of an object the
// property "handler".
func TSHandler(call *cst.Node) *cst.Node {
	last := lastNamed(call.Child("arguments"))
	for last.Is("array") {
		last = lastNamed(last)
	}
	if last.Is("object") {
		last = TSProperty(last, "handler")
	}
	if last.Is("arrow_function", "function_expression", "function", "identifier", "member_expression", "call_expression") {
		return last
	}
	return nil
}

// TSString is what a string literal says, what is put into a template as its
// name in braces; "" for anything else.
func TSString(n *cst.Node) string {
	switch {
	case n.Is("string"):
		return strings.Trim(n.Text(), "\"'")
	case n.Is("template_string"):
		return templateText(n)
	}
	return ""
}

func templateText(n *cst.Node) string {
	source, at := n.Tree().Source, n.Start+1
	var out strings.Builder
	for c := range n.NamedChildren() {
		if !c.Is("template_substitution") {
			continue
		}
		out.Write(source[at:c.Start])
		name := c.NamedChild(0).Text()
		if strings.ContainsAny(name, "{}/ ") {
			name = ""
		}
		out.WriteString("{" + name + "}")
		at = c.End
	}
	if at < n.End {
		out.WriteString(strings.TrimSuffix(string(source[at:n.End]), "`"))
	}
	return out.String()
}

// tsStrings are the literals of a string or of a list of strings.
func tsStrings(n *cst.Node) []string {
	if s := TSString(n); s != "" {
		return []string{s}
	}
	var out []string
	if n.Is("array") {
		for c := range n.NamedChildren() {
			if s := TSString(c); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// TSProperty is the value of a property of an object literal.
func TSProperty(object *cst.Node, name string) *cst.Node {
	if !object.Is("object") {
		return nil
	}
	for p := range object.NamedChildren() {
		if p.Is("pair") && tsName(p.Child("key")) == name {
			return p.Child("value")
		}
	}
	return nil
}

// joinPaths puts paths one after another.
func joinPaths(paths ...string) string {
	out := ""
	for _, p := range paths {
		if p = strings.Trim(p, "/"); p != "" {
			out += "/" + p
		}
	}
	if out == "" {
		return "/"
	}
	return out
}
