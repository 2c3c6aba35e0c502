package nominal

import "github.com/plumbline/plumbline/internal/code/cst"

// localNamed is the variable that a name means within the functions around.
func (s *session) localNamed(name string, at *cst.Node) (local, bool) {
	inFunction := false
	for n := at.Parent; n != nil; n = n.Parent {
		if s.m.byNode[n] != nil {
			return s.headerParameter(name, n, inFunction)
		}
		inFunction = inFunction || s.m.callables[n] != nil
		if v, ok := s.lambdaParameter(name, n); ok {
			return v, true
		}
		var best *local
		list := s.indexOf(n)[name]
		for i := range list {
			if list[i].name.Start <= at.Start {
				best = &list[i]
			}
		}
		if best != nil {
			return *best, true
		}
	}
	return local{}, false
}

// lambdaParameter is a parameter of a function literal that is written without
// a type; the function it is passed to may say what it is.
func (s *session) lambdaParameter(name string, n *cst.Node) (local, bool) {
	if s.lambda == nil {
		return local{}, false
	}
	l, ok := s.lambda(n)
	if !ok {
		return local{}, false
	}
	at := n
	isIts := l.implicit == name && len(l.params) == 0
	for _, p := range l.params {
		if p.Text() == name {
			at, isIts = p, true
		}
	}
	if !isIts {
		return local{}, false
	}
	v := local{name: at}
	if len(l.params) <= 1 {
		switch lambdaGets[l.function] {
		case "receiver":
			v.value = l.on
		case "element":
			v.value, v.element = l.on, true
		}
	}
	return v, true
}

// lambdaGets says what the standard libraries' functions pass to a function
// literal of one parameter: what they are called on, or its elements.
var lambdaGets = map[string]string{
	"let": "receiver", "also": "receiver", "use": "receiver", "takeIf": "receiver", "takeUnless": "receiver", "tap": "receiver",
	"forEach": "element", "foreach": "element", "map": "element", "filter": "element", "filterNot": "element", "flatMap": "element",
	"mapNotNull": "element", "any": "element", "all": "element", "none": "element", "find": "element", "first": "element",
	"firstOrNull": "element", "last": "element", "single": "element", "count": "element", "sumOf": "element", "sortedBy": "element",
	"groupBy": "element", "associateBy": "element", "maxByOrNull": "element", "minByOrNull": "element", "partition": "element",
	"exists": "element", "forall": "element", "collect": "element", "compactMap": "element", "contains": "element", "allSatisfy": "element",
	"Select": "element", "Where": "element", "Any": "element", "All": "element", "First": "element", "FirstOrDefault": "element",
	"Single": "element", "SingleOrDefault": "element", "Last": "element", "LastOrDefault": "element", "OrderBy": "element",
	"OrderByDescending": "element", "ForEach": "element", "GroupBy": "element", "SelectMany": "element", "Sum": "element", "Count": "element",
	"Max": "element", "Min": "element", "ToDictionary": "element",
}

// headerParameter is a parameter of the constructor in a type's header; in
// Kotlin functions do not see it.
func (s *session) headerParameter(name string, n *cst.Node, inFunction bool) (local, bool) {
	if s.dialect == "kotlin" && inFunction {
		return local{}, false
	}
	for c := range n.NamedChildren() {
		if !c.Is("primary_constructor", "class_parameters", "parameter_list") {
			continue
		}
		for _, v := range s.locals(c) {
			if v.name.Text() == name {
				return v, true
			}
		}
	}
	return local{}, false
}

func (s *session) indexOf(n *cst.Node) map[string][]local {
	if x, ok := s.indexes[n]; ok {
		return x
	}
	var x map[string][]local
	for c := range n.NamedChildren() {
		if s.isMember(c) {
			continue
		}
		for _, v := range s.locals(c) {
			if x == nil {
				x = map[string][]local{}
			}
			x[v.name.Text()] = append(x[v.name.Text()], v)
		}
	}
	s.indexes[n] = x
	return x
}

// isMember: what a type or a file declares is no local variable.
func (s *session) isMember(c *cst.Node) bool {
	if c.Parent == s.f.Tree.Root {
		return true
	}
	return c.Parent != nil && c.Parent.Parent != nil && s.m.byNode[c.Parent.Parent] != nil && s.declarations[c.Type]
}
