package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func rubyTestPath(filePath string) bool {
	name := strings.TrimSuffix(path.Base(filePath), ".rb")
	return strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_spec") || strings.HasPrefix(name, "test_")
}

func rubySymbols(b *builder) {
	r := &rubyFile{builder: b, fields: map[int]map[string]bool{}}
	r.body(0, b.tree.Root, rubyBody{})
	rubyEndpoints(b)
}

type rubyFile struct {
	*builder
	fields map[int]map[string]bool // class → its instance variables that have a symbol
}

// rubyBody is the state of a class body as it is read from top to bottom.
type rubyBody struct {
	singleton bool // inside "class << self"
	hidden    bool // below a bare "private" or "protected"
}

func (r *rubyFile) body(parent int, n *cst.Node, state rubyBody) {
	for c := range n.NamedChildren() {
		r.statement(parent, c, &state)
	}
}

func (r *rubyFile) statement(parent int, n *cst.Node, state *rubyBody) {
	switch n.Type {
	case "module", "class":
		r.typeDefinition(parent, n)
	case "singleton_class":
		r.body(parent, n.Child("body"), rubyBody{singleton: true})
	case "method", "singleton_method":
		r.method(parent, n, *state)
	case "alias":
		r.alias(parent, n, n.Child("name"))
	case "assignment":
		r.assignment(parent, n)
	case "identifier":
		if n.Text() == "private" || n.Text() == "protected" || n.Text() == "public" {
			state.hidden = n.Text() != "public"
		}
	case "call":
		r.call(parent, n, state)
	case "ERROR", "if", "unless", "begin", "then", "else", "if_modifier", "unless_modifier", "body_statement", "parenthesized_statements", "rescue":
		for c := range n.NamedChildren() {
			r.statement(parent, c, state)
		}
	}
}

func (r *rubyFile) typeDefinition(parent int, n *cst.Node) {
	name := n.Child("name")
	if name == nil {
		return
	}
	kind := code.Class
	i := r.addNamed(parent, kind, n, name, strings.ReplaceAll(strings.TrimPrefix(name.Text(), "::"), "::", "."))
	s := r.at(i)
	body := n.Child("body")
	s.Signature, s.Doc = signature(n, body), docBefore(n)
	if body == nil {
		s.Signature = strings.TrimSuffix(strings.TrimRight(s.Signature, "; "), " end")
	}
	if n.Type == "module" {
		r.set(i, "module", "true")
	}
	base := n.Child("superclass").Text()
	s.Test = strings.Contains(base, "Test")
	r.body(i, body, rubyBody{})
}

func (r *rubyFile) method(parent int, n *cst.Node, state rubyBody) {
	name := n.Child("name")
	if name == nil {
		return
	}
	kind := code.Method
	if !r.at(parent).Kind.TypeLike() {
		kind = code.Function
	}
	i := r.add(parent, kind, n, name)
	s := r.at(i)
	s.Signature, s.Doc, s.Exported = rubySignature(n), docBefore(n), !state.hidden
	s.Test = strings.HasPrefix(s.Name, "test_")
	if n.Type == "singleton_method" || state.singleton {
		r.set(i, "static", "true")
	}
	n.Child("body").Walk(func(c *cst.Node) bool {
		if c.Is("method", "singleton_method") {
			r.method(parent, c, rubyBody{})
			return false
		}
		if c.Is("assignment", "operator_assignment") && kind == code.Method && r.at(i).Properties["static"] == "" {
			r.instanceVariable(parent, c)
		}
		return true
	})
}

// instanceVariable adds a field where the class first sets an instance
// variable that no accessor stands for.
func (r *rubyFile) instanceVariable(class int, assignment *cst.Node) {
	name := assignment.Child("left")
	if !name.Is("instance_variable") || r.fields[class][name.Text()] {
		return
	}
	r.noteField(class, name.Text())
	i := r.add(class, code.Field, assignment, name)
	r.at(i).Signature, r.at(i).Exported = signature(assignment, nil), false
}

func (r *rubyFile) noteField(class int, name string) {
	if r.fields[class] == nil {
		r.fields[class] = map[string]bool{}
	}
	r.fields[class][name] = true
}

func rubySignature(n *cst.Node) string {
	last := firstOf(n.Child("parameters"), n.Child("name"))
	text := fold(string(n.Tree().Source[n.Start:last.End]))
	if len(text) > 400 {
		text = strings.ToValidUTF8(text[:397], "") + "…"
	}
	return text
}

