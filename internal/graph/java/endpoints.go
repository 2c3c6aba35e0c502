package java

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/syntax"
)

// exposes links the methods of controllers to the routes that they serve.
func (s *session) exposes() {
	for _, e := range s.m.endpoints {
		for n, m := range s.m.methodAt {
			if n.Span().Contains(e.NamePos) && m.node.Child("body") != nil {
				s.link(code.Link{From: m.local, Type: code.Exposes, Name: e.Name, Pos: e.NamePos,
					Target: code.SymbolRef{Path: s.m.path, Local: e.Local}, Resolution: code.Exact})
			}
		}
	}
}

// feignRequests links a Feign client's method to what it requests.
func (s *session) feignRequests(n *cst.Node, from string) {
	for _, r := range syntax.FeignRoutes(n) {
		s.request(from, r.At.Child("name"), r.Method, r.Path)
	}
}

// restTemplate lists the methods of Spring's client by what they send.
var restTemplate = map[string]string{"getForObject": "GET", "getForEntity": "GET", "postForObject": "POST", "postForEntity": "POST",
	"postForLocation": "POST", "put": "PUT", "delete": "DELETE", "patchForObject": "PATCH"}

// restRequest links a call of RestTemplate whose address is written out.
func (s *session) restRequest(n *cst.Node, r *callResult, from string) {
	method, ok := strings.CutPrefix(r.external, "org.springframework.web.client.RestTemplate.")
	verb := restTemplate[method]
	if !ok || verb == "" {
		return
	}
	for a := range arguments(n.Child("arguments")) {
		if !a.Is("string_literal") {
			return
		}
		s.request(from, n.Child("name"), verb, strings.Trim(a.Text(), `"`))
		return
	}
}

// request links a request to the endpoints that serve it.
func (s *session) request(from string, at *cst.Node, method, address string) {
	if l, ok := s.v.Request(method, address); ok {
		l.From, l.Name, l.Pos = from, at.Text(), at.Pos()
		s.link(l)
	}
}
