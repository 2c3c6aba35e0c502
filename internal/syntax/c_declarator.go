package syntax

import "github.com/plumbline/plumbline/internal/code/cst"

// cKeyword are words that a parser in trouble takes for a declared name.
var cKeyword = map[string]bool{"if": true, "for": true, "while": true, "switch": true, "return": true, "else": true, "do": true, "sizeof": true, "case": true, "goto": true, "break": true, "continue": true, "defined": true}

// cDeclarators are the declarators of a declaration.
func cDeclarators(n *cst.Node) []*cst.Node { return n.All("declarator") }

// declaredName is the name that a declarator declares: an identifier, or in
// C++ a qualified, destructor or operator name.
func declaredName(d *cst.Node) *cst.Node {
	for d != nil {
		switch d.Type {
		case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name", "operator_name", "operator_cast", "template_function", "primitive_type":
			return d
		case "parenthesized_declarator", "reference_declarator", "attributed_declarator", "variadic_declarator":
			d = firstOf(d.Child("declarator"), lastNamed(d))
		default:
			d = d.Child("declarator")
		}
	}
	return nil
}

func lastNamed(n *cst.Node) *cst.Node {
	var last *cst.Node
	for c := range n.NamedChildren() {
		if c.Type != "comment" && c.Type != "ms_call_modifier" {
			last = c
		}
	}
	return last
}

// isPrototype reports whether a declarator declares a function: parameters
// follow its name, past pointers of what it returns.
func isPrototype(d *cst.Node) bool {
	for d != nil {
		switch d.Type {
		case "function_declarator":
			inner := d.Child("declarator")
			if !inner.Is("parenthesized_declarator") {
				return true
			}
			d = inner
		case "operator_cast":
			return true
		case "pointer_declarator":
			if declaresPlainName(d) {
				return false
			}
			d = d.Child("declarator")
		case "parenthesized_declarator", "reference_declarator", "attributed_declarator":
			d = firstOf(d.Child("declarator"), lastNamed(d))
		default:
			if d.Is("qualified_identifier") && d.Child("name").Is("operator_cast") {
				return true
			}
			return false
		}
	}
	return false
}

func declaresPlainName(d *cst.Node) bool {
	return d.Child("declarator").Is("identifier", "field_identifier")
}

// splitQualified splits "a::b<T>::c" into the node of c and [a b].
func splitQualified(name *cst.Node) (*cst.Node, []string) {
	var path []string
	for name.Is("qualified_identifier") {
		scope, last := name.Child("scope"), name.Child("name")
		if last == nil {
			return name, path
		}
		if scope.Is("template_type") {
			scope = scope.Child("name")
		}
		if scope != nil {
			path = append(path, scope.Text())
		}
		name = last
	}
	if name.Is("template_function", "template_type") && name.Child("name") != nil {
		name = name.Child("name")
	}
	return name, path
}
