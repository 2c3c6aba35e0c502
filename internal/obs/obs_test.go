package obs

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestLogger(t *testing.T) {
	for _, c := range []struct{ format, level, want, err string }{
		{"", "", "level=WARN msg=w\n", ""},
		{"text", "error", "", ""},
		{"json", "warn", `"level":"WARN","msg":"w"}` + "\n", ""},
		{"xml", "", "", `log format "xml" is unknown: use text or json`},
		{"", "loud", "", `log level "loud" is unknown: use debug, info, warn or error`},
	} {
		var out strings.Builder
		log, err := Logger(&out, c.format, c.level)
		if err != nil {
			if err.Error() != c.err {
				t.Errorf("Logger(%q, %q): %v, want %q", c.format, c.level, err, c.err)
			}
			continue
		}
		log.Debug("d")
		log.Warn("w")
		if !strings.HasSuffix(out.String(), c.want) || c.want == "" && out.Len() > 0 || c.err != "" {
			t.Errorf("Logger(%q, %q) wrote %q, want %q at the end", c.format, c.level, out.String(), c.want)
		}
	}
}

func TestCounts(t *testing.T) {
	Count("test", "a")
	Count("test", "a")
	Took(1500*time.Millisecond, "test", "a")
	if n := Value("test", "a"); n != 2 {
		t.Errorf("counted %d", n)
	}
	if n := Value("test", "never"); n != 0 {
		t.Errorf("counted %d of what never was", n)
	}
	answer := httptest.NewRecorder()
	Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	var shown struct {
		Plumbline map[string]float64 `json:"plumbline"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &shown); err != nil {
		t.Fatal(err)
	}
	if shown.Plumbline["test.a"] != 2 || shown.Plumbline["test.a.seconds"] != 1.5 {
		t.Errorf("shown: %v", shown.Plumbline)
	}
}
