package syntax

import (
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// Route is a request's method and path, and where they are written.
type Route struct {
	Method, Path string
	At           *cst.Node
}

// addRoute adds what serves a method and path, below the module: whole is what
// registers it, at where its path is written.
func addRoute(b *builder, whole, at *cst.Node, verb, path string) int {
	path = RoutePath(path)
	i := b.addNamed(0, code.Endpoint, whole, at, verb+" "+path)
	b.set(i, "method", verb)
	b.set(i, "path", path)
	return i
}

// annotatedRoute adds a route that an annotation declares.
func annotatedRoute(b *builder, annotation *cst.Node, verb, path string) int {
	i := addRoute(b, annotation, annotation, verb, path)
	b.at(i).Signature = fold(annotation.Text())
	return i
}

func orEmpty(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// joinRoutes puts each base before each path.
func joinRoutes(bases, paths []string) []string {
	var out []string
	for _, b := range bases {
		for _, p := range paths {
			out = append(out, "/"+strings.Trim(strings.Trim(b, "/")+"/"+strings.Trim(p, "/"), "/"))
		}
	}
	return out
}

// colonParameter matches ":id", ":id?" and ":id(\\d+)".
var colonParameter = regexp.MustCompile(`:(\w+)(?:\([^)]*\))?[?*+]?`)

// RoutePath spells a route with its parameters in braces and without a slash
// at its end: "/users/:id/" is "/users/{id}".
func RoutePath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		switch {
		case strings.HasPrefix(p, ":"):
			parts[i] = colonParameter.ReplaceAllString(p, "{$1}")
		case strings.HasPrefix(p, "*") && len(p) > 1:
			parts[i] = "{" + strings.TrimRight(p[1:], "?") + "}"
		case strings.HasPrefix(p, "<") && strings.HasSuffix(p, ">"):
			name := p[1 : len(p)-1]
			parts[i] = "{" + name[strings.LastIndexByte(name, ':')+1:] + "}"
		case strings.HasPrefix(p, "{") && strings.HasSuffix(p, "}"):
			name, _, _ := strings.Cut(strings.TrimSuffix(p[1:len(p)-1], "..."), ":")
			parts[i] = "{" + name + "}"
		}
	}
	out := strings.Join(parts, "/")
	if len(out) > 1 {
		out = strings.TrimSuffix(out, "/")
	}
	return out
}
