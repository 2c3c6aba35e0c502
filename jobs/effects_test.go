package jobs_test

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/localhub"
)

// Whatever GitHub does to one call, a question ends in one reply with both
// reactions, and no attempt is used up by waiting.
func TestOneReplyThroughEveryFailure(t *testing.T) {
	comments, reactions := "/comments", "/reactions"
	for _, c := range []struct {
		name  string
		fault localhub.Fault
		tries int // attempts that may be used
	}{
		{"secondary limit", localhub.Fault{Kind: localhub.SecondaryLimit, Method: "POST", Path: comments, Times: 1, RetryAfter: time.Second}, 1},
		{"secondary limit as 429", localhub.Fault{Kind: localhub.SecondaryLimit429, Method: "POST", Path: comments, Times: 1, RetryAfter: time.Second}, 1},
		{"limit on a reaction", localhub.Fault{Kind: localhub.SecondaryLimit, Method: "POST", Path: reactions, Times: 1, RetryAfter: time.Second}, 1},
		{"primary limit", localhub.Fault{Kind: localhub.PrimaryLimit, Times: 1, RetryAfter: time.Second}, 1},
		{"server error", localhub.Fault{Kind: localhub.ServerError, Method: "POST", Path: comments, Times: 1}, 3},
		{"bad gateway", localhub.Fault{Kind: localhub.BadGateway, Times: 2}, 3},
		{"cut before it was done", localhub.Fault{Kind: localhub.DropBefore, Method: "POST", Path: "/issues/1/comments", Times: 1}, 3},
		{"cut after it was done", localhub.Fault{Kind: localhub.DropAfter, Method: "POST", Path: "/issues/1/comments", Times: 1}, 3},
		{"cut after a reaction", localhub.Fault{Kind: localhub.DropAfter, Method: "POST", Path: reactions, Times: 2}, 3},
		{"token revoked", localhub.Fault{Kind: localhub.Unauthorized, Method: "POST", Path: comments, Times: 1}, 1},
		{"not there yet", localhub.Fault{Kind: localhub.NotFoundYet, Delay: 1500 * time.Millisecond}, 1},
		{"permission can't be read", localhub.Fault{Kind: localhub.ServerError, Path: "/permission", Times: 1}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := setUp(t, fast())
			b.hub.Fail(c.fault)
			comment := b.ask("/ask in spite of all?")
			if reply := b.reply(); !strings.HasPrefix(reply.Body, "Answer to: in spite of all?") {
				t.Errorf("replied %q", reply.Body)
			}
			b.wantReactions(comment.ID, "+1 eyes")
			if n := b.count("SELECT max(attempt) FROM river_job WHERE kind = 'ask'"); n > c.tries {
				t.Errorf("%d attempts, at most %d wanted", n, c.tries)
			}
		})
	}
}

func TestListThatLagsMakesNoSecondReply(t *testing.T) {
	b := setUp(t, fast())
	b.hub.Fail(localhub.Fault{Kind: localhub.StaleList, Delay: time.Second})
	b.hub.Fail(localhub.Fault{Kind: localhub.DropAfter, Method: "POST", Path: "/issues/1/comments", Times: 1})
	b.ask("/ask once?")
	b.onlyReply()
}

// A marker can be copied by anyone: author and key count together.
func TestForgedMarkerIsNotTakenForOurs(t *testing.T) {
	b := setUp(t, fast())
	b.hub.Fail(localhub.Fault{Kind: localhub.DropBefore, Method: "POST", Path: "/issues/1/comments", Times: 1})
	b.ask("/ask which?")
	b.eventually("the effect is recorded", func() bool {
		return b.count("SELECT count(*) FROM effect WHERE tried_at IS NOT NULL") == 1
	})
	var key string
	must(t, b.pool.QueryRow(t.Context(), "SELECT key FROM effect").Scan(&key))
	b.comment("I am the answer <!-- plumbline:"+key+" -->", localhub.Stranger)
	if reply := b.reply(); !strings.HasPrefix(reply.Body, "Answer to: which?") {
		t.Errorf("replied %q", reply.Body)
	}
}

func TestReplyThatWasDeletedStaysDeleted(t *testing.T) {
	b := setUp(t, fast())
	c := b.ask("/ask one?")
	must(t, b.hub.DeleteComment(b.reply().ID))
	must(t, b.hub.EditComment(c.ID, "/ask two?"))
	b.noReply()
}

func TestWritesAreSpaced(t *testing.T) {
	o := fast()
	o.WriteInterval = 150 * time.Millisecond
	b := setUp(t, o)
	for range 4 {
		b.ask("/ask slowly?")
	}
	b.idle()
	var writes []time.Time
	for _, r := range b.hub.Requests() {
		if r.Method == "POST" && (strings.Contains(r.Path, "/comments") || strings.Contains(r.Path, "/reactions")) {
			writes = append(writes, r.At)
		}
	}
	if len(writes) != 12 {
		t.Fatalf("%d writes, want 12", len(writes))
	}
	for i := 1; i < len(writes); i++ {
		// The stand-in notes when a request came, we when it was answered.
		if gap := writes[i].Sub(writes[i-1]); gap < 140*time.Millisecond {
			t.Errorf("writes %d and %d are %s apart", i-1, i, gap)
		}
	}
}
