package jobs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/localhub"
	"github.com/plumbline/plumbline/jobs"
)

func (b *bench) openPull() int {
	b.Helper()
	number, err := b.hub.OpenPull("Feature", "", "main", "feature", localhub.Writer)
	must(b.T, err)
	return number
}

func (b *bench) summary(number int) localhub.Comment {
	b.Helper()
	b.idle()
	comments := botComments(b.hub, number)
	if len(comments) != 1 {
		b.Fatalf("%d comments of ours, want one: %+v", len(comments), comments)
	}
	return comments[0]
}

func TestStickySummaryFollowsTheHead(t *testing.T) {
	b := setUp(t, fast())
	number := b.openPull()
	first := b.summary(number)
	must(t, b.hub.Push("feature", "feature~1"))
	second := b.summary(number)
	if first.ID != second.ID || first.Body == second.Body {
		t.Errorf("before the push %q, after it %q", first.Body, second.Body)
	}
	must(t, b.hub.ClosePull(number, false, localhub.Writer))
	must(t, b.hub.ReopenPull(number, localhub.Writer))
	if again := b.summary(number); again.Body != second.Body {
		t.Errorf("after reopening: %q", again.Body)
	}
	if edits := b.edits(); edits != 1 {
		t.Errorf("%d edits, want one: nothing changed when it was reopened", edits)
	}
}

// edits counts the calls that replaced a comment's text.
func (b *bench) edits() (n int) {
	for _, r := range b.hub.Requests() {
		if r.Method == "PATCH" {
			n++
		}
	}
	return n
}

func TestPushDuringTheSummary(t *testing.T) {
	b := setUp(t, fast())
	begun, goOn := make(chan bool, 9), make(chan bool)
	b.cases.impact = func(ctx context.Context, r jobs.ImpactRequest) (jobs.ImpactResult, error) {
		begun <- true
		if err := wait(ctx, goOn); err != nil {
			return jobs.ImpactResult{}, err
		}
		return jobs.ImpactResult{Markdown: "Impact of " + r.Pull.Head, Head: r.Pull.Head}, nil
	}
	number := b.openPull()
	<-begun
	must(t, b.hub.Push("feature", "feature~1"))
	must(t, b.hub.Flush(t.Context()))
	close(goOn)
	summary := b.summary(number)
	last := b.cases.impacts[len(b.cases.impacts)-1].Pull.Head
	if !strings.HasPrefix(summary.Body, "Impact of "+last) || b.edits() != 0 {
		t.Errorf("%q for head %s, after %d edits: the older was posted first", summary.Body, last, b.edits())
	}
}

func TestWhichPullRequestsGetNone(t *testing.T) {
	for _, c := range []struct {
		name, settings string
		open           func(*bench) (int, error)
		comments       int
	}{
		{"a draft", "", func(b *bench) (int, error) { return b.hub.OpenDraft("D", "", "main", "feature", localhub.Writer) }, 0},
		{"a draft where drafts are wanted", "impact: {drafts: true}",
			func(b *bench) (int, error) { return b.hub.OpenDraft("D", "", "main", "feature", localhub.Writer) }, 1},
		{"a bot's", "", func(b *bench) (int, error) { return b.hub.OpenPull("B", "", "main", "feature", localhub.OtherBot) }, 0},
		{"turned off", "impact: off", func(b *bench) (int, error) { return b.hub.OpenPull("P", "", "main", "feature", localhub.Writer) }, 0},
		{"a draft that becomes ready", "", func(b *bench) (int, error) {
			number, err := b.hub.OpenDraft("D", "", "main", "feature", localhub.Writer)
			must(b.T, err)
			b.idle()
			return number, b.hub.ReadyForReview(number, localhub.Writer)
		}, 1},
		{"a stranger's", "", func(b *bench) (int, error) { return b.hub.OpenPull("P", "", "main", "feature", localhub.Stranger) }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := setUp(t, fast(), ".github/plumbline.yml", c.settings)
			number, err := c.open(b)
			must(t, err)
			b.idle()
			if n := len(botComments(b.hub, number)); n != c.comments {
				t.Errorf("%d comments, want %d", n, c.comments)
			}
		})
	}
}

func TestNothingToSayIsNotSaid(t *testing.T) {
	b := setUp(t, fast())
	b.cases.impact = func(_ context.Context, r jobs.ImpactRequest) (jobs.ImpactResult, error) {
		return jobs.ImpactResult{Markdown: "Nothing.", Head: r.Pull.Head, Quiet: true}, nil
	}
	number := b.openPull()
	b.idle()
	if n := len(botComments(b.hub, number)); n != 0 {
		t.Errorf("%d comments", n)
	}
}

func TestInterruptedSummaryIsFoundAgain(t *testing.T) {
	b := setUp(t, fast())
	b.hub.Fail(localhub.Fault{Kind: localhub.DropAfter, Method: "POST", Path: "/issues/2/comments", Times: 1})
	number := b.openPull()
	b.summary(number)
}
