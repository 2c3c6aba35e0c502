package ruby

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// walker links the references of one file.
type walker struct {
	world
	file  *graph.File
	links []code.Link

	from      string
	method    string // the method that is walked
	class     string // the class that self is, or is an instance of
	nesting   []string
	singleton bool // self is the class
	block     bool // inside a block, which may change self
	locals    map[string]*cst.Node
}

func (w *walker) walk(n *cst.Node) {
	switch n.Type {
	case "class", "module":
		w.classBody(n)
		return
	case "singleton_class":
		was := w.singleton
		w.singleton = true
		w.children(n)
		w.singleton = was
		return
	case "method", "singleton_method":
		w.methodBody(n)
		return
	case "call":
		w.call(n)
		return
	case "identifier":
		w.bare(n)
	case "instance_variable":
		w.instanceVariable(n)
	case "super":
		w.super(n)
	case "constant":
		w.constantRead(n)
	case "scope_resolution":
		w.constantRead(n)
		return
	}
	w.children(n)
}

func (w *walker) children(n *cst.Node) {
	for c := range n.NamedChildren() {
		w.walk(c)
	}
}

func (w *walker) classBody(n *cst.Node) {
	class, nesting, singleton, locals := w.class, w.nesting, w.singleton, w.locals
	if name := n.Child("name"); name != nil {
		full := join(w.class, dotted(name))
		w.class, w.nesting = full, append(append([]string{}, nesting...), full)
	}
	w.singleton, w.locals = true, nil
	w.walkIfAny(n.Child("superclass"))
	w.walkIfAny(n.Child("body"))
	w.class, w.nesting, w.singleton, w.locals = class, nesting, singleton, locals
}

func (w *walker) walkIfAny(n *cst.Node) {
	if n != nil {
		w.children(n)
	}
}

func (w *walker) methodBody(n *cst.Node) {
	from, method, singleton, locals, block := w.from, w.method, w.singleton, w.locals, w.block
	if name := n.Child("name"); name != nil {
		if s := w.own.at[name.Pos()]; s != nil {
			w.from, w.method = s.Local, s.Name
		}
	}
	inSingletonClass := n.Enclosing("singleton_class", "class", "module").Is("singleton_class")
	w.singleton, w.locals, w.block = n.Type == "singleton_method" || inSingletonClass, variables(n), false
	w.walkIfAny(n.Child("parameters"))
	if b := n.Child("body"); b != nil {
		w.walk(b)
	}
	w.from, w.method, w.singleton, w.locals, w.block = from, method, singleton, locals, block
}

// variables are the parameters and variables of a body, with what one was
// given where it was given one thing only.
func variables(n *cst.Node) map[string]*cst.Node {
	out := map[string]*cst.Node{}
	n.Walk(func(c *cst.Node) bool {
		switch c.Type {
		case "method_parameters", "block_parameters", "lambda_parameters":
			c.Walk(func(p *cst.Node) bool {
				if p.Type == "identifier" {
					out[p.Text()] = nil
				}
				return true
			})
			return false
		case "assignment":
			left := c.Child("left")
			if left.Is("identifier", "instance_variable") {
				if _, known := out[left.Text()]; known {
					out[left.Text()] = nil
				} else {
					out[left.Text()] = c.Child("right")
				}
			}
		case "left_assignment_list", "exception_variable":
			for p := range c.NamedChildren() {
				out[p.Text()] = nil
			}
		case "operator_assignment":
			out[c.Child("left").Text()] = nil
		}
		return true
	})
	return out
}

func (w *walker) call(n *cst.Node) {
	name, receiver := n.Child("method"), n.Child("receiver")
	switch {
	case name.Is("super"):
		w.super(name)
	case receiver == nil && name != nil && strings.HasPrefix(name.Text(), "require"):
		w.require(n, name.Text())
	case receiver == nil && name.Is("identifier", "constant"):
		w.selfCall(name, true)
	case name.Is("identifier", "constant", "operator"):
		w.callOn(receiver, name)
	}
	block := w.block
	for c := range n.NamedChildren() {
		if c == name {
			continue
		}
		w.block = block || c.Field == "block" && receiver != nil
		w.walk(c)
	}
	w.block = block
}

// selfCall links a call without a receiver. certain tells a call from what
// may be a variable.
func (w *walker) selfCall(name *cst.Node, certain bool) {
	text := name.Text()
	if f, ok := w.world.method(w.class, text, w.singleton, false); ok && w.class != "" {
		r := code.Exact
		if w.block {
			r = code.Inferred
		}
		w.add(name, f.edge(name), f.ref(f.local), r)
		return
	}
	if text == "new" && w.singleton && w.class != "" && !w.block {
		w.construct(name, w.class)
		return
	}
	if ref, ok := w.top(text); ok {
		w.add(name, code.Calls, ref, code.Exact)
		return
	}
	switch {
	case !certain:
	case kernel[text] || w.class != "" && w.leaves(w.class):
		w.none(name, code.External, "")
	default:
		w.none(name, code.Unknown, "")
	}
}

// kernel are methods that every object has, and those of class bodies.
var kernel = map[string]bool{}

