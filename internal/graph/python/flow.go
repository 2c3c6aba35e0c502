package python

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// flow follows one name, or a dotted path such as "self.x", backwards through
// the statements of one function, class or module.
type flow struct {
	e        *evaluator
	scope    *scope
	key      string
	bindings []*binding
	start    Type // at the top of the scope
	open     map[*cst.Node]bool
	known    map[*cst.Node]arrival
}

// arrival is a type at a place, and whether control gets there.
type arrival struct {
	t    Type
	live bool
}

// reaching is the type of a name or path where n stands.
func (e *evaluator) reaching(s *scope, key string, bs []*binding, start Type, n *cst.Node) Type {
	if !e.varies(s, key, bs) {
		return start
	}
	f := &flow{e: e, scope: s, key: key, bindings: bs, start: start, open: map[*cst.Node]bool{}, known: map[*cst.Node]arrival{}}
	t, _ := f.at(n)
	return t
}

// at is the type where expression n is evaluated; live is false where control
// never arrives.
func (f *flow) at(n *cst.Node) (t Type, live bool) {
	for c, p := n, n.Parent; p != nil && c != f.scope.node; c, p = p, p.Parent {
		switch {
		case p.Is("block", "module"):
			return f.before(c)
		case p.Type == "conditional_expression":
			cond := p.NamedChild(1)
			if c != cond {
				t, live = f.at(p)
				return f.narrow(t, cond, c == p.NamedChild(0)), live
			}
		case p.Type == "boolean_operator" && c.Field == "right":
			t, live = f.at(p)
			return f.narrow(t, p.Child("left"), p.Child("operator").Text() == "and"), live
		case p.Is("list_comprehension", "set_comprehension", "generator_expression", "dictionary_comprehension") && c.Field == "body":
			t, live = f.at(p)
			for i := range p.NamedChildren() {
				if i.Type == "if_clause" {
					t = f.narrow(t, i.NamedChild(0), true)
				}
			}
			return t, live
		case p.Is("elif_clause") && c.Field == "condition", p.Type == "case_clause":
			return f.enter(p, c)
		}
	}
	return f.start, true
}

// before is the type just before a statement in its block.
func (f *flow) before(n *cst.Node) (Type, bool) {
	if a, ok := f.known[n]; ok {
		return a.t, a.live
	}
	if f.e.steps++; f.e.steps > maxSteps {
		f.e.cuts++
		return f.start, true
	}
	opened := len(f.open)
	t, live := f.reach(n)
	if opened == 0 {
		f.known[n] = arrival{t, live}
	}
	return t, live
}

func (f *flow) reach(n *cst.Node) (Type, bool) {
	block := n.Parent
	var list []*cst.Node
	for c := range block.NamedChildren() {
		if c == n {
			break
		}
		list = append(list, c)
	}
	return f.through(block, list)
}

// through is the type after the statements of a block that are in list.
func (f *flow) through(block *cst.Node, list []*cst.Node) (Type, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if t, live, done := f.after(list[i]); done {
			return t, live
		}
	}
	if block == f.scope.node || block.Parent == f.scope.node {
		return f.start, true
	}
	return f.enter(block.Parent, block)
}

func (f *flow) end(block *cst.Node) (Type, bool) {
	var list []*cst.Node
	for c := range block.NamedChildren() {
		list = append(list, c)
	}
	return f.through(block, list)
}

// enter is the type at the start of part c of compound statement p.
func (f *flow) enter(p, c *cst.Node) (Type, bool) {
	switch p.Type {
	case "if_statement":
		t, live := f.before(p)
		if c.Field == "consequence" {
			t = f.narrow(t, p.Child("condition"), true)
		}
		return t, live
	case "elif_clause", "else_clause":
		t, live := f.branch(p)
		if c.Field == "consequence" {
			t = f.narrow(t, p.Child("condition"), true)
		}
		return t, live
	case "while_statement", "for_statement":
		t, live := f.loop(p, c)
		if p.Type == "while_statement" && c.Field == "body" {
			t = f.narrow(t, p.Child("condition"), true)
		}
		return t, live
	case "with_statement":
		if b := f.within(p.ChildOfType("with_clause")); b != nil {
			return f.value(b), true
		}
		return f.before(p)
	case "except_clause", "except_group_clause", "finally_clause":
		if b := f.within(p); b != nil && p.Type != "finally_clause" && b.name.Start < c.Start {
			return f.value(b), true
		}
		try := p.Parent
		t, _ := f.before(try)
		for _, b := range f.all(try.Child("body")) {
			t = union(t, f.value(b))
		}
		return t, true
	case "case_clause":
		if b := f.within(p); b != nil && b.name.Start < c.Start && c.Field == "consequence" {
			return f.value(b), true
		}
		match := p.Parent
		for match != nil && match.Type != "match_statement" {
			match = match.Parent
		}
		if match == nil {
			return f.start, true
		}
		t, live := f.before(match)
		if match.Child("subject").Text() == f.key && c.Field == "consequence" {
			t = f.matched(t, p)
		}
		return t, live
	}
	if p.Parent == nil {
		return f.start, true
	}
	if p.Parent.Is("block", "module") {
		return f.before(p)
	}
	return f.enter(p.Parent, p)
}

