package clang

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// walker links the references of one file.
type walker struct {
	file  *graph.File
	model *model
	unit  *unit
	links []code.Link

	from   *code.Symbol         // the function that is walked, nil outside any
	class  string               // the type that it is a member of
	locals map[string]*cst.Node // its parameters and variables → what declares them
	flowed bool                 // the last type was followed through a variable without one
}

func (w *walker) includes() {
	for _, inc := range w.model.includes {
		l := code.Link{Type: code.Imports, Name: inc.path, Pos: inc.pos, Resolution: code.External, Properties: map[string]string{"external": inc.path}}
		if p := w.unit.resolve(w.file.Path, inc); p != "" {
			l.Target, l.Resolution, l.Properties = code.SymbolRef{Path: p}, code.Exact, nil
		}
		w.links = append(w.links, l)
	}
}

// walk links what is below n.
func (w *walker) walk(n *cst.Node) {
	switch n.Type {
	case "function_definition":
		w.function(n)
		return
	case "call_expression":
		w.call(n)
	case "if_statement":
		w.blockMacro(n)
	case "identifier", "type_identifier":
		w.name(n)
	case "field_expression":
		w.field(n)
		w.walk(n.Child("argument"))
		return
	case "new_expression":
		w.construct(n)
	}
	for c := range n.NamedChildren() {
		w.walk(c)
	}
}

// function walks a definition with its own variables.
func (w *walker) function(n *cst.Node) {
	from, class, locals := w.from, w.class, w.locals
	if s := w.symbolOf(n); s != nil {
		w.from, w.class = s, ""
		for _, m := range w.model.names {
			if m.local == s.Local {
				w.class = m.class
			}
		}
	}
	w.locals = localsOf(n)
	for c := range n.NamedChildren() {
		w.walk(c)
	}
	w.from, w.class, w.locals = from, class, locals
}

// symbolOf is the function or method whose definition n is.
func (w *walker) symbolOf(n *cst.Node) *code.Symbol {
	start, end := n.Pos(), n.Span().End
	for i := range w.file.Facts.Symbols {
		s := &w.file.Facts.Symbols[i]
		if s.Kind.Callable() && s.Span.End == end && (s.Span.Start == start || s.Span.Contains(start) && s.NamePos.Line >= start.Line) {
			return s
		}
	}
	return nil
}

// localsOf are the parameters and variables of a function, those of blocks
// inside it too.
func localsOf(n *cst.Node) map[string]*cst.Node {
	out := map[string]*cst.Node{}
	n.Walk(func(c *cst.Node) bool {
		switch c.Type {
		case "parameter_declaration", "optional_parameter_declaration", "declaration", "for_range_loop":
			for _, d := range c.All("declarator") {
				if id := plainName(d); id != nil && !declaresFunction(d) {
					out[id.Text()] = c
				}
			}
		}
		return true
	})
	return out
}

func plainName(d *cst.Node) *cst.Node {
	for d != nil && d.Type != "identifier" {
		if next := d.Child("declarator"); next != nil {
			d = next
			continue
		}
		var inner *cst.Node
		if d.Is("parenthesized_declarator", "reference_declarator") {
			for c := range d.NamedChildren() {
				inner = c
			}
		}
		d = inner
	}
	return d
}

// declaresFunction reports whether a declarator is a prototype.
func declaresFunction(d *cst.Node) bool {
	for d.Is("pointer_declarator") {
		d = d.Child("declarator")
	}
	return d.Is("function_declarator") && d.Child("declarator").Is("identifier") && d.Enclosing("parameter_declaration") == nil
}

func (w *walker) call(n *cst.Node) {
	f := n.Child("function")
	args := argumentCount(n.Child("arguments"))
	switch {
	case f.Is("identifier"):
		w.callName(f, args)
	case f.Is("template_function"):
		w.callName(f.Child("name"), args)
	case f.Is("qualified_identifier"):
		w.callQualified(f, args)
	case f.Is("field_expression"):
		w.callMember(f, args)
	case f.Is("parenthesized_expression"):
		if id := f.NamedChild(0); id.Is("identifier") {
			w.callName(id, args)
		} else {
			w.none(f, "", code.Unknown)
		}
	case f != nil:
		w.none(f, "", code.Unknown)
	}
}

func argumentCount(args *cst.Node) int {
	count := 0
	for a := range args.NamedChildren() {
		if a.Type != "comment" {
			count++
		}
	}
	return count
}

