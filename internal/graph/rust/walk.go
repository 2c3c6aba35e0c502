package rust

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// walker links the references of one file.
type walker struct {
	*resolver
	file  *graph.File
	links []code.Link

	loc    loc
	from   string
	self   string            // the type of the impl block or trait
	bounds map[string]string // type parameters in scope → first bound
	locals map[string]local
}

// local is a variable: its written type, or the expression that it holds.
type local struct {
	typ   string
	value *cst.Node
	// unwrap: it is what an Option or Result in value holds.
	unwrap bool
	busy   bool
}

func (w *walker) walk(n *cst.Node) {
	w.declare(n)
	switch n.Type {
	case "mod_item":
		if body := n.Child("body"); body != nil {
			at := w.loc
			w.loc = loc{at.m, join(at.module, n.Child("name").Text())}
			w.children(body)
			w.loc = at
		}
		return
	case "impl_item", "trait_item":
		w.block(n)
		return
	case "function_item":
		w.function(n)
		return
	case "use_declaration":
		w.imports(n)
		return
	case "call_expression":
		w.call(n)
	case "macro_invocation":
		w.macro(n)
		return
	case "field_expression":
		w.field(n)
	case "scoped_identifier":
		if n.Field != "function" {
			w.path(n)
		}
		return
	case "identifier":
		w.identifier(n)
	case "type_identifier", "scoped_type_identifier":
		w.typeName(n)
		if n.Type == "scoped_type_identifier" {
			return
		}
	}
	w.children(n)
}

func (w *walker) children(n *cst.Node) {
	for c := range n.NamedChildren() {
		w.walk(c)
	}
}

// block walks an impl block or a trait, and links it to what it implements or
// extends.
func (w *walker) block(n *cst.Node) {
	self, bs := w.self, w.bounds
	name := n.Child("type")
	if n.Type == "trait_item" {
		name = n.Child("name")
	}
	w.self, w.bounds = name.Text(), merged(bs, genericBounds(n))
	owner := w.resolve(w.loc, typePath(w.self), 0)
	if n.Type == "trait_item" {
		for b := range n.Child("bounds").NamedChildren() {
			w.edge(owner, b, code.Extends)
		}
	} else if trait := n.Child("trait"); trait != nil {
		if owner.item != nil && owner.loc.m == w.own {
			w.edge(owner, trait, code.Implements)
		}
		w.implemented(n, trait)
	}
	w.children(n)
	w.self, w.bounds = self, bs
}

func merged(a, b map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range a {
		out[k] = v
	}
	for k, v := range b {
		out[k] = v
	}
	return out
}

func (w *walker) edge(owner target, trait *cst.Node, t code.EdgeType) {
	if owner.item == nil || owner.loc.m != w.own {
		return
	}
	if found := w.resolve(w.loc, segments(trait), 0); found.item != nil {
		w.links = append(w.links, code.Link{From: owner.item.local, Type: t, Name: lastName(trait.Text()), Pos: trait.Pos(), Target: found.ref(), Resolution: code.Exact})
	}
}

// implemented links the methods of an impl block to the trait's.
func (w *walker) implemented(n, trait *cst.Node) {
	found := w.resolve(w.loc, segments(trait), 0)
	if found.item == nil {
		return
	}
	for m := range n.Child("body").NamedChildren() {
		name := m.Child("name")
		if m.Type != "function_item" || name == nil {
			continue
		}
		want := w.memberIn(found.loc.m, found, name.Text(), 0)
		from := w.localAt(name)
		if want.item != nil && from != "" {
			w.links = append(w.links, code.Link{From: from, Type: code.Implements, Name: name.Text(), Pos: name.Pos(), Target: want.ref(), Resolution: code.Exact})
		}
	}
}

func (w *walker) localAt(name *cst.Node) string {
	pos := name.Pos()
	for i := range w.file.Facts.Symbols {
		if s := &w.file.Facts.Symbols[i]; s.NamePos == pos && i > 0 {
			return s.Local
		}
	}
	return ""
}

func (w *walker) function(n *cst.Node) {
	from, bs, locals := w.from, w.bounds, w.locals
	if l := w.localAt(n.Child("name")); l != "" {
		w.from = l
	}
	w.bounds, w.locals = merged(bs, genericBounds(n)), map[string]local{}
	w.parameters(n.Child("parameters"))
	w.children(n)
	w.from, w.bounds, w.locals = from, bs, locals
}

func (w *walker) parameters(params *cst.Node) {
	for p := range params.NamedChildren() {
		pattern := p.Child("pattern")
		switch {
		case p.Type == "parameter" && pattern.Is("identifier"):
			w.locals[pattern.Text()] = local{typ: p.Child("type").Text()}
		case p.Type == "identifier":
			w.locals[p.Text()] = local{}
		default:
			w.bindPattern(pattern, nil, false)
		}
	}
}

