package typescript

import "github.com/plumbline/plumbline/internal/code/cst"

// def is one declaration of a name: the node that declares it and the node
// that spells it. The two are equal for what has no node of its own.
type def struct{ node, id *cst.Node }

// binding is a name in one scope with all its declarations.
type binding struct {
	name string
	mod  *module
	defs []def
}

// table holds the names of one scope.
type table map[string]*binding

func (t table) add(mod *module, name string, node, id *cst.Node) {
	if name == "" {
		return
	}
	b := t[name]
	if b == nil {
		b = &binding{name: name, mod: mod}
		t[name] = b
	}
	b.defs = append(b.defs, def{node, id})
}

var functionTypes = []string{"function_declaration", "generator_function_declaration", "function_expression", "function",
	"generator_function", "arrow_function", "method_definition", "function_signature", "method_signature",
	"abstract_method_signature", "call_signature", "construct_signature", "function_type", "constructor_type"}

var isFunctionType = set(functionTypes)

var classTypes = set([]string{"class_declaration", "abstract_class_declaration", "class"})

func set(names []string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

func isFunction(n *cst.Node) bool { return n != nil && isFunctionType[n.Type] }
func isClass(n *cst.Node) bool    { return n != nil && classTypes[n.Type] }

// opensScope reports whether a node may bring names of its own.
func opensScope(n *cst.Node) bool {
	switch n.Type {
	case "program", "statement_block", "switch_case", "switch_default", "class_static_block", "for_statement", "for_in_statement", "catch_clause", "class",
		"function_declaration", "generator_function_declaration", "function_expression", "function", "generator_function", "arrow_function",
		"method_definition", "function_signature", "method_signature", "abstract_method_signature", "call_signature", "construct_signature", "function_type", "constructor_type":
		return true
	}
	return false
}

// scopeOf is the table of the scope that a node opens, nil where it opens none.
func scopeOf(mod *module, n *cst.Node) table {
	switch n.Type {
	case "program", "statement_block", "switch_case", "switch_default", "class_static_block":
		t := table{}
		t.block(mod, n)
		if n.Type == "statement_block" && isFunction(n.Parent) || n.Type == "program" {
			t.hoisted(mod, n)
		}
		return t
	case "for_statement", "for_in_statement", "catch_clause":
		t := table{}
		t.header(mod, n)
		return t
	}
	if isFunction(n) {
		t := table{}
		t.parameters(mod, n)
		return t
	}
	if n.Type == "class" {
		t := table{}
		if name := n.Child("name"); name != nil {
			t.add(mod, name.Text(), n, name)
		}
		return t
	}
	return nil
}

func (t table) block(mod *module, n *cst.Node) {
	for c := range n.NamedChildren() {
		t.statement(mod, c)
	}
}

func (t table) statement(mod *module, n *cst.Node) {
	switch n.Type {
	case "lexical_declaration", "variable_declaration":
		for d := range n.NamedChildren() {
			if d.Type == "variable_declarator" {
				t.pattern(mod, d, d.Child("name"))
			}
		}
	case "function_declaration", "generator_function_declaration", "function_signature", "class_declaration",
		"abstract_class_declaration", "interface_declaration", "type_alias_declaration", "enum_declaration":
		name := n.Child("name")
		t.add(mod, name.Text(), n, name)
	case "internal_module", "module":
		if name := n.Child("name"); name.Is("identifier") {
			t.add(mod, name.Text(), n, name)
		} else if name.Is("nested_identifier") {
			for name.Is("nested_identifier") {
				name = name.Child("object")
			}
			t.add(mod, name.Text(), n, name)
		}
	case "export_statement", "ambient_declaration", "ERROR", "labeled_statement":
		t.block(mod, n)
	case "expression_statement":
		if m := n.NamedChild(0); m.Is("internal_module") {
			t.statement(mod, m)
		}
	case "import_statement":
		t.imports(mod, n)
	}
}

// hoisted adds what "var" declares below the blocks of a function.
func (t table) hoisted(mod *module, body *cst.Node) {
	body.Walk(func(n *cst.Node) bool {
		if n != body && (isFunction(n) || isClass(n)) {
			return false
		}
		if n.Type == "variable_declaration" && n.Parent != body && !n.Parent.Is("export_statement") {
			for d := range n.NamedChildren() {
				if d.Type == "variable_declarator" {
					t.pattern(mod, d, d.Child("name"))
				}
			}
		}
		return true
	})
}

func (t table) imports(mod *module, n *cst.Node) {
	if r := n.ChildOfType("import_require_clause"); r != nil {
		id := r.ChildOfType("identifier")
		t.add(mod, id.Text(), r, id)
		return
	}
	for c := range n.ChildOfType("import_clause").NamedChildren() {
		switch c.Type {
		case "identifier":
			t.add(mod, c.Text(), c, c)
		case "namespace_import":
			id := c.ChildOfType("identifier")
			t.add(mod, id.Text(), c, id)
		case "named_imports":
			for s := range c.NamedChildren() {
				if s.Type != "import_specifier" {
					continue
				}
				id := s.Child("alias")
				if id == nil {
					id = s.Child("name")
				}
				t.add(mod, id.Text(), s, id)
			}
		}
	}
}

func (t table) header(mod *module, n *cst.Node) {
	switch n.Type {
	case "for_statement":
		t.statement(mod, orNone(n.Child("initializer")))
	case "for_in_statement":
		if n.Child("kind") != nil {
			t.pattern(mod, n, n.Child("left"))
		}
	case "catch_clause":
		t.pattern(mod, n, n.Child("parameter"))
	}
}

var noNode = func() *cst.Node {
	n := &cst.Node{}
	cst.NewTree("", nil).Own(n)
	return n
}()

func orNone(n *cst.Node) *cst.Node {
	if n == nil {
		return noNode
	}
	return n
}

func (t table) parameters(mod *module, fn *cst.Node) {
	if fn.Is("function_expression", "function", "generator_function") {
		if name := fn.Child("name"); name != nil {
			t.add(mod, name.Text(), fn, name)
		}
	}
	if p := fn.Child("parameter"); p != nil {
		t.pattern(mod, p, p)
	}
	for p := range fn.Child("parameters").NamedChildren() {
		switch p.Type {
		case "required_parameter", "optional_parameter":
			pattern := p.Child("pattern")
			if pattern == nil {
				pattern = p.Child("name")
			}
			t.pattern(mod, p, pattern)
		case "comment":
		default:
			t.pattern(mod, p, p)
		}
	}
}

// pattern adds the names that a destructuring pattern binds, declared by node.
func (t table) pattern(mod *module, node, p *cst.Node) {
	if p == nil {
		return
	}
	switch p.Type {
	case "identifier", "shorthand_property_identifier_pattern":
		t.add(mod, p.Text(), node, p)
	case "object_pattern", "array_pattern", "rest_pattern":
		for c := range p.NamedChildren() {
			t.pattern(mod, node, c)
		}
	case "pair_pattern":
		t.pattern(mod, node, p.Child("value"))
	case "object_assignment_pattern", "assignment_pattern":
		t.pattern(mod, node, p.Child("left"))
	}
}

func (d def) isType() bool {
	switch d.node.Type {
	case "interface_declaration", "type_alias_declaration", "enum_declaration", "import_specifier", "namespace_import", "import_require_clause", "internal_module", "module":
		return true
	case "identifier":
		return d.node.Parent.Is("import_clause")
	}
	return isClass(d.node)
}

func (d def) isValue() bool { return !d.node.Is("interface_declaration", "type_alias_declaration") }

func (d def) isImport() bool {
	return d.node.Is("import_specifier", "namespace_import", "import_require_clause") || d.node.Is("identifier") && d.node.Parent.Is("import_clause")
}

// first is the first declaration that satisfies the condition.
func (b *binding) first(is func(def) bool) (def, bool) {
	for _, d := range b.defs {
		if is(d) {
			return d, true
		}
	}
	return def{}, false
}

// only is b with the declarations that satisfy the condition, nil for none.
func (b *binding) has(is func(def) bool) bool {
	_, ok := b.first(is)
	return ok
}
