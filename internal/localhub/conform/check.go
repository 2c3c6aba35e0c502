package conform

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/localhub/wire"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// CheckEvent checks a webhook's payload.
func (d *Descriptions) CheckEvent(e wire.Event) error {
	payload, err := jsonschema.UnmarshalJSON(bytes.NewReader(e.Payload))
	if err != nil {
		return err
	}
	action, _ := payload.(map[string]any)["action"].(string)
	name := e.Name + "$" + action
	if action == "" {
		name = e.Name + "$event"
	}
	if d.events[name] == nil {
		return fmt.Errorf("GitHub has no event %s", name)
	}
	s, err := d.schema("webhooks.json", "definitions", name)
	if err != nil {
		return err
	}
	return s.Validate(payload)
}

// undescribed are answers that the trimmed description leaves out although
// GitHub gives them.
func undescribed(x wire.Exchange) bool {
	return x.Status >= 400 || x.Status == http.StatusNotModified || x.Status == http.StatusMovedPermanently ||
		x.Status == http.StatusTemporaryRedirect
}

// CheckExchange checks a request and its answer.
func (d *Descriptions) CheckExchange(x wire.Exchange) error {
	template, operation := d.operation(x.Method, x.Path)
	if operation == nil {
		if x.Status == http.StatusNotFound || x.Status == http.StatusUnauthorized {
			return nil
		}
		return fmt.Errorf("GitHub's description has no such call")
	}
	if undescribed(x) {
		return d.checkError(x)
	}
	if err := d.checkQuery(x, template, operation); err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	if err := d.checkBody(x, template); err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	status := fmt.Sprint(x.Status)
	answer, described := operation["responses"].(map[string]any)[status].(map[string]any)
	if !described {
		return fmt.Errorf("%s does not answer %s", template, status)
	}
	if answer["content"] == nil && answer["$ref"] == nil {
		if len(x.Answer) > 0 {
			return fmt.Errorf("a body where none is described")
		}
		return nil
	}
	pointer := []string{"paths", template, strings.ToLower(x.Method), "responses", status}
	if ref, is := answer["$ref"].(string); is {
		pointer = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	}
	return d.validate(x.Answer, append(pointer, "content", "application/json", "schema")...)
}

// checkError: every refusal has GitHub's shape, unless it is a gateway's page.
func (d *Descriptions) checkError(x wire.Exchange) error {
	if kind, _, _ := mime.ParseMediaType(x.Header.Get("Content-Type")); kind == "text/html" {
		return nil
	}
	if x.Status < 400 {
		return nil
	}
	if x.Status == http.StatusUnprocessableEntity {
		return d.validate(x.Answer, "components", "schemas", "validation-error")
	}
	return d.validate(x.Answer, "components", "schemas", "basic-error")
}

func (d *Descriptions) checkBody(x wire.Exchange, template string) error {
	if len(x.Request) == 0 || string(bytes.TrimSpace(x.Request)) == "null" {
		return nil
	}
	// GitHub's prose: with in_reply_to every field but the body is ignored;
	// its schema does not say so.
	if strings.HasSuffix(x.Path, "/comments") && bytes.Contains(x.Request, []byte(`"in_reply_to":`)) {
		return nil
	}
	return d.validate(x.Request, "paths", template, strings.ToLower(x.Method), "requestBody", "content", "application/json", "schema")
}

func (d *Descriptions) validate(body []byte, pointer ...string) error {
	s, err := d.schema("openapi.json", pointer...)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// operation finds the described call; of two templates that fit, the one with
// fewer variables.
func (d *Descriptions) operation(method, path string) (template string, operation map[string]any) {
	fewest := 100
	for candidate, methods := range d.paths {
		op, has := methods.(map[string]any)[strings.ToLower(method)].(map[string]any)
		variables := strings.Count(candidate, "{")
		if has && variables < fewest && fits(candidate, path) {
			template, operation, fewest = candidate, op, variables
		}
	}
	return template, operation
}

// fits matches a path against a template; the last variable may hold slashes.
func fits(template, path string) bool {
	want, have := strings.Split(template, "/"), strings.Split(path, "/")
	for i, part := range want {
		variable := strings.HasPrefix(part, "{")
		if i >= len(have) || !variable && part != have[i] {
			return false
		}
		if variable && i == len(want)-1 && (part == "{path}" || part == "{ref}") {
			return true
		}
	}
	return len(want) == len(have)
}

// checkQuery checks that every parameter of the query is described, and that
// its value fits.
func (d *Descriptions) checkQuery(x wire.Exchange, template string, operation map[string]any) error {
	query, err := url.ParseQuery(x.Query)
	if err != nil {
		return err
	}
	described := d.parameters(template, operation)
	for name, values := range query {
		kind, known := described[name]
		if !known {
			return fmt.Errorf("%s has no parameter %q", template, name)
		}
		for _, value := range values {
			if _, err := strconv.Atoi(value); kind == "integer" && err != nil {
				return fmt.Errorf("the parameter %s is %q, which is no integer", name, value)
			}
		}
	}
	return nil
}

// parameters are the query's parameters of an operation, with their types.
func (d *Descriptions) parameters(template string, operation map[string]any) map[string]string {
	out := map[string]string{}
	lists := []any{operation["parameters"]}
	if shared, has := d.paths[template].(map[string]any); has {
		lists = append(lists, shared["parameters"])
	}
	for _, list := range lists {
		entries, _ := list.([]any)
		for _, entry := range entries {
			p := d.resolve(entry.(map[string]any))
			if p["in"] == "query" {
				schema, _ := p["schema"].(map[string]any)
				kind, _ := schema["type"].(string)
				out[p["name"].(string)] = kind
			}
		}
	}
	return out
}

// resolve follows a reference to a shared parameter.
func (d *Descriptions) resolve(p map[string]any) map[string]any {
	ref, is := p["$ref"].(string)
	if !is {
		return p
	}
	name := ref[strings.LastIndex(ref, "/")+1:]
	return d.shared[name].(map[string]any)
}