func init() {
	for _, k := range strings.Fields("puts print p pp raise fail loop lambda proc format sprintf printf rand sleep exit abort at_exit catch throw gets open warn binding block_given? caller freeze frozen? include extend prepend attr_accessor attr_reader attr_writer private public protected module_function define_method alias_method private_constant private_class_method autoload instance_variable_get instance_variable_set respond_to? send public_send is_a? kind_of? instance_of? nil? dup clone tap then object_id hash inspect to_s class method methods instance_eval instance_exec class_eval Integer Float String Array Hash Rational require load eval system exec fork trap srand test") {
		kernel[k] = true
	}
}

// callOn links a call with a receiver by the receiver's class.
func (w *walker) callOn(receiver, name *cst.Node) {
	full, singleton, known := w.classOf(receiver, 0)
	if full == "" {
		if known {
			w.none(name, code.External, "")
		} else {
			w.none(name, code.Unknown, "")
		}
		return
	}
	text := name.Text()
	if singleton && text == "new" {
		w.construct(name, full)
		return
	}
	f, ok := w.world.method(full, text, singleton, false)
	switch {
	case ok:
		r := code.Exact
		if !receiver.Is("self", "constant", "scope_resolution") {
			r = code.Inferred
		}
		w.add(name, f.edge(name), f.ref(f.local), r)
	case w.leaves(full) || kernel[text]:
		w.none(name, code.External, "")
	default:
		w.none(name, code.Unknown, "")
	}
}

// construct links Class.new to initialize where there is one, else to the
// class.
func (w *walker) construct(name *cst.Node, full string) {
	if f, ok := w.world.method(full, "new", true, false); ok {
		w.add(name, code.Calls, f.ref(f.local), code.Exact)
		return
	}
	if f, ok := w.world.method(full, "initialize", false, false); ok {
		w.add(name, code.Calls, f.ref(f.local), code.Exact)
		return
	}
	for _, p := range w.parts(full) {
		if p.local != "" {
			w.add(name, code.Calls, p.ref(p.local), code.Exact)
			return
		}
	}
}

// maxExpression bounds the expressions that a class is followed through.
const maxExpression = 10

// classOf is the class of an expression, or with singleton the class that it
// is. An empty name that is known lies elsewhere.
func (w *walker) classOf(e *cst.Node, depth int) (full string, singleton, known bool) {
	if e == nil || depth > maxExpression {
		return "", false, false
	}
	switch e.Type {
	case "self":
		return w.class, w.singleton, w.class != "" && !w.block
	case "constant", "scope_resolution":
		return w.constant(w.nesting, dotted(e)), true, true
	case "string", "integer", "float", "array", "hash", "regex", "simple_symbol", "symbol_array", "string_array":
		return "", false, true
	case "identifier", "instance_variable":
		if value := w.locals[e.Text()]; value != nil {
			return w.classOf(value, depth+1)
		}
	case "parenthesized_statements":
		return w.classOf(e.NamedChild(0), depth+1)
	case "call":
		if e.Child("method").Text() == "new" {
			if full, singleton, known := w.classOf(e.Child("receiver"), depth+1); singleton && known {
				return full, false, true
			}
		}
	}
	return "", false, false
}

// bare links a name alone: a call without arguments, unless it is a variable.
func (w *walker) bare(n *cst.Node) {
	p := n.Parent
	if _, variable := w.locals[n.Text()]; variable || n.Field == "name" || written(n) || n.Field == "pattern" ||
		p.Is("method_parameters", "block_parameters", "lambda_parameters", "alias", "undef", "keyword_parameter", "optional_parameter", "block_parameter", "splat_parameter", "hash_splat_parameter", "left_assignment_list", "exception_variable") {
		return
	}
	w.selfCall(n, false)
}

// instanceVariable links the reading or the writing of an instance variable.
func (w *walker) instanceVariable(n *cst.Node) {
	if w.class == "" || w.singleton || w.method == "" {
		return
	}
	f, ok := w.world.instanceVariable(w.class, n.Text())
	if !ok {
		return
	}
	edge, r := code.Reads, code.Exact
	if written(n) {
		edge = code.Writes
	}
	if w.block {
		r = code.Inferred
	}
	w.add(n, edge, f.ref(f.local), r)
}

func (w *walker) super(n *cst.Node) {
	if w.method == "" || w.class == "" {
		return
	}
	if f, ok := w.world.method(w.class, w.method, w.singleton, true); ok {
		w.add(n, code.Calls, f.ref(f.local), code.Exact)
		return
	}
	if w.leaves(w.class) {
		w.none(n, code.External, "")
		return
	}
	w.none(n, code.Unknown, "")
}

func (w *walker) add(at *cst.Node, t code.EdgeType, to code.SymbolRef, r code.Resolution) {
	w.links = append(w.links, code.Link{From: w.from, Type: t, Name: at.Text(), Pos: at.Pos(), Target: to, Resolution: r})
}

func (w *walker) none(at *cst.Node, r code.Resolution, external string) {
	l := code.Link{From: w.from, Type: code.Calls, Name: at.Text(), Pos: at.Pos(), Resolution: r}
	if external != "" {
		l.Properties = map[string]string{"external": external}
	}
	w.links = append(w.links, l)
}
