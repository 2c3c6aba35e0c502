package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// rubyVerbs are the words of Rails' and Sinatra's routes.
var rubyVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "head": "HEAD", "options": "OPTIONS"}

// rubyEndpoints adds the routes of a Rails file of routes, or those of a
// Sinatra application. A Rails route has the property "handler", such as
// "Admin.OrdersController#show". Tests register routes too, but serve nobody.
func rubyEndpoints(b *builder) {
	b.tree.Root.Walk(func(n *cst.Node) bool {
		switch {
		case n.Is("call") && n.Child("method").Text() == "draw" && n.Child("block") != nil:
			rails := railsRoutes{b: b}
			rails.body(n.Child("block").Child("body"), railsScope{})
			return false
		case n.Is("call") && rubyExample[n.Child("method").Text()], n.Is("method") && strings.HasPrefix(n.Child("name").Text(), "test_"):
			return false
		case n.Is("class", "program"):
			sinatraRoutes(b, n)
		}
		return true
	})
}

// rubyExample are the words whose blocks are tests.
var rubyExample = map[string]bool{"describe": true, "context": true, "it": true, "test": true, "specify": true, "should": true, "setup": true, "feature": true, "scenario": true}

// sinatraRoutes adds the routes of a class that derives from Sinatra's, or of
// a script that requires it.
func sinatraRoutes(b *builder, n *cst.Node) {
	body := n
	if n.Is("class") {
		body = n.Child("body")
		if base := n.Child("superclass").Text(); !strings.Contains(base, "Sinatra") {
			return
		}
	} else if !requiresSinatra(n) {
		return
	}
	sinatraBody(b, body, "")
}

func requiresSinatra(program *cst.Node) bool {
	for c := range program.NamedChildren() {
		if c.Child("method").Text() == "require" && strings.HasPrefix(rubyString(c.Child("arguments").NamedChild(0)), "sinatra") {
			return true
		}
	}
	return false
}

func sinatraBody(b *builder, body *cst.Node, prefix string) {
	for c := range body.NamedChildren() {
		if !c.Is("call") || c.Child("receiver") != nil || c.Child("block") == nil {
			continue
		}
		word, pattern := c.Child("method").Text(), c.Child("arguments").NamedChild(0)
		path := rubyString(pattern)
		switch {
		case !strings.HasPrefix(path, "/"):
		case word == "namespace":
			sinatraBody(b, c.Child("block").Child("body"), joinPaths(prefix, path))
		case rubyVerbs[word] != "":
			i := addRoute(b, c, pattern, rubyVerbs[word], joinPaths(prefix, path))
			b.at(i).Signature = word + " " + pattern.Text()
		}
	}
}

// railsScope is what stands around a route.
type railsScope struct {
	path       string // before every path
	module     string // before every controller, with a dot
	controller string // of the resources around, "" for none
	member     string // the path of one of the resources
	collection string
}

type railsRoutes struct{ b *builder }

func (r railsRoutes) body(n *cst.Node, s railsScope) {
	for c := range n.NamedChildren() {
		switch {
		case c.Is("call") && c.Child("receiver") == nil:
			r.call(c, s)
		case c.Is("if", "unless", "then", "else", "if_modifier", "unless_modifier"):
			r.body(c, s)
		}
	}
}

func (r railsRoutes) call(n *cst.Node, s railsScope) {
	word, args, block := n.Child("method").Text(), n.Child("arguments"), n.Child("block").Child("body")
	switch word {
	case "namespace":
		name := rubyWord(args.NamedChild(0))
		r.body(block, railsScope{path: joinPaths(s.path, wordOr(rubyOption(args, "path"), name)), module: s.module + camel(wordOr(rubyOption(args, "module"), name)) + "."})
	case "scope":
		in := s
		in.path = joinPaths(s.path, rubyWord(args.NamedChild(0)), rubyWord(rubyOption(args, "path")))
		if m := rubyWord(rubyOption(args, "module")); m != "" {
			in.module += camel(m) + "."
		}
		if c := rubyWord(rubyOption(args, "controller")); c != "" {
			in.controller = c
		}
		r.body(block, in)
	case "controller":
		in := s
		in.controller = rubyWord(args.NamedChild(0))
		r.body(block, in)
	case "constraints", "defaults", "concern", "authenticate", "authenticated", "with_options", "shallow":
		r.body(block, s)
	case "member":
		in := s
		in.path, in.collection = s.member, s.member
		r.body(block, in)
	case "collection":
		in := s
		in.path, in.member = s.collection, s.collection
		r.body(block, in)
	case "resources", "resource":
		for name := range args.NamedChildren() {
			if name.Is("simple_symbol", "string") {
				r.resources(n, name, s, word == "resource")
			}
		}
	case "root":
		r.add(n, firstOf(args.NamedChild(0), n), "GET", joinPaths(s.path), wordOr(rubyOption(args, "to"), rubyWord(args.NamedChild(0))), s)
	case "match":
		for verb := range rubyWords(rubyOption(args, "via")) {
			r.route(n, strings.ToUpper(strings.ReplaceAll(verb, "all", "any")), s)
		}
	default:
		if verb := rubyVerbs[word]; verb != "" {
			r.route(n, verb, s)
		}
	}
}

