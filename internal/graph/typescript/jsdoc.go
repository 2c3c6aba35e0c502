package typescript

import (
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// jsdocType is the type in a doc comment's tag for a declaration.
func (s *session) jsdocType(n *cst.Node, tag string) *Type {
	m := s.modOf(n)
	if m == nil || !m.script {
		return nil
	}
	doc := jsdoc(n)
	if doc == "" {
		return nil
	}
	text := tagType(doc, tag, "")
	if text == "" && tag == "returns" {
		text = tagType(doc, "return", "")
	}
	return s.docType(n, text)
}

func (s *session) jsdocParameter(fn, p *cst.Node) *Type {
	m := s.modOf(fn)
	if m == nil || !m.script {
		return nil
	}
	if doc := jsdoc(fn); doc != "" && p.Is("identifier") {
		return s.docType(fn, tagType(doc, "param", p.Text()))
	}
	return nil
}

var docTag = regexp.MustCompile(`@(\w+)\s*\{([^}]*)\}\s*\[?([\w$.]*)`)

func tagType(doc, tag, name string) string {
	for _, m := range docTag.FindAllStringSubmatch(doc, -1) {
		if m[1] == tag && (name == "" || m[3] == name) {
			return strings.TrimSpace(m[2])
		}
	}
	return ""
}

// docType reads the plain types of doc comments: names, arrays of them, what
// may be absent, primitives.
func (s *session) docType(n *cst.Node, text string) *Type {
	text = strings.Trim(text, "?!=. ")
	if text == "" {
		return nil
	}
	if strings.Contains(text, "|") {
		var ts []*Type
		for _, part := range strings.Split(strings.Trim(text, "()"), "|") {
			if t := s.docType(n, part); t != nil {
				ts = append(ts, t)
			}
		}
		if len(ts) == 0 {
			return nil
		}
		return unite(ts...)
	}
	if e := strings.TrimSuffix(text, "[]"); e != text {
		if t := s.docType(n, e); t != nil {
			return s.arrayOf(t)
		}
		return nil
	}
	lower := strings.ToLower(text)
	switch lower {
	case "string", "number", "boolean", "undefined", "null", "void":
		return prim(lower)
	case "function", "object", "any", "mixed", "array":
		return nil // says less than the code does
	}
	if b := s.lookup(n, text, func(def) bool { return true }); b != nil && (!b.mod.external || b.has(def.isType)) {
		switch t := s.bindingType(b); t.kind {
		case classOf:
			return s.instantiate(t.decl, nil)
		case function:
			if t.decl != nil && s.constructorOf(t.decl.defs[0].node) != nil {
				return &Type{kind: instance, decl: t.decl}
			}
		}
		if b.mod.external {
			return s.instantiate(b, nil)
		}
	}
	return nil
}