// bindPattern declares the variables of a pattern.
func (w *walker) bindPattern(p, value *cst.Node, unwrap bool) {
	switch {
	case p == nil || w.locals == nil:
	case p.Is("identifier"):
		w.locals[p.Text()] = local{value: value, unwrap: unwrap}
	case p.Is("mut_pattern", "ref_pattern", "reference_pattern", "captured_pattern", "match_pattern"):
		for c := range p.NamedChildren() {
			w.bindPattern(c, value, unwrap)
		}
	case p.Is("tuple_struct_pattern"):
		wraps := p.Child("type").Text()
		for c := range p.NamedChildren() {
			if c.Field != "type" {
				if wraps == "Some" || wraps == "Ok" {
					w.bindPattern(c, value, true)
				} else {
					w.bindPattern(c, nil, false)
				}
			}
		}
	default:
		for c := range p.NamedChildren() {
			if c.Is("shorthand_field_identifier") {
				w.locals[c.Text()] = local{}
			} else if c.Field != "type" {
				w.bindPattern(c, nil, false)
			}
		}
	}
}

// declare notes variables before the expressions that use them are walked.
func (w *walker) declare(n *cst.Node) {
	if w.locals == nil {
		return
	}
	switch n.Type {
	case "let_declaration":
		p := n.Child("pattern")
		if t := n.Child("type"); t != nil && p.Is("identifier") {
			w.locals[p.Text()] = local{typ: t.Text()}
			return
		}
		w.bindPattern(p, n.Child("value"), false)
	case "let_condition":
		w.bindPattern(n.Child("pattern"), n.Child("value"), false)
	case "for_expression":
		w.bindPattern(n.Child("pattern"), nil, false)
	case "closure_expression":
		w.parameters(n.Child("parameters"))
	case "match_arm":
		w.bindPattern(n.Child("pattern"), n.Parent.Parent.Child("value"), false)
	}
}

func (w *walker) call(n *cst.Node) {
	f := n.Child("function")
	if f.Is("generic_function") {
		f = f.Child("function")
	}
	switch {
	case f.Is("identifier"):
		if _, shadowed := w.locals[f.Text()]; shadowed {
			w.none(f, code.Unknown, "")
			return
		}
		w.callPath(f, f)
	case f.Is("scoped_identifier"):
		w.callPath(f, f.Child("name"))
	case f.Is("field_expression"):
		w.method(f)
	case f != nil:
		w.none(f, code.Unknown, "")
	}
}

func (w *walker) callPath(f, at *cst.Node) {
	t := w.pathTarget(f)
	switch {
	case t.item != nil:
		w.add(at, code.Calls, t, code.Exact)
	case t.none() && f.Is("identifier") && w.file.Tree.Errors > 0:
		w.none(at, code.Unknown, "")
	default:
		w.none(at, code.External, strings.Join(segments(f), "::"))
	}
}

// pathTarget resolves a path that may begin with Self or a type parameter.
func (w *walker) pathTarget(f *cst.Node) target {
	return w.resolve(w.loc, w.expandSelf(segments(f)), 0)
}

func (w *walker) expandSelf(segs []string) []string {
	if len(segs) == 0 {
		return segs
	}
	if segs[0] == "Self" && w.self != "" {
		return append(typePath(w.self), segs[1:]...)
	}
	if b, ok := w.bounds[segs[0]]; ok {
		return append(typePath(b), segs[1:]...)
	}
	return segs
}

func (w *walker) method(f *cst.Node) {
	name := f.Child("field")
	if !name.Is("field_identifier") {
		return
	}
	t, known := w.typeOf(f.Child("value"), 0)
	if !known {
		w.none(name, code.Unknown, "")
		return
	}
	owner := w.typeTarget(t)
	if owner.item == nil {
		if w.outside(t) {
			w.none(name, code.External, "")
		} else {
			w.none(name, code.Unknown, "")
		}
		return
	}
	found := w.member(owner, name.Text(), 0)
	if found.item != nil && found.item.kind == code.Method {
		w.add(name, code.Calls, found, code.Exact)
		return
	}
	w.none(name, code.Unknown, "")
}

func primitive(t string) bool {
	switch head(t) {
	case "str", "String", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "bool", "char", "Vec", "Option", "Result", "HashMap":
		return true
	}
	return false
}