// route adds get "path", to: "controller#action", get "path" => "…" and
// get :action.
func (r railsRoutes) route(n *cst.Node, verb string, s railsScope) {
	args := n.Child("arguments")
	first := args.NamedChild(0)
	to := rubyWord(rubyOption(args, "to"))
	if first.Is("pair") {
		to, first = rubyWord(first.Child("value")), first.Child("key")
	}
	path := rubyWord(first)
	if path == "" {
		return
	}
	switch rubyWord(rubyOption(args, "on")) {
	case "member":
		s.path = s.member
	case "collection":
		s.path = s.collection
	}
	if action := wordOr(rubyOption(args, "action"), path); to == "" {
		to = action
	}
	if !strings.Contains(to, "#") {
		controller := wordOr(rubyOption(args, "controller"), s.controller)
		if i := strings.LastIndexByte(to, '/'); controller == "" && i > 0 {
			controller, to = to[:i], to[i+1:]
		}
		to = strings.TrimPrefix(controller, "/") + "#" + to
	}
	r.add(n, first, verb, joinPaths(s.path, strings.TrimSuffix(path, "(.:format)")), to, s)
}

func (r railsRoutes) add(n, at *cst.Node, verb, path, to string, s railsScope) {
	i := addRoute(r.b, n, at, verb, path)
	args := n.Child("arguments")
	r.b.at(i).Signature = fold(n.Child("method").Text() + " " + args.Text())
	if controller, action, ok := strings.Cut(to, "#"); ok && controller != "" {
		r.b.set(i, "handler", s.module+camel(controller)+"Controller#"+action)
	}
}

// railsActions are the routes that resources make: of the collection, or of
// one of them. The last two of update are one action.
var railsActions = []struct {
	action, verb, path string
	member             bool
}{
	{"index", "GET", "", false}, {"create", "POST", "", false}, {"new", "GET", "new", false},
	{"show", "GET", "", true}, {"edit", "GET", "edit", true}, {"update", "PATCH", "", true}, {"update", "PUT", "", true}, {"destroy", "DELETE", "", true},
}

func (r railsRoutes) resources(n, name *cst.Node, s railsScope, singular bool) {
	args := n.Child("arguments")
	word := rubyWord(name)
	controller := wordOr(rubyOption(args, "controller"), word)
	if singular && rubyOption(args, "controller") == nil {
		controller = word + "s"
	}
	in := s
	in.controller, in.collection = controller, joinPaths(s.path, wordOr(rubyOption(args, "path"), word))
	if m := rubyWord(rubyOption(args, "module")); m != "" {
		in.module += camel(m) + "."
	}
	param := wordOr(rubyOption(args, "param"), "id")
	in.member, in.path = joinPaths(in.collection, "{"+param+"}"), joinPaths(in.collection, "{"+singularOf(word)+"_"+param+"}")
	if singular {
		in.member, in.path = in.collection, in.collection
	}
	only, except := rubyOption(args, "only"), rubyOption(args, "except")
	for _, a := range railsActions {
		if only != nil && !rubyLists(only, a.action) || rubyLists(except, a.action) || singular && a.action == "index" {
			continue
		}
		base := in.collection
		if a.member {
			base = in.member
		}
		r.add(n, name, a.verb, joinPaths(base, a.path), controller+"#"+a.action, in)
	}
	r.body(n.Child("block").Child("body"), in)
}

// rubyOption is the value of a keyword argument.
func rubyOption(args *cst.Node, name string) *cst.Node {
	for a := range args.NamedChildren() {
		if a.Is("pair") && a.Child("key").Text() == name {
			return a.Child("value")
		}
	}
	return nil
}

// rubyWord is what a plain string or a symbol says.
func rubyWord(n *cst.Node) string {
	if n.Is("simple_symbol", "bare_symbol", "bare_string") {
		return strings.TrimPrefix(n.Text(), ":")
	}
	return rubyString(n)
}

func rubyString(n *cst.Node) string {
	if !n.Is("string") || n.Has("interpolation") {
		return ""
	}
	return n.ChildOfType("string_content").Text()
}

func wordOr(n *cst.Node, fallback string) string {
	if w := rubyWord(n); w != "" {
		return w
	}
	return fallback
}

// rubyWords are the words of a list, or the one word.
func rubyWords(n *cst.Node) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if w := rubyWord(n); w != "" {
			yield(w)
			return
		}
		for c := range n.NamedChildren() {
			if !yield(rubyWord(c)) {
				return
			}
		}
	}
}

func rubyLists(list *cst.Node, word string) bool {
	for w := range rubyWords(list) {
		if w == word {
			return true
		}
	}
	return false
}

// camel spells a path of words as constants: "admin/user_notes" is
// Admin.UserNotes.
func camel(path string) string {
	var out strings.Builder
	up := true
	for _, c := range path {
		switch {
		case c == '/':
			out.WriteByte('.')
			up = true
		case c == '_':
			up = true
		case up:
			out.WriteString(strings.ToUpper(string(c)))
			up = false
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}

// singularOf is the singular of a regular English plural.
func singularOf(word string) string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"):
		return strings.TrimSuffix(word, "es")
	}
	return strings.TrimSuffix(word, "s")
}
