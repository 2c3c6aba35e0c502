package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// Routes of ASP.NET controllers: [HttpGet("{id}")] under [Route("api/[controller]")].

var aspVerbs = map[string]string{"HttpGet": "GET", "HttpPost": "POST", "HttpPut": "PUT", "HttpDelete": "DELETE", "HttpPatch": "PATCH"}

func (c csharpWalker) endpoints(method *cst.Node) {
	owner := method.Enclosing("class_declaration")
	if owner == nil {
		return
	}
	bases := []string{""}
	if a := csharpAttribute(owner, "Route"); a != nil {
		bases = orEmpty(attributeStrings(a))
	}
	for _, a := range csharpAttributes(method) {
		verb := aspVerbs[attributeName(a)]
		if verb == "" {
			continue
		}
		paths := attributeStrings(a)
		if len(paths) == 0 {
			paths = orEmpty(attributeStrings(csharpAttribute(method, "Route")))
		}
		for _, path := range joinRoutes(bases, paths) {
			annotatedRoute(c.b, a, verb, routeTokens(path, owner.Child("name").Text(), method.Child("name").Text()))
		}
	}
}

// routeTokens puts names in the place of [controller] and [action].
func routeTokens(path, controller, action string) string {
	path = strings.ReplaceAll(path, "[controller]", strings.ToLower(strings.TrimSuffix(controller, "Controller")))
	return strings.ReplaceAll(path, "[action]", strings.ToLower(action))
}

func csharpAttributes(n *cst.Node) []*cst.Node {
	var out []*cst.Node
	for list := range n.NamedChildren() {
		for a := range list.NamedChildren() {
			if list.Is("attribute_list") && a.Is("attribute") {
				out = append(out, a)
			}
		}
	}
	return out
}

func csharpAttribute(n *cst.Node, name string) *cst.Node {
	for _, a := range csharpAttributes(n) {
		if attributeName(a) == name {
			return a
		}
	}
	return nil
}

func attributeName(a *cst.Node) string {
	name := a.Child("name").Text()
	return strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "Attribute")
}

// attributeStrings is the first argument of an attribute where it is a string.
func attributeStrings(a *cst.Node) []string {
	for arg := range a.ChildOfType("attribute_argument_list").NamedChildren() {
		if text := arg.Text(); strings.HasPrefix(text, `"`) {
			return []string{strings.Trim(text, `"`)}
		}
		break
	}
	return nil
}
