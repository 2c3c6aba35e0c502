package jobs_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/localhub"
	"github.com/plumbline/plumbline/internal/obs"
	"github.com/plumbline/plumbline/jobs"
)

func TestAnAskIsAnswered(t *testing.T) {
	before := obs.Value("jobs", "ask", "job_completed")
	b := setUp(t, fast())
	c := b.ask("/ask where is the refund?")
	reply := b.reply()
	if !strings.HasPrefix(reply.Body, "Answer to: where is the refund?\n\n<!-- plumbline:") {
		t.Errorf("replied %q", reply.Body)
	}
	b.wantReactions(c.ID, "+1 eyes")
	if n := b.count("SELECT count(*) FROM trace WHERE repo_id = $1 AND source_id = $2", b.hub.RepoID(), c.ID); n != 1 {
		t.Errorf("%d traces", n)
	}
	if r := b.cases.asked[0]; r.Ref != jobs.DefaultBranch || r.Thread.Title != "Refunds" || r.Repo.FullName != b.hub.FullName() || r.Repo.CloneURL == "" {
		t.Errorf("asked with %+v", r)
	}
	b.eventually("it is counted", func() bool { return obs.Value("jobs", "ask", "job_completed") > before })
}

func TestWhoIsAnswered(t *testing.T) {
	for _, c := range []struct {
		name, author, settings string
		reactions              string
		replies                int
	}{
		{"triage is enough", localhub.Triager, "", "+1 eyes", 1},
		{"the owner", "acme", "", "+1 eyes", 1},
		{"a collaborator who may only read", localhub.Reader, "", "-1", 0},
		{"a stranger", localhub.Stranger, "", "-1", 0},
		{"a stranger where all may", localhub.Stranger, "ask: {who: everyone}", "+1 eyes", 1},
		{"a bot", localhub.OtherBot, "ask: {who: everyone}", "", 0},
		{"our own bot", "plumbline[bot]", "ask: {who: everyone}", "", 0},
		{"questions are off", localhub.Writer, "ask: off", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var files []string
			if c.settings != "" {
				files = []string{".github/plumbline.yml", c.settings}
			}
			b := setUp(t, fast(), files...)
			comment := b.comment("/ask who may?", c.author)
			b.wantReactions(comment.ID, c.reactions)
			var asked int
			for _, r := range b.replies() {
				if r.ID != comment.ID {
					asked++
				}
			}
			if asked != c.replies || len(b.cases.questions()) != c.replies {
				t.Errorf("%d replies, %d questions asked, want %d", asked, len(b.cases.questions()), c.replies)
			}
		})
	}
}

func TestQuotaOfOnePerson(t *testing.T) {
	b := setUp(t, fast(), ".github/plumbline.yml", "ask: {who: everyone, quota: 2}")
	var last localhub.Comment
	for _, q := range []string{"/ask 1", "/ask 2", "/ask 3"} {
		last = b.comment(q, localhub.Stranger)
		b.idle()
	}
	if n := len(b.replies()); n != 2 {
		t.Errorf("%d replies, want 2", n)
	}
	b.wantReactions(last.ID, "-1")
	c := b.ask("/ask a writer has no quota")
	b.wantReactions(c.ID, "+1 eyes")
}

func TestWhatIsNoQuestion(t *testing.T) {
	b := setUp(t, fast())
	for _, body := range []string{"hello", "`/ask a`", "> /ask a", "```\n/ask a\n```", "    /ask a", "<!--\n/ask a\n-->", "/asks a"} {
		b.ask(body)
	}
	b.noReply()
	if n := b.count("SELECT count(*) FROM ask"); n != 0 {
		t.Errorf("%d asks noted", n)
	}
}

func TestEmptyQuestionGetsHelp(t *testing.T) {
	b := setUp(t, fast())
	b.ask("/ASK")
	if reply := b.reply(); !strings.Contains(reply.Body, "/ask Where is") || len(b.cases.questions()) != 0 {
		t.Errorf("replied %q, asked %q", reply.Body, b.cases.questions())
	}
}

func TestSeveralQuestionsGetOneReplyInOrder(t *testing.T) {
	b := setUp(t, fast())
	b.ask("/ask one?\n/ask\n/ask two `--x` @y #1?")
	body := b.reply().Body
	if got := b.cases.questions(); !slices.Equal(got, []string{"one?", "two `--x` @y #1?"}) {
		t.Errorf("asked %q", got)
	}
	one, two := strings.Index(body, "Answer to: one?"), strings.Index(body, "Answer to: two")
	if one < 0 || two < one {
		t.Errorf("replied %q", body)
	}
	if b.cases.asked[0].MaxBytes > 30_000 {
		t.Errorf("each of two answers may take %d bytes", b.cases.asked[0].MaxBytes)
	}
}

