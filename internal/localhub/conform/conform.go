// Package conform holds a stand-in for GitHub, and whoever calls it, to GitHub's
// own descriptions: every request and answer to the REST description, every
// webhook's payload to the events' schemas. It is for tests, and the one
// package here that needs a JSON schema library.
//
// The descriptions (openapi.json and webhooks.json) are no part of the
// repository; they are found through PLUMBLINE_GITHUB_SCHEMAS, else beside the
// clone.
package conform

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/plumbline/plumbline/internal/localhub/wire"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemasVariable names the folder that holds openapi.json and webhooks.json.
const schemasVariable = "PLUMBLINE_GITHUB_SCHEMAS"

// Watched is a stand-in that shows what passes through it.
type Watched interface {
	Observe(call func(wire.Exchange), event func(wire.Event))
}

// Hold fails t for every request, answer and payload of h that GitHub's
// descriptions don't allow; where they are not at hand it says so.
func Hold(t testing.TB, h Watched) {
	t.Helper()
	d, err := Load()
	if err != nil {
		t.Logf("not held to GitHub's descriptions (set %s): %v", schemasVariable, err)
		return
	}
	h.Observe(func(x wire.Exchange) {
		if err := d.CheckExchange(x); err != nil {
			t.Errorf("%s %s: %d: %v\nrequest %s\nanswer %s", x.Method, x.Path, x.Status, err, x.Request, x.Answer)
		}
	}, func(e wire.Event) {
		if err := d.CheckEvent(e); err != nil {
			t.Errorf("webhook %s: %v\n%s", e.Name, err, e.Payload)
		}
	})
}

// Descriptions are GitHub's own, with the schemas they hold compiled on first
// use.
type Descriptions struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	paths    map[string]any // of OpenAPI
	shared   map[string]any // parameters that several paths have
	events   map[string]any
	compiled map[string]*jsonschema.Schema
}

// Load reads the descriptions, once in a process.
var Load = sync.OnceValues(func() (*Descriptions, error) {
	folder, err := schemasFolder()
	if err != nil {
		return nil, err
	}
	rest, err := readJSON(filepath.Join(folder, "openapi.json"))
	if err != nil {
		return nil, err
	}
	hooks, err := readJSON(filepath.Join(folder, "webhooks.json"))
	if err != nil {
		return nil, err
	}
	fromOpenAPI(rest)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: "uri-template", Validate: validateTemplate})
	if err := c.AddResource("mem:///openapi.json", rest); err != nil {
		return nil, err
	}
	if err := c.AddResource("mem:///webhooks.json", hooks); err != nil {
		return nil, err
	}
	document := rest.(map[string]any)
	return &Descriptions{
		compiler: c, compiled: map[string]*jsonschema.Schema{},
		paths:  document["paths"].(map[string]any),
		shared: document["components"].(map[string]any)["parameters"].(map[string]any),
		events: hooks.(map[string]any)["definitions"].(map[string]any),
	}, nil
})

// schemasFolder is what the variable names, else the usual folder beside the
// clone that the test runs in.
func schemasFolder() (string, error) {
	if folder := os.Getenv(schemasVariable); folder != "" {
		return folder, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(filepath.Dir(dir), "shared", "github"), nil
		}
		dir = filepath.Dir(dir)
	}
	return "", errors.New("the test runs in no module")
}

var expression = regexp.MustCompile(`\{[+#./;?&]?[A-Za-z0-9_,]+\}`)

// validateTemplate stands in for the library's check, which takes the slash of
// an expression like {/sha} for the end of a path segment.
func validateTemplate(v any) error {
	text, isText := v.(string)
	if !isText {
		return nil
	}
	rest := expression.ReplaceAllString(text, "")
	if strings.ContainsAny(rest, "{}") {
		return errors.New("braces are left over")
	}
	_, err := url.Parse(rest)
	return err
}

func readJSON(path string) (any, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return jsonschema.UnmarshalJSON(file)
}

// fromOpenAPI turns OpenAPI 3.0's dialect into JSON Schema's: null where
// nullable says so, and no formats that only OpenAPI knows.
func fromOpenAPI(node any) {
	switch n := node.(type) {
	case []any:
		for _, child := range n {
			fromOpenAPI(child)
		}
	case map[string]any:
		for _, child := range n {
			fromOpenAPI(child)
		}
		choose(n)
		if n["nullable"] == true {
			allowNull(n)
		}
		if f, _ := n["format"].(string); f == "int64" || f == "timestamp" || f == "repo.nwo" {
			delete(n, "format")
		}
	}
}

// choose mends a slip of the description: an account that must be a user and
// an enterprise at once is meant to be either.
func choose(schema map[string]any) {
	parts, _ := schema["allOf"].([]any)
	titles := map[any]bool{}
	for _, part := range parts {
		titles[part.(map[string]any)["title"]] = true
	}
	if titles["Simple User"] && titles["Enterprise"] {
		delete(schema, "allOf")
		schema["anyOf"] = parts
	}
}

func allowNull(schema map[string]any) {
	delete(schema, "nullable")
	if kind, isText := schema["type"].(string); isText {
		schema["type"] = []any{kind, "null"}
	}
	if values, isEnum := schema["enum"].([]any); isEnum {
		schema["enum"] = append(values, nil)
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		if options, has := schema[word].([]any); has {
			schema[word] = append(options, map[string]any{"type": "null"})
		}
	}
	if parts, has := schema["allOf"]; has {
		delete(schema, "allOf")
		schema["anyOf"] = []any{map[string]any{"allOf": parts}, map[string]any{"type": "null"}}
	}
}

// schema compiles what stands at a pointer of one of the documents.
func (d *Descriptions) schema(document string, pointer ...string) (*jsonschema.Schema, error) {
	at := "mem:///" + document + "#"
	for _, part := range pointer {
		part = strings.NewReplacer("~", "~0", "/", "~1").Replace(part)
		at += "/" + url.PathEscape(part)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.compiled[at]; s != nil {
		return s, nil
	}
	s, err := d.compiler.Compile(at)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", at, err)
	}
	d.compiled[at] = s
	return s, nil
}
