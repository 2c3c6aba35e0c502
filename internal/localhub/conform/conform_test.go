package conform_test

import (
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/localhub/conform"
	"github.com/plumbline/plumbline/internal/localhub/wire"
)

// TestWhatIsWrongIsRefused makes sure that the checks can fail.
func TestWhatIsWrongIsRefused(t *testing.T) {
	t.Parallel()
	d, err := conform.Load()
	if err != nil {
		t.Skipf("GitHub's descriptions are not here: %v", err)
	}
	const comments = "/repos/a/b/issues/1/comments"
	for name, tc := range map[string]struct {
		exchange wire.Exchange
		want     string
	}{
		"an answer of another shape": {wire.Exchange{Method: "GET", Path: "/repos/a/b", Status: 200, Answer: []byte(`{"id":"x"}`)}, "missing properties"},
		"no such call":               {wire.Exchange{Method: "GET", Path: "/repos/a/b/secrets", Status: 200}, "no such call"},
		"no such status":             {wire.Exchange{Method: "GET", Path: comments, Status: 204}, "does not answer 204"},
		"no such parameter":          {wire.Exchange{Method: "GET", Path: comments, Query: "until=x", Status: 200, Answer: []byte(`[]`)}, "no parameter"},
		"a number in words":          {wire.Exchange{Method: "GET", Path: comments, Query: "per_page=all", Status: 200, Answer: []byte(`[]`)}, "no integer"},
		"a request of another shape": {wire.Exchange{Method: "POST", Path: comments, Request: []byte(`{"text":"x"}`), Status: 201}, "missing property"},
		"a body on 204":              {wire.Exchange{Method: "DELETE", Path: "/repos/a/b/issues/comments/1", Status: 204, Answer: []byte(`{}`)}, "a body"},
		"right":                      {wire.Exchange{Method: "GET", Path: comments, Query: "per_page=3&since=2026-01-01T00:00:00Z", Status: 200, Answer: []byte(`[]`)}, ""},
	} {
		err := d.CheckExchange(tc.exchange)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	for payload, want := range map[string]string{
		`{"action":"created","comment":{}}`: "missing propert",
		`{"action":"exploded"}`:             "no event",
	} {
		if err := d.CheckEvent(wire.Event{Name: "issue_comment", Payload: []byte(payload)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", payload, err, want)
		}
	}
}