func TestEditedQuestionReplacesTheAnswer(t *testing.T) {
	b := setUp(t, fast())
	c := b.ask("/ask one?")
	first := b.reply()
	must(t, b.hub.EditComment(c.ID, "Hello!\n\n/ask one?"))
	if again := b.onlyReply(); again.Body != first.Body || len(b.cases.questions()) != 1 {
		t.Errorf("the same question was answered again: %q", b.cases.questions())
	}
	for _, q := range []string{"two?", "one?"} {
		must(t, b.hub.EditComment(c.ID, "/ask "+q))
		if now := b.onlyReply(); now.ID != first.ID || !strings.HasPrefix(now.Body, "Answer to: "+q) {
			t.Errorf("after an edit to %q: %+v", q, now)
		}
	}
	b.wantReactions(c.ID, "+1 eyes")
}

func TestEditWhileAnswering(t *testing.T) {
	b := setUp(t, fast())
	begun, goOn := make(chan bool, 9), make(chan bool)
	b.cases.answer = func(ctx context.Context, r jobs.AskRequest) (jobs.AskResult, error) {
		if r.Question == "old?" {
			begun <- true
			if err := wait(ctx, goOn); err != nil {
				return jobs.AskResult{}, err
			}
		}
		return jobs.AskResult{Markdown: "Answer to: " + r.Question}, nil
	}
	c := b.ask("/ask old?")
	<-begun
	must(t, b.hub.EditComment(c.ID, "/ask new?"))
	must(t, b.hub.Flush(t.Context()))
	close(goOn)
	if reply := b.reply(); !strings.HasPrefix(reply.Body, "Answer to: new?") || !reply.Updated.Equal(reply.Created) {
		t.Errorf("replied %+v", reply)
	}
}

func TestDeletedWhileAnswering(t *testing.T) {
	b := setUp(t, fast())
	begun, goOn := make(chan bool, 9), make(chan bool)
	b.cases.answer = func(ctx context.Context, _ jobs.AskRequest) (jobs.AskResult, error) {
		begun <- true
		if err := wait(ctx, goOn); err != nil {
			return jobs.AskResult{}, err
		}
		return jobs.AskResult{Markdown: "too late"}, nil
	}
	c := b.ask("/ask old?")
	<-begun
	must(t, b.hub.DeleteComment(c.ID))
	close(goOn)
	b.noReply()
}

func TestDeletedAfterTheAnswer(t *testing.T) {
	b := setUp(t, fast())
	c := b.ask("/ask old?")
	b.reply()
	must(t, b.hub.DeleteComment(c.ID))
	b.onlyReply()
}

func TestTwoDeliveriesOfOneComment(t *testing.T) {
	b := setUp(t, fast())
	b.hub.Fail(localhub.Fault{Kind: localhub.DuplicateDelivery})
	c := b.ask("/ask once?")
	b.onlyReply()
	for _, d := range b.hub.Deliveries() {
		if d.Event == "issue_comment" {
			must(t, b.hub.Redeliver(d.ID))
		}
	}
	b.onlyReply()
	if n := len(b.cases.questions()); n != 1 {
		t.Errorf("answered %d times", n)
	}
	b.wantReactions(c.ID, "+1 eyes")
}

func TestReviewCommentIsAnsweredInItsThread(t *testing.T) {
	b := setUp(t, fast())
	number, err := b.hub.OpenPull("Feature", "", "main", "feature", localhub.Writer)
	must(t, err)
	first, err := b.hub.ReviewComment(number, "README.md", 2, 3, "Hm.", localhub.Reader)
	must(t, err)
	asked, err := b.hub.ReplyReview(number, first.ID, "/ask what does this change?", localhub.Writer)
	must(t, err)
	b.idle()
	comments := b.hub.ReviewComments(number)
	reply := comments[len(comments)-1]
	if len(comments) != 3 || !reply.Bot || reply.InReplyTo != first.ID {
		t.Fatalf("review comments: %+v", comments)
	}
	r := b.cases.asked[0]
	if r.Ref != "refs/pull/2/head" || r.Thread.Lines == nil || r.Thread.Lines.Path != "README.md" || r.Thread.Lines.End != 3 || r.Thread.Lines.Hunk == "" {
		t.Errorf("asked %+v with %+v", r, r.Thread.Lines)
	}
	b.wantReactions(asked.ID, "+1 eyes")
}