// callName links the call of a free name.
func (w *walker) callName(id *cst.Node, args int) {
	word := id.Text()
	if w.locals[word] != nil {
		w.none(id, "", code.Unknown)
		return
	}
	if w.class != "" {
		if members := w.members(w.class, word, args); len(members) > 0 {
			w.bind(id, code.Calls, members, code.Exact)
			return
		}
	}
	f := w.unit.function(word, func(n *name) bool { return n.callable() && n.class == "" || n.macro })
	f.targets = w.overloads(f.targets, args)
	switch {
	case len(f.targets) > 0:
		w.bind(id, code.Calls, f.targets, code.Exact)
	case w.constructor(id, word, args):
	case len(w.unit.visible(word, func(n *name) bool { return n.kind == code.Field && n.class == "" })) > 0:
		w.none(id, "", code.Unknown)
	case w.file.Dialect == "cpp" || w.model.system:
		w.none(id, word, code.External)
	default:
		w.none(id, "", w.undeclared())
	}
}

// undeclared is what a call is whose name no file of the unit declares: it
// comes from a header that is not here, if any is included.
func (w *walker) undeclared() code.Resolution {
	for _, m := range w.unit.models {
		if m.system {
			return code.External
		}
	}
	return code.Unknown
}

// name links what is no call: functions as values, variables, macros,
// enumerators and types.
func (w *walker) name(id *cst.Node) {
	if w.isCalled(id) || declares(id) {
		return
	}
	text := id.Text()
	if id.Type == "type_identifier" {
		if t := w.typeNamed(text); t != nil {
			w.bind(id, code.Reads, []*name{t}, code.Exact)
		}
		return
	}
	if w.locals[text] != nil {
		return
	}
	typ := code.Reads
	if written(id) {
		typ = code.Writes
	}
	if w.class != "" {
		if members := w.fields(w.class, text); len(members) > 0 {
			w.bind(id, typ, members, code.Exact)
			return
		}
	}
	f := w.unit.function(text, func(n *name) bool {
		return n.kind == code.Function || n.macro || n.kind == code.Field && (n.class == "" || w.enumerator(n))
	})
	if len(f.targets) > 0 {
		w.bind(id, typ, f.targets, code.Exact)
	}
}

func (w *walker) enumerator(n *name) bool {
	return n.static && n.returns == "" && n.kind == code.Field
}

func (w *walker) isCalled(id *cst.Node) bool {
	p := id.Parent
	switch {
	case p.Is("call_expression"):
		return id.Field == "function"
	case p.Is("template_function", "qualified_identifier"):
		return true
	case p.Is("parenthesized_expression") && p.Parent.Is("call_expression"):
		return p.Field == "function"
	}
	return false
}

// declares reports whether a name stands where it is declared.
func declares(id *cst.Node) bool {
	switch id.Parent.Type {
	case "preproc_def", "preproc_function_def", "preproc_params", "preproc_ifdef", "preproc_defined", "labeled_statement", "goto_statement", "enumerator", "namespace_definition", "nested_namespace_specifier", "using_declaration", "type_parameter_declaration":
		return id.Field != "value"
	case "struct_specifier", "union_specifier", "enum_specifier", "class_specifier":
		return id.Parent.Child("body") != nil && id.Field == "name"
	case "function_declarator", "init_declarator", "pointer_declarator", "array_declarator", "parameter_declaration", "declaration", "reference_declarator", "type_definition", "alias_declaration", "destructor_name":
		return id.Field == "declarator" || id.Field == "name" || id.Parent.Is("reference_declarator", "destructor_name")
	}
	return false
}

func written(id *cst.Node) bool {
	p := id.Parent
	return p.Is("assignment_expression") && id.Field == "left" || p.Is("update_expression")
}

func (w *walker) bind(id *cst.Node, typ code.EdgeType, targets []*name, r code.Resolution) {
	w.addAt(id.Pos(), id.Text(), typ, targets, r)
}

func (w *walker) addAt(pos code.Pos, text string, typ code.EdgeType, targets []*name, r code.Resolution) {
	l := code.Link{From: w.fromLocal(), Type: typ, Name: text, Pos: pos, Target: targets[0].ref(), Resolution: r}
	if len(targets) > 1 {
		l.Target, l.Resolution = code.SymbolRef{}, code.Ambiguous
		for _, t := range targets {
			l.Candidates = append(l.Candidates, t.ref())
		}
	}
	w.links = append(w.links, l)
}

func (w *walker) fromLocal() string {
	if w.from == nil {
		return ""
	}
	return w.from.Local
}

func (w *walker) none(id *cst.Node, external string, r code.Resolution) {
	w.noneAt(id.Pos(), id.Text(), external, r)
}

func (w *walker) noneAt(pos code.Pos, text, external string, r code.Resolution) {
	l := code.Link{From: w.fromLocal(), Type: code.Calls, Name: text, Pos: pos, Resolution: r}
	if external != "" && r == code.External {
		l.Properties = map[string]string{"external": external}
	}
	w.links = append(w.links, l)
}
