package jobs_test

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/localhub"
)

func TestLostDeliveriesAreFound(t *testing.T) {
	o := fast()
	o.Reconcile = 2 * time.Second
	b := setUp(t, o)
	b.ask("/ask the first is heard?")
	b.reply()

	b.hub.Fail(localhub.Fault{Kind: localhub.LoseDelivery, Path: "issue_comment", Times: 1})
	b.hub.Fail(localhub.Fault{Kind: localhub.LoseDelivery, Path: "pull_request", Times: 1})
	b.ask("/ask is this heard?")
	number := b.openPull()
	b.eventually("the lost question is answered", func() bool { return len(b.replies()) == 2 })
	if body := b.replies()[1].Body; !strings.HasPrefix(body, "Answer to: is this heard?") {
		t.Errorf("replied %q", body)
	}
	b.eventually("the lost pull request is summarised", func() bool { return len(botComments(b.hub, number)) == 1 })
}
