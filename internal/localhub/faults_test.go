package localhub

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-github/v60/github"
)

func TestLimits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gh, ctx := b.client(t), t.Context()
	ask := func() (*github.Response, error) {
		_, resp, err := gh.Repositories.Get(ctx, "acme", "shop")
		return resp, err
	}
	must[*github.Response](t)(ask())
	b.Fail(Fault{Kind: SecondaryLimit429, Times: 1, RetryAfter: 7 * time.Second})
	resp, err := ask()
	if err == nil || resp.StatusCode != 429 || resp.Header.Get("Retry-After") != "7" {
		t.Errorf("429: %v, retry-after %q", err, resp.Header.Get("Retry-After"))
	}
	must[*github.Response](t)(ask())

	b.Fail(Fault{Kind: PrimaryLimit, Times: 1, RetryAfter: 0})
	_, err = ask()
	var primary *github.RateLimitError
	if !errors.As(err, &primary) || primary.Rate.Remaining != 0 || time.Until(primary.Rate.Reset.Time) < 50*time.Minute {
		t.Errorf("primary limit: %v", err)
	}
	gh = b.client(t) // go-github does not ask again before the reset
	b.Fail(Fault{Kind: SecondaryLimit, Path: "/repos/acme/shop", Times: 1, RetryAfter: 3 * time.Second})
	_, err = ask()
	var secondary *github.AbuseRateLimitError
	if !errors.As(err, &secondary) || *secondary.RetryAfter != 3*time.Second {
		t.Errorf("secondary limit: %v", err)
	}
}

func TestLimitsOfItsOwn(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) { o.RateLimit, o.WritesPerMinute = 6, 2 })
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	gh, ctx := b.client(t), t.Context()
	post := func() error {
		_, _, err := gh.Issues.CreateComment(ctx, "acme", "shop", n, &github.IssueComment{Body: github.String("hi")})
		return err
	}
	check(t, post())
	check(t, post())
	var secondary *github.AbuseRateLimitError
	if err := post(); !errors.As(err, &secondary) {
		t.Errorf("the third comment of a minute: %v", err)
	}
	gh = b.client(t)
	var err error
	for range 4 {
		_, _, err = gh.Repositories.Get(ctx, "acme", "shop")
	}
	var primary *github.RateLimitError
	if !errors.As(err, &primary) {
		t.Errorf("the seventh call: %v", err)
	}
}

func TestDroppedConnections(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	gh, ctx := b.client(t), t.Context()
	must[*github.RateLimits](t)(func() (*github.RateLimits, error) { r, _, err := gh.RateLimit.Get(ctx); return r, err }())
	for kind, comments := range map[FaultKind]int{DropBefore: 0, DropAfter: 1} {
		b.Fail(Fault{Kind: kind, Method: "POST", Path: "/comments", Times: 1})
		_, _, err := gh.Issues.CreateComment(ctx, "acme", "shop", n, &github.IssueComment{Body: github.String("hi")})
		if err == nil {
			t.Errorf("%s: an answer came", kind)
		}
		list := b.Comments(n)
		if len(list) != comments {
			t.Errorf("%s: %d comments, want %d", kind, len(list), comments)
		}
		for _, c := range list {
			check(t, b.DeleteComment(c.ID))
		}
	}
	if last := b.Requests(); last[len(last)-1].Status != 0 {
		t.Errorf("recorded as %d", last[len(last)-1].Status)
	}
}

func TestServerErrorsAndSkips(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gh := b.client(t)
	var got []int
	b.Fail(Fault{Kind: ServerError, Path: "/repos/acme/shop", Skip: 1, Times: 2})
	b.Fail(Fault{Kind: BadGateway, Path: "/repos/acme/shop", Skip: 1, Times: 1})
	for range 5 {
		_, resp, err := gh.Repositories.Get(t.Context(), "acme", "shop")
		if resp == nil {
			t.Fatal(err)
		}
		got = append(got, resp.StatusCode)
	}
	if want := []int{200, 500, 500, 502, 200}; !slices.Equal(got, want) {
		t.Errorf("statuses %v, want %v", got, want)
	}
}

func TestLaggingReplicas(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	c := must[Comment](t)(b.Comment(n, "hello", Writer))
	gh, ctx := b.client(t), t.Context()
	_, _, err := gh.Repositories.Get(ctx, "acme", "shop")
	check(t, err)
	b.Fail(Fault{Kind: NotFoundYet, Times: 1, Delay: time.Minute})
	if _, resp, err := gh.Issues.GetComment(ctx, "acme", "shop", c.ID); err == nil || resp.StatusCode != 404 {
		t.Errorf("just announced: %v", err)
	}
	_, _, err = gh.Issues.GetComment(ctx, "acme", "shop", c.ID)
	check(t, err)
	b.Fail(Fault{Kind: StaleList, Delay: time.Minute})
	list, _, err := gh.Issues.ListComments(ctx, "acme", "shop", n, nil)
	check(t, err)
	b.Recover()
	later, _, err := gh.Issues.ListComments(ctx, "acme", "shop", n, nil)
	check(t, err)
	if len(list) != 0 || len(later) != 1 {
		t.Errorf("the lagging list has %d comments, a later one %d", len(list), len(later))
	}
}

func TestUnhappyDeliveries(t *testing.T) {
	t.Parallel()
	b := setup(t)
	open := func(title string) { must[int](t)(b.OpenIssue(title, title, Maintainer)) }
	b.Fail(Fault{Kind: LoseDelivery, Times: 1})
	open("lost")
	b.Fail(Fault{Kind: DuplicateDelivery, Path: "issues", Times: 1})
	open("twice")
	b.Fail(Fault{Kind: ReorderDeliveries, Times: 1})
	open("late")
	open("early")
	b.flush(t)
	var titles, guids []string
	for _, r := range b.in.got {
		event := must[any](t)(github.ParseWebHook(r.header.Get("X-GitHub-Event"), r.body)).(*github.IssuesEvent)
		titles = append(titles, event.Issue.GetTitle())
		guids = append(guids, r.header.Get("X-GitHub-Delivery"))
	}
	if got := strings.Join(titles, " "); got != "twice twice early late" {
		t.Errorf("came as %q", got)
	}
	if d := b.Deliveries()[0]; d.Status != 0 || d.Outcome != "failed to connect to host" {
		t.Errorf("the lost one is listed as %d %s", d.Status, d.Outcome)
	}
	if guids[0] != guids[1] || guids[2] == guids[3] {
		t.Errorf("delivery ids %v", guids)
	}
}

func TestSlowAnswers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gh := b.client(t)
	_, _, err := gh.Repositories.Get(t.Context(), "acme", "shop")
	check(t, err)
	b.Fail(Fault{Kind: Slow, Delay: 120 * time.Millisecond, Times: 1})
	start := time.Now()
	_, resp, err := gh.Repositories.Get(t.Context(), "acme", "shop")
	check(t, err)
	if took := time.Since(start); took < 120*time.Millisecond || resp.StatusCode != http.StatusOK {
		t.Errorf("took %v, %d", took, resp.StatusCode)
	}
}
