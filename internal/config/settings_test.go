package config

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestParseSettings(t *testing.T) {
	def := DefaultSettings()
	with := func(change func(*Settings)) Settings { s := DefaultSettings(); change(&s); return s }
	for _, c := range []struct {
		name, file string
		want       Settings
		problems   []string
	}{
		{"empty", "", def, nil},
		{"only a comment", "# nothing\n", def, nil},
		{"ask off in short", "ask: off\n", with(func(s *Settings) { s.Ask.Enabled = false }), nil},
		{"all of ask", "ask:\n  enabled: yes\n  who: everyone\n  quota: 3\n  skip_labels: [wip]\n",
			with(func(s *Settings) { s.Ask = AskSettings{true, Everyone, 3, []string{"wip"}} }), nil},
		{"impact", "impact: {drafts: true, bots: true, skip_labels: no-impact}",
			with(func(s *Settings) { s.Impact = ImpactSettings{true, true, true, []string{"no-impact"}} }), nil},
		{"an unknown key is named, the rest counts", "asks: off\nimpact: off\n",
			with(func(s *Settings) { s.Impact.Enabled = false }), []string{`line 1: unknown key "asks" in the file`}},
		{"a wrong value keeps its default", "ask:\n  who: anyone\n  quota: -1\n", def,
			[]string{"line 2: ask.who should be writers or everyone", "line 3: ask.quota should be a number from 0"}},
		{"no YAML", "ask: [", def, []string{"this is not YAML: line 1: did not find expected node content"}},
		{"a list in place of the file", "- a\n", def, []string{"line 1: the file should be a mapping of keys to values"}},
		{"globs", "exclude: ['vendor/**', '[', 'a.js']",
			with(func(s *Settings) { s.Exclude = []string{"vendor/**", "a.js"} }), []string{`line 1: exclude: "[" is no glob`}},
		{"edges", "edges:\n- {from: a.py#f, to: b.py#g, type: CALLS}\n- {from: ../a#f, to: b#g, type: CALLS}\n- {from: a#f, to: b#g, type: LIKES}\n",
			with(func(s *Settings) {
				s.Edges = []DeclaredEdge{{From: "a.py#f", To: "b.py#g", Type: "CALLS", Line: 2, Col: 21}}
			}),
			[]string{`line 3: an edge's from and to are symbols as path#name, not "../a#f"`, "line 4: an edge's type is one of " + strings.Join(edgeTypes, ", ")}},
		{"layers and glossary", "layers:\n- {name: web, paths: ['web/**'], may_use: [core]}\n- {name: x}\nglossary:\n  till: [CashRegister]\n  word: Other\n",
			with(func(s *Settings) {
				s.Layers = []Layer{{"web", []string{"web/**"}, []string{"core"}}}
				s.Glossary = map[string][]string{"till": {"CashRegister"}, "word": {"Other"}}
			}), []string{"line 3: a layer has a name, paths and may_use"}},
		{"too large", strings.Repeat("#", MaxSettings+1), def, []string{"the file is larger than 256 KiB"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, problems := ParseSettings([]byte(c.file))
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("settings:\n got %+v\nwant %+v", got, c.want)
			}
			var said []string
			for _, p := range problems {
				said = append(said, p.String())
			}
			if fmt.Sprintf("%q", said) != fmt.Sprintf("%q", c.problems) {
				t.Errorf("problems:\n got %q\nwant %q", said, c.problems)
			}
		})
	}
}

// The example shows every key, and nothing in it is wrong.
func TestExampleFile(t *testing.T) {
	content, err := os.ReadFile("../../deploy/plumbline.example.yml")
	if err != nil {
		t.Fatal(err)
	}
	got, problems := ParseSettings(content)
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	def := DefaultSettings()
	if a := got.Ask; a.Enabled != def.Ask.Enabled || a.Who != def.Ask.Who || a.Quota != def.Ask.Quota {
		t.Errorf("ask: the example says %+v, the defaults are %+v", a, def.Ask)
	}
	if i := got.Impact; i.Enabled != def.Impact.Enabled || i.Drafts != def.Impact.Drafts || i.Bots != def.Impact.Bots {
		t.Errorf("impact: the example says %+v, the defaults are %+v", i, def.Impact)
	}
	value := reflect.ValueOf(got)
	for i := range value.NumField() {
		if value.Field(i).IsZero() {
			t.Errorf("the example shows no %s", value.Type().Field(i).Name)
		}
	}
	if len(got.Ask.SkipLabels) == 0 || len(got.Impact.SkipLabels) == 0 {
		t.Error("the example shows no skip_labels")
	}
}

func TestExcluded(t *testing.T) {
	s := Settings{Exclude: []string{"vendor/**", "**/*.pb.go"}}
	for path, want := range map[string]bool{"vendor/a/b.go": true, "x/y.pb.go": true, "y.pb.go": true, "src/a.go": false} {
		if s.Excluded(path) != want {
			t.Errorf("Excluded(%s) = %v", path, !want)
		}
	}
}

func FuzzParseSettings(f *testing.F) {
	for _, seed := range []string{"ask: off", "ask: &a {who: *a}", "edges: [[]]", "exclude: {}", "a: &x [*x]", "<<: {}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, _ := ParseSettings(content)
		if s.Ask.Who != Writers && s.Ask.Who != Everyone || s.Ask.Quota < 0 {
			t.Errorf("settings that no one can mean: %+v", s.Ask)
		}
		for _, e := range s.Edges {
			if e.check() != nil {
				t.Errorf("edge %+v", e)
			}
		}
	})
}
