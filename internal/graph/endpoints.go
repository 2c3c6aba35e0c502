package graph

import (
	"net/url"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// endpointKey asks for the files that serve a route, in any language. What a
// route calls its parameters is its own affair, so the key has none of their
// names.
func endpointKey(method, path string) string { return "endpoint:" + method + " " + routeShape(path) }

// parameter stands for any parameter of a route.
const parameter = "{}"

func routeShape(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if isParameter(p) {
			parts[i] = parameter
		}
	}
	return strings.Join(parts, "/")
}

func isParameter(segment string) bool {
	return strings.HasPrefix(segment, "{") && strings.HasSuffix(segment, "}")
}

// EndpointAnswers are what the endpoints among a file's symbols answer.
func EndpointAnswers(path string, symbols []code.Symbol) []Answer {
	hashes := map[string][]string{}
	var order []string
	for _, s := range symbols {
		if s.Kind == code.Endpoint {
			key := endpointKey(s.Properties["method"], s.Properties["path"])
			if hashes[key] == nil {
				order, hashes[key] = append(order, key), []string{path}
			}
			hashes[key] = append(hashes[key], s.Local)
		}
	}
	out := make([]Answer, len(order))
	for i, key := range order {
		out[i] = Answer{Key: key, Hash: Hash(hashes[key]...), Provided: true}
	}
	return out
}

// Request is a link for a request that code sends with a method to an
// address: to the endpoint of the repository that serves it, ambiguous where
// there are several, external where there is none. It is false where the
// address has no path.
func (v *View) Request(method, address string) (code.Link, bool) {
	path, abroad := addressPath(address)
	if method == "" || path == "" {
		return code.Link{}, false
	}
	l := code.Link{Type: code.Requests, Resolution: code.External, Properties: map[string]string{"method": method, "path": path}}
	for _, shapes := range servingShapes(path, abroad) {
		for _, shape := range shapes {
			l.Candidates = append(l.Candidates, v.endpoints(method, shape)...)
		}
		if len(l.Candidates) > 0 {
			l.Resolution = code.Ambiguous
			break
		}
	}
	return l, true
}

// servingShapes are the routes that may serve a path, the likeliest first:
// its own; those that take one of its segments for a parameter; those without
// its first segments, which a gateway or a router in another file may mount.
// Of a request that goes abroad only a whole route of several segments tells
// that it is one of ours.
func servingShapes(path string, abroad bool) [][]string {
	shape := routeShape(path)
	parts := strings.Split(shape, "/")[1:]
	if abroad {
		if len(parts) < 2 {
			return nil
		}
		return [][]string{{shape}}
	}
	var looser, mounted []string
	for i, p := range parts {
		if p != parameter && p != "" {
			looser = append(looser, "/"+strings.Join(append(append(append([]string{}, parts[:i]...), parameter), parts[i+1:]...), "/"))
		}
	}
	for i := 1; i <= maxMounted && i < len(parts); i++ {
		rest := parts[i:]
		if rest[0] != parameter && rest[0] != "" {
			mounted = append(mounted, "/"+strings.Join(rest, "/"))
		}
	}
	out := [][]string{{shape}, looser}
	for _, m := range mounted {
		out = append(out, []string{m})
	}
	return out
}

// maxMounted bounds the segments that a mount is thought to add.
const maxMounted = 2

// endpoints are the symbols that serve a method at a route's shape.
func (v *View) endpoints(method, shape string) []code.SymbolRef {
	var out []code.SymbolRef
	for _, verb := range []string{method, "ANY"} {
		for _, p := range v.Providers(endpointKey(verb, shape)) {
			f := v.File(p)
			if f == nil {
				continue
			}
			for _, s := range f.Facts.Symbols {
				if s.Kind == code.Endpoint && s.Properties["method"] == verb && routeShape(s.Properties["path"]) == shape {
					out = append(out, code.SymbolRef{Path: p, Local: s.Local})
				}
			}
		}
	}
	return out
}

// addressPath is the path of an address, spelt as routes are; "" for none, and
// whether its host is written out and public. An interpolation in braces at
// its front is the host.
func addressPath(address string) (path string, abroad bool) {
	if strings.HasPrefix(address, "{") {
		_, address, _ = strings.Cut(address, "}")
	}
	address = strings.NewReplacer("{", "%7B", "}", "%7D", " ", "").Replace(address)
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(u.Path, "/") {
		return "", false
	}
	return syntax.RoutePath(u.Path), publicHost(u.Hostname())
}

// publicHost reports whether a host has a name that the world resolves, unlike
// those of one machine or one cluster.
func publicHost(host string) bool {
	top := host[strings.LastIndexByte(host, '.')+1:]
	switch top {
	case "", host, "local", "internal", "localhost", "test", "invalid", "example":
		return false
	}
	return !strings.ContainsAny(host, "{}") && strings.Trim(top, "0123456789") != ""
}