// branch is the type at an elif or else: the conditions before it were false.
func (f *flow) branch(clause *cst.Node) (Type, bool) {
	p := clause.Parent
	switch p.Type {
	case "if_statement":
		t, live := f.before(p)
		t = f.narrow(t, p.Child("condition"), false)
		for c := range p.NamedChildren() {
			if c == clause {
				break
			}
			if c.Type == "elif_clause" {
				t = f.narrow(t, c.Child("condition"), false)
			}
		}
		return t, live
	case "try_statement":
		return f.end(p.Child("body"))
	}
	return f.loop(p, clause)
}

// loop is the type at the head of a loop: from before it, or from an earlier
// round.
func (f *flow) loop(p, c *cst.Node) (Type, bool) {
	if p.Type == "for_statement" && c.Field == "body" {
		if b := f.within(p.Child("left")); b != nil {
			return f.value(b), true
		}
	}
	t, live := f.before(p)
	if f.within(p) == nil || f.open[p] {
		return t, live
	}
	f.open[p] = true
	defer delete(f.open, p)
	again, _ := f.end(p.Child("body"))
	return union(t, again), live
}

// after is the type after a statement; done is false when it changes nothing.
func (f *flow) after(n *cst.Node) (t Type, live, done bool) {
	switch n.Type {
	case "return_statement", "raise_statement", "continue_statement", "break_statement":
		return nil, false, true
	case "if_statement":
		if f.within(n) == nil && !f.e.leaves(n) {
			return nil, true, false
		}
		t, live = f.afterIf(n)
		return t, live, true
	case "assert_statement":
		if !f.mentions(n) {
			return nil, true, false
		}
		t, live = f.before(n)
		return f.narrow(t, n.NamedChild(0), true), live, true
	case "function_definition", "class_definition", "decorated_definition":
	default:
		if f.within(n) == nil {
			return nil, true, false
		}
	}
	switch n.Type {
	case "for_statement", "while_statement":
		t, live = f.before(n)
		inside, _ := f.end(n.Child("body"))
		t = union(t, inside)
		if n.Type == "while_statement" {
			t = f.narrow(t, n.Child("condition"), false)
		}
		return t, live, true
	case "with_statement":
		t, live = f.end(n.Child("body"))
		return t, live, true
	case "try_statement":
		t, live = f.afterTry(n)
		return t, live, true
	case "match_statement":
		t, live = f.before(n)
		for c := range n.Child("body").NamedChildren() {
			if block := c.Child("consequence"); block != nil {
				in, ok := f.end(block)
				if ok {
					t = union(t, in)
				}
			}
		}
		return t, live, true
	}
	own := f.all(n)
	for i := len(own) - 1; i >= 0; i-- {
		if own[i].kind != bindDeclare {
			return f.value(own[i]), true, true
		}
	}
	return nil, true, false
}

// within is the last binding of the name in n, or nil.
func (f *flow) within(n *cst.Node) *binding {
	if all := f.all(n); len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

func (f *flow) all(n *cst.Node) []*binding {
	var out []*binding
	for _, b := range f.bindings {
		if n != nil && n.Start <= b.name.Start && b.name.End <= n.End && b.kind != bindParam {
			out = append(out, b)
		}
	}
	return out
}

func (f *flow) value(b *binding) Type {
	if b.kind == bindOther {
		if b.node.Type == "augmented_assignment" {
			t, _ := f.before(b.node.Parent)
			return t
		}
		if b.node.Is("case_pattern", "as_pattern") {
			return f.e.captured(b)
		}
		return nil
	}
	return f.e.bound(b, true)
}
