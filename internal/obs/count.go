package obs

import (
	"expvar"
	"net/http"
	"strings"
	"time"
)

// counts are published by the standard library's expvar.
var counts = expvar.NewMap("plumbline")

// Count adds one to what its name and parts say: Count("webhook", "push",
// "202") counts under "webhook.push.202". Parts are words of our own, never a
// stranger's.
func Count(name string, parts ...string) {
	counts.Add(key(name, parts), 1)
}

// Took adds a duration, in seconds, to the sum under a name.
func Took(d time.Duration, name string, parts ...string) {
	counts.AddFloat(key(name, parts)+".seconds", d.Seconds())
}

// Value is a count so far, for tests and pages; 0 where nothing was counted.
func Value(name string, parts ...string) int64 {
	if v, ok := counts.Get(key(name, parts)).(*expvar.Int); ok {
		return v.Value()
	}
	return 0
}

// Handler serves all counts as JSON. It shows no repository's data, but it is
// for who runs Plumbline, not for the public.
func Handler() http.Handler { return expvar.Handler() }

func key(name string, parts []string) string {
	return strings.Join(append([]string{name}, parts...), ".")
}
