package typescript

import (
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/syntax"
)

// route links the handler that a call registers to its endpoints: a named
// function, what registers it where it is written there, else the file.
func (w *walker) route(call *cst.Node) {
	if len(w.mod.routes) == 0 {
		return
	}
	if locals := w.mod.routes[call.Span()]; len(locals) > 0 {
		at, handler := w.handler(call)
		w.expose(locals, at, handler)
	}
}

// expose links a handler to what it serves.
func (w *walker) expose(locals []string, at *cst.Node, handler code.SymbolRef) {
	for _, local := range locals {
		w.links = append(w.links, code.Link{Type: code.Exposes, Name: at.Text(), Pos: at.Pos(),
			Target: code.SymbolRef{Path: w.mod.path, Local: local}, Resolution: code.Exact}.FromSymbol(handler, w.mod.path))
	}
}

// handler is the function that a call registers, and where it is named.
func (w *walker) handler(call *cst.Node) (at *cst.Node, handler code.SymbolRef) {
	for n := syntax.TSHandler(call); n != nil && !isFunction(n); n = syntax.TSHandler(n) {
		named := n
		if f := n.Child("function"); f.Child("property").Text() == "bind" {
			named = orNone(f.Child("object"))
		}
		if refs := w.functions(named); len(refs) == 1 {
			return lastName(named), refs[0]
		}
	}
	return lastName(orNone(call.Child("function"))), code.SymbolRef{Path: w.mod.path, Local: w.from(call.Start)}
}

// functions are the symbols of the repository that an expression names.
func (w *walker) functions(n *cst.Node) []code.SymbolRef {
	var ts []target
	switch {
	case n.Is("identifier"):
		if b := w.lookup(n, n.Text(), def.isValue); b != nil && !b.mod.external {
			ts = w.targetsOfBinding(b, false)
		}
	case n.Is("member_expression") && n.Child("property") != nil:
		ts = w.targetsOfMember(n, n.Child("property"), false)
	}
	var out []code.SymbolRef
	for _, t := range ts {
		if t.id == nil {
			continue
		}
		if r, ok := w.ref(t.id); ok {
			out = append(out, r)
		}
	}
	return out
}

// controllerRoute links a method of a NestJS controller to what it serves.
func (w *walker) controllerRoute(method *cst.Node) {
	if len(w.mod.routes) == 0 {
		return
	}
	route := syntax.NestRoute(method)
	if route == nil {
		return
	}
	if handler, ok := w.ref(orNone(method.Child("name"))); ok {
		w.expose(w.mod.routes[route.Parent.Span()], method.Child("name"), handler)
	}
}

// clientName matches what comes from a package that sends requests.
var clientName = regexp.MustCompile(`^(?:axios|ky|got|superagent|ofetch|undici|needle|node-fetch|cross-fetch|isomorphic-fetch|@nestjs/axios|request|request-promise)(?:\.|$)`)

// clientVerbs are the methods of clients by what they send.
var clientVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "del": "DELETE", "head": "HEAD", "options": "OPTIONS",
	"request": "GET", "fetch": "GET"}

// request links a request whose address is written out to the endpoints that
// serve it: by fetch, axios and their like.
func (w *walker) request(call *cst.Node) {
	args := call.Child("arguments")
	address, options := args.NamedChild(0), args.NamedChild(1)
	if !address.Is("string", "template_string", "binary_expression", "object") {
		return
	}
	at, verb := w.sender(call.Child("function"))
	if verb == "" {
		return
	}
	if address.Is("object") {
		options, address = address, syntax.TSProperty(address, "url")
	}
	if m := syntax.TSString(syntax.TSProperty(options, "method")); m != "" {
		verb = strings.ToUpper(m)
	}
	if l, ok := w.v.Request(verb, addressText(address)); ok {
		w.link(code.Requests, at, l)
	}
}

// sender is the name of a function that sends requests, and the method that it
// sends; "" where it does not.
func (w *walker) sender(f *cst.Node) (at *cst.Node, verb string) {
	object, property := f.Child("object"), f.Child("property")
	switch {
	case f.Is("identifier") && (f.Text() == "fetch" && w.isGlobal(f) || w.isClient(f)):
		return f, "GET"
	case property.Text() == "fetch" && browserGlobals[object.Text()]:
		return property, "GET"
	case clientVerbs[property.Text()] != "" && w.isClient(object):
		return property, clientVerbs[property.Text()]
	}
	return nil, ""
}

var browserGlobals = map[string]bool{"window": true, "globalThis": true, "self": true}

func (w *walker) isGlobal(name *cst.Node) bool {
	b := w.lookup(name, name.Text(), def.isValue)
	return b == nil || b.mod.external
}

func (w *walker) isClient(n *cst.Node) bool {
	t := w.nonNull(w.typeOf(n))
	return t.kind == outside && clientName.MatchString(t.name)
}

// addressText is an address that is written as a literal, or put together from
// literals and values, which stand in braces.
func addressText(n *cst.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Is("binary_expression") && n.Has("+"):
		return addressText(n.Child("left")) + addressText(n.Child("right"))
	case n.Is("string", "template_string"):
		return syntax.TSString(n)
	}
	return "{}"
}