func (r *rubyFile) assignment(parent int, n *cst.Node) {
	left, right := n.Child("left"), n.Child("right")
	if !left.Is("constant", "scope_resolution", "global_variable") {
		return
	}
	name := strings.ReplaceAll(left.Text(), "::", ".")
	if made := right.Child("method").Text(); right.Is("call") && (right.Child("receiver").Text() == "Struct" || right.Child("receiver").Text() == "Class" || right.Child("receiver").Text() == "Data") && (made == "new" || made == "define") {
		i := r.addNamed(parent, code.Class, n, left, name)
		r.at(i).Signature, r.at(i).Doc = signature(n, right.Child("block")), docBefore(n)
		r.structMembers(i, right)
		return
	}
	i := r.addNamed(parent, code.Field, n, left, name)
	r.at(i).Signature, r.at(i).Doc = signature(n, nil), docBefore(n)
}

// structMembers adds the fields of a Struct.new and the methods of its block.
func (r *rubyFile) structMembers(parent int, call *cst.Node) {
	for a := range call.Child("arguments").NamedChildren() {
		if a.Type == "simple_symbol" {
			r.accessor(parent, a, call)
		}
	}
	r.body(parent, call.Child("block").Child("body"), rubyBody{})
}

func (r *rubyFile) accessor(parent int, symbol, whole *cst.Node) int {
	name := strings.TrimPrefix(symbol.Text(), ":")
	r.noteField(parent, "@"+name)
	i := r.addNamed(parent, code.Field, whole, symbol, name)
	r.at(i).Signature = signature(whole, whole.Child("block"))
	return i
}

// call adds what the calls of a class body define, and the tests of blocks
// ("describe", "it").
func (r *rubyFile) call(parent int, n *cst.Node, state *rubyBody) {
	method, args := n.Child("method").Text(), n.Child("arguments")
	if n.Child("receiver") != nil {
		r.blockOf(parent, n)
		return
	}
	switch method {
	case "attr_accessor", "attr_reader", "attr_writer", "cattr_accessor", "mattr_accessor", "class_attribute", "delegate":
		for a := range args.NamedChildren() {
			if a.Type == "simple_symbol" {
				i := r.accessor(parent, a, n)
				r.set(i, "accessor", "true")
				r.at(i).Doc = docBefore(n)
			}
		}
	case "define_method", "scope":
		if a := args.NamedChild(0); a.Is("simple_symbol") {
			i := r.addNamed(parent, code.Method, n, a, strings.TrimPrefix(a.Text(), ":"))
			r.at(i).Signature, r.at(i).Doc, r.at(i).Exported = signature(n, n.Child("block")), docBefore(n), !state.hidden
		}
	case "alias_method":
		r.alias(parent, n, args.NamedChild(0))
	case "private", "protected", "public", "private_class_method", "module_function", "memoize":
		for a := range args.NamedChildren() {
			r.statement(parent, a, &rubyBody{hidden: method == "private" || method == "protected"})
		}
	case "describe", "context", "it", "test", "specify", "should", "setup", "feature", "scenario":
		r.exampleBlock(parent, n, args)
	default:
		r.blockOf(parent, n)
	}
}

func (r *rubyFile) blockOf(parent int, n *cst.Node) {
	if block := n.Child("block"); block != nil {
		r.body(parent, block.Child("body"), rubyBody{})
	}
}

// exampleBlock adds a test with a description as a symbol of that name.
func (r *rubyFile) exampleBlock(parent int, n, args *cst.Node) {
	block := n.Child("block")
	title := args.NamedChild(0)
	if block == nil || title == nil {
		r.blockOf(parent, n)
		return
	}
	name := n.Child("method").Text() + " " + fold(strings.Trim(title.Text(), `"':`))
	if len(name) > 120 {
		name = strings.ToValidUTF8(name[:117], "") + "…"
	}
	kind := code.Function
	if m := n.Child("method").Text(); m == "describe" || m == "context" || m == "feature" {
		kind = code.Class
	}
	i := r.addNamed(parent, kind, n, title, strings.ReplaceAll(name, ".", "·"))
	r.at(i).Signature, r.at(i).Test = signature(n, block), true
	r.set(i, "example", "true")
	r.body(i, block.Child("body"), rubyBody{})
}

func (r *rubyFile) alias(parent int, n, name *cst.Node) {
	if name == nil {
		return
	}
	i := r.addNamed(parent, code.Method, n, name, strings.TrimPrefix(name.Text(), ":"))
	r.at(i).Signature, r.at(i).Doc = signature(n, nil), docBefore(n)
	r.set(i, "alias", "true")
}
