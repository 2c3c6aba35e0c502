package jobs_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/jobs"
)

func TestPushDuringIndexingIsNotLost(t *testing.T) {
	b := setUp(t, fast())
	begun, goOn := make(chan bool, 99), make(chan bool)
	b.cases.sync = func(ctx context.Context, _ string) (string, error) {
		begun <- true
		return strings.Repeat(strconv.Itoa(len(b.cases.refs())), 40), wait(ctx, goOn)
	}
	must(t, b.hub.Push("main", "feature"))
	<-begun
	for _, rev := range []string{"feature~1", "feature", "feature~1"} {
		must(t, b.hub.Push("main", rev))
	}
	must(t, b.hub.Flush(t.Context()))
	close(goOn)
	b.idle()
	if n := len(b.cases.refs()); n != 2 {
		t.Errorf("indexed %d times for four pushes, three of them while it ran; want 2", n)
	}
	var sha string
	must(t, b.pool.QueryRow(t.Context(), "SELECT sha FROM head WHERE ref = 'HEAD' AND done = wanted").Scan(&sha))
	if sha != strings.Repeat("2", 40) {
		t.Errorf("the head is at %s", sha)
	}
}

func TestIndexIsTriedAgain(t *testing.T) {
	b := setUp(t, fast())
	b.cases.sync = func(context.Context, string) (string, error) {
		if len(b.cases.refs()) < 3 {
			return "", errors.New("no network")
		}
		return strings.Repeat("3", 40), nil
	}
	must(t, b.hub.Push("main", "feature"))
	b.idle()
	if n := b.count("SELECT count(*) FROM head WHERE done = wanted"); n != 1 {
		t.Error("the head is not done")
	}
}

func TestDeletedBranchIsDropped(t *testing.T) {
	b := setUp(t, fast())
	b.cases.sync = func(_ context.Context, ref string) (string, error) {
		if ref == jobs.DefaultBranch {
			return strings.Repeat("4", 40), nil
		}
		return "", jobs.ErrRefGone
	}
	b.deliver("push", map[string]any{"ref": "refs/heads/old", "deleted": true, "after": strings.Repeat("0", 40),
		"repository":   map[string]any{"id": b.hub.RepoID(), "full_name": b.hub.FullName(), "default_branch": "main"},
		"installation": map[string]any{"id": b.hub.InstallationID()}})
	b.idle()
	if n := b.count("SELECT count(*) FROM head WHERE ref LIKE 'refs%'"); n != 0 {
		t.Error("the branch is still wanted")
	}
}