func (w *walker) field(f *cst.Node) {
	if f.Field == "function" || f.Parent.Is("generic_function") {
		return
	}
	if t, known := w.typeOf(f.Child("value"), 0); known {
		if owner := w.typeTarget(t); owner.item != nil {
			if found := w.member(owner, f.Child("field").Text(), 0); found.item != nil && found.item.kind == code.Field {
				edge := code.Reads
				if f.Field == "left" {
					edge = code.Writes
				}
				w.add(f.Child("field"), edge, found, code.Exact)
			}
		}
	}
}

func (w *walker) identifier(n *cst.Node) {
	if n.Field == "name" || n.Field == "pattern" || n.Field == "function" || n.Field == "macro" || n.Parent.Is("attribute", "generic_function") {
		return
	}
	if _, shadowed := w.locals[n.Text()]; shadowed {
		return
	}
	w.path(n)
}

// path links a path that is no call: a function as a value, a constant, a
// unit struct, a variant.
func (w *walker) path(n *cst.Node) {
	t := w.pathTarget(n)
	if t.item == nil {
		return
	}
	at := n
	if n.Is("scoped_identifier") {
		at = n.Child("name")
	}
	w.add(at, code.Reads, t, code.Exact)
}

func (w *walker) typeName(n *cst.Node) {
	if n.Field == "name" && n.Parent.Is("struct_item", "enum_item", "trait_item", "union_item", "type_item", "associated_type") {
		return
	}
	at := n
	if n.Is("scoped_type_identifier") {
		at = n.Child("name")
	}
	if n.Text() == "Self" || w.bounds[n.Text()] != "" || at == nil {
		return
	}
	if t := w.resolve(w.loc, segments(n), 0); t.item != nil {
		w.add(at, code.Reads, t, code.Exact)
	}
}

// macro links a macro, and the calls of paths among its tokens.
func (w *walker) macro(n *cst.Node) {
	at := n.Child("macro")
	last := at
	if at.Is("scoped_identifier") {
		last = at.Child("name")
	}
	if last == nil {
		return
	}
	if t := w.resolve(w.loc, segments(at), 0); t.item != nil && t.item.macro {
		w.add(last, code.Calls, t, code.Exact)
	} else {
		w.none(last, code.External, at.Text()+"!")
	}
	w.tokens(n.ChildOfType("token_tree"))
}

func (w *walker) tokens(tree *cst.Node) {
	var path []string
	var last, before *cst.Node
	for c := range tree.Children() {
		switch {
		case c.Is("identifier", "self", "super", "crate"):
			if before.Is("::") {
				path = append(path, c.Text())
			} else {
				path = []string{c.Text()}
				if before.Is(".") {
					path = nil
				}
			}
			last = c
		case c.Is("token_tree"):
			if last != nil && before == last && strings.HasPrefix(c.Text(), "(") && path != nil {
				w.tokenCall(last, path)
			}
			w.tokens(c)
			last, path = nil, nil
		}
		before = c
	}
}

func (w *walker) tokenCall(at *cst.Node, path []string) {
	if _, shadowed := w.locals[at.Text()]; shadowed && len(path) == 1 {
		return
	}
	if t := w.resolve(w.loc, w.expandSelf(path), 0); t.item != nil && (t.item.kind.Callable() || t.item.kind.TypeLike()) && !t.item.macro {
		w.add(at, code.Calls, t, code.Inferred)
	}
}

// imports links the names of a use declaration.
func (w *walker) imports(n *cst.Node) {
	b := modelBuilder{model: &model{}}
	b.use(w.loc.module, nil, n.Child("argument"))
	for _, u := range b.uses {
		l := code.Link{Type: code.Imports, Name: strings.Join(u.path, "::"), Pos: n.Pos(), Resolution: code.External,
			Properties: map[string]string{"external": strings.Join(u.path, "::")}}
		if t := w.resolve(w.loc, u.path, 0); !t.none() && !t.external {
			l.Target, l.Resolution, l.Properties = code.SymbolRef{Path: t.loc.m.path, Local: t.loc.module}, code.Exact, nil
			if t.item != nil {
				l.Target = t.ref()
			}
		}
		if last := u.path[len(u.path)-1]; u.name != "*" && u.name != last {
			if l.Properties == nil {
				l.Properties = map[string]string{}
			}
			l.Properties["alias"] = u.name
		}
		w.links = append(w.links, l)
	}
}

func (w *walker) add(at *cst.Node, t code.EdgeType, to target, r code.Resolution) {
	w.links = append(w.links, code.Link{From: w.from, Type: t, Name: at.Text(), Pos: at.Pos(), Target: to.ref(), Resolution: r})
}

func (w *walker) none(at *cst.Node, r code.Resolution, external string) {
	l := code.Link{From: w.from, Type: code.Calls, Name: at.Text(), Pos: at.Pos(), Resolution: r}
	if external != "" {
		l.Properties = map[string]string{"external": external}
	}
	w.links = append(w.links, l)
}
