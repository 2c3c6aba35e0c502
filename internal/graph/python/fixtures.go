package python

import "github.com/plumbline/plumbline/internal/code/cst"

// fixture is the value that pytest gives a test's or a fixture's parameter:
// the fixture of that name in the class or file, or in a conftest.py above.
func (e *evaluator) fixture(def *cst.Node, b *binding) Type {
	f := e.fixtureOf(def, b.name.Text(), b.scope)
	if f == nil {
		return nil
	}
	t := e.returned(value{kind: function, scope: f}, nil)
	if len(t) == 1 && t[0].kind == container && t[0].name == "Iterator" {
		t = e.iterated(t)
	}
	return t.guessed()
}

func (e *evaluator) fixtureOf(def *cst.Node, name string, outer *scope) *scope {
	if !def.Is("function_definition") || !takesFixtures(def) {
		return nil
	}
	for s := outer; s != nil; s = s.parent {
		if f := fixtureNamed(s, name, def); f != nil {
			return f
		}
	}
	for dir := folder(outer.module.file.Path); ; dir = folder(dir) {
		p := join(dir, "conftest.py")
		if m := e.load(p); m != nil {
			e.ask(m, nameKey(p, name))
			if f := fixtureNamed(m.root, name, def); f != nil {
				return f
			}
		}
		if dir == "" {
			return nil
		}
	}
}

func fixtureNamed(s *scope, name string, not *cst.Node) *scope {
	for _, b := range s.names[name] {
		if b.kind == bindFunction && b.node != not && decorated(b.node, "fixture") {
			return s.module.scopes[b.node]
		}
	}
	return nil
}

func takesFixtures(def *cst.Node) bool {
	name := def.Child("name").Text()
	return len(name) > 4 && name[:4] == "test" || decorated(def, "fixture")
}
