package java_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

// expectOurs compares the references that stay in the repository.
func expectOurs(t *testing.T, archive, want string) {
	t.Helper()
	var got, lines []string
	for _, l := range graphtest.Links(t, binders, archive, code.Calls, code.Reads, code.Writes) {
		if !strings.Contains(l, "-> external") {
			got = append(got, l)
		}
	}
	for l := range strings.Lines(want) {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	slices.Sort(got)
	slices.Sort(lines)
	if !slices.Equal(got, lines) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}