func TestFailureIsSaidInTheThread(t *testing.T) {
	o := fast()
	o.Attempts = 3
	b := setUp(t, o)
	b.cases.answer = func(context.Context, jobs.AskRequest) (jobs.AskResult, error) {
		if len(b.cases.questions()) == 2 {
			panic("the second time")
		}
		return jobs.AskResult{}, errors.New("the first time: secret=xyz")
	}
	c := b.ask("/ask why?")
	reply := b.reply()
	if !strings.Contains(reply.Body, "`job ") || strings.Contains(reply.Body, "secret") || len(b.cases.questions()) != 3 {
		t.Errorf("after %d tries: %q", len(b.cases.questions()), reply.Body)
	}
	b.wantReactions(c.ID, "confused eyes")
	b.cases.set(func() { b.cases.answer = nil })
	must(t, b.hub.EditComment(c.ID, "/ask why then?"))
	if now := b.onlyReply(); now.ID != reply.ID || !strings.HasPrefix(now.Body, "Answer to: why then?") {
		t.Errorf("after an edit: %q", now.Body)
	}
}

func TestIndexIsNotReady(t *testing.T) {
	o := fast()
	o.ReadyWithin = 3 * time.Second
	b := setUp(t, o)
	ready := time.Now().Add(time.Second)
	b.cases.answer = func(_ context.Context, r jobs.AskRequest) (jobs.AskResult, error) {
		if time.Now().Before(ready) || r.Question == "never" {
			return jobs.AskResult{}, jobs.ErrNotReady
		}
		return jobs.AskResult{Markdown: "ready"}, nil
	}
	b.ask("/ask soon")
	if reply := b.reply(); !strings.HasPrefix(reply.Body, "ready") {
		t.Errorf("replied %q", reply.Body)
	}
	c := b.ask("/ask never")
	b.idle()
	if replies := b.replies(); len(replies) != 2 || !strings.Contains(replies[1].Body, "still being indexed") {
		t.Errorf("replied %+v", replies)
	}
	b.wantReactions(c.ID, "confused eyes")
}

func TestLockedOrArchivedEndsTheQuestion(t *testing.T) {
	for name, close := range map[string]func(*bench){
		"locked":   func(b *bench) { must(b.T, b.hub.Lock(b.issue, true)) },
		"archived": func(b *bench) { b.hub.Archive(true) },
		"suspended": func(b *bench) {
			b.hub.Suspend(true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := setUp(t, fast())
			close(b)
			b.ask("/ask in vain?")
			b.noReply()
			if n := b.count("SELECT count(*) FROM river_job WHERE kind = 'ask' AND attempt > 1"); n != 0 {
				t.Error("it was tried again")
			}
		})
	}
}

func TestSettingsProblemsAreReportedOnce(t *testing.T) {
	b := setUp(t, fast(), ".github/plumbline.yml", "asks: off\nask: {who: 'the @team'}\n")
	b.ask("/ask one?")
	if body := b.reply().Body; !strings.Contains(body, "`line 1: unknown key \"asks\" in the file`") || !strings.HasPrefix(body, "Answer to: one?") {
		t.Errorf("first reply: %q", body)
	}
	b.ask("/ask two?")
	b.idle()
	if body := b.replies()[1].Body; strings.Contains(body, "unknown key") {
		t.Errorf("second reply: %q", body)
	}
}

func TestLabelledPullRequestIsLeftAlone(t *testing.T) {
	b := setUp(t, fast(), ".github/plumbline.yml", "ask: {skip_labels: [quiet]}\nimpact: {skip_labels: [quiet]}\n")
	number := b.openPull()
	b.idle()
	must(t, b.hub.LabelPull(number, "quiet", localhub.Writer))
	before := len(b.cases.impacts)
	must(t, b.hub.Push("feature", "feature~1"))
	c, err := b.hub.Comment(number, "/ask anything?", localhub.Writer)
	must(t, err)
	b.wantReactions(c.ID, "")
	if len(b.cases.questions()) != 0 || len(b.cases.impacts) != before {
		t.Errorf("%d questions, %d summaries", len(b.cases.questions()), len(b.cases.impacts)-before)
	}
}

func TestAnswerThatIsTooLargeIsNotPosted(t *testing.T) {
	o := fast()
	o.Attempts = 2
	b := setUp(t, o)
	b.cases.answer = func(context.Context, jobs.AskRequest) (jobs.AskResult, error) {
		return jobs.AskResult{Markdown: strings.Repeat("x", 70_000)}, nil
	}
	b.ask("/ask at length?")
	if reply := b.reply(); !strings.Contains(reply.Body, "could not be answered") {
		t.Errorf("replied with %d bytes", len(reply.Body))
	}
}
