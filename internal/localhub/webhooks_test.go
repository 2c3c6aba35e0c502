package localhub

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-github/v60/github"
)

func TestWebhooksAreSignedAndInOrder(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "please", Maintainer))
	check(t, b.EditIssue(n, "please explain", Maintainer))
	c := must[Comment](t)(b.Comment(n, "/ask who?", Writer))
	check(t, b.EditComment(c.ID, "/ask who refunds?"))
	check(t, b.DeleteComment(c.ID))
	pull := must[int](t)(b.OpenDraft("Change refund", "", "main", "feature", Writer))
	check(t, b.EditIssue(pull, "more words", Writer))
	check(t, b.ReadyForReview(pull, Writer))
	check(t, b.LabelPull(pull, "size/S", Writer))
	r := must[Comment](t)(b.ReviewComment(pull, "src/shop.go", 1, 3, "/ask why?", Maintainer))
	must[Comment](t)(b.ReplyReview(pull, r.ID, "why indeed", Writer))
	check(t, b.EditComment(r.ID, "/ask why so?"))
	check(t, b.DeleteComment(r.ID))
	check(t, b.Push("feature", "main"))
	check(t, b.ClosePull(pull, false, Writer))
	check(t, b.ReopenPull(pull, Writer))
	check(t, b.Push("feature", zeroSHA))
	b.AnnounceInstall()
	b.RemoveRepository()
	b.AddRepository()
	b.Suspend(true)
	b.Suspend(false)
	b.Rename("store")
	b.Archive(true)
	b.Uninstall()
	b.flush(t)

	want := strings.Fields(`issues.opened issues.edited issue_comment.created issue_comment.edited issue_comment.deleted
		pull_request.opened pull_request.edited pull_request.ready_for_review pull_request.labeled
		pull_request_review_comment.created pull_request_review_comment.created
		pull_request_review_comment.edited pull_request_review_comment.deleted
		push pull_request.synchronize pull_request.closed pull_request.reopened push
		installation.created installation_repositories.removed installation_repositories.added
		installation.suspend installation.unsuspend repository.renamed repository.archived installation.deleted`)
	if got := b.in.events(t); !slices.Equal(got, want) {
		t.Errorf("events:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, r := range b.in.got {
		checkSigned(t, r)
	}
}

func checkSigned(t *testing.T, r received) {
	t.Helper()
	mac := hmac.New(sha256.New, []byte("hush"))
	mac.Write(r.body)
	if got := r.header.Get("X-Hub-Signature-256"); got != "sha256="+hex.EncodeToString(mac.Sum(nil)) {
		t.Errorf("signature %s", got)
	}
	if guid := r.header.Get("X-GitHub-Delivery"); !regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).MatchString(guid) {
		t.Errorf("delivery id %q", guid)
	}
	if agent := r.header.Get("User-Agent"); !strings.HasPrefix(agent, "GitHub-Hookshot/") {
		t.Errorf("user agent %q", agent)
	}
	if _, err := github.ParseWebHook(r.header.Get("X-GitHub-Event"), r.body); err != nil {
		t.Errorf("go-github cannot read %s: %v", r.header.Get("X-GitHub-Event"), err)
	}
}

func TestTheAppsOwnCommentsAreAnnounced(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	_, _, err := b.client(t).Issues.CreateComment(t.Context(), "acme", "shop", n, &github.IssueComment{Body: github.String("hi")})
	check(t, err)
	b.flush(t)
	var payload github.IssueCommentEvent
	check(t, json.Unmarshal(b.in.got[len(b.in.got)-1].body, &payload))
	if payload.Sender.GetType() != "Bot" || payload.Sender.GetID() != b.BotUser().ID {
		t.Errorf("sender %v", payload.Sender)
	}
}

func TestPushNamesCommits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	check(t, b.Push("release", "main~1"))
	check(t, b.Push("release", "feature"))
	check(t, b.Push("release", "main"))
	b.flush(t)
	var got []github.PushEvent
	for _, r := range b.in.got {
		var p github.PushEvent
		check(t, json.Unmarshal(r.body, &p))
		got = append(got, p)
	}
	if !got[0].GetCreated() || got[0].GetForced() {
		t.Error("the first push creates the branch and is not forced")
	}
	if len(got[1].Commits) != 2 || got[1].GetForced() || !slices.Contains(got[1].Commits[1].Added, "src/new.txt") {
		t.Errorf("the second push brings %v", got[1].Commits)
	}
	if !got[2].GetForced() || len(got[2].Commits) != 0 {
		t.Errorf("the third push goes back: forced %v, %d commits", got[2].GetForced(), len(got[2].Commits))
	}
}

func TestDeliveriesAreNotRetriedButCanBeRedelivered(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.in.answer(http.StatusServiceUnavailable)
	must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	b.flush(t)
	b.in.answer(http.StatusAccepted)
	apps, ctx := b.apps(t), t.Context()
	list, _, err := apps.Apps.ListHookDeliveries(ctx, nil)
	check(t, err)
	if len(list) != 1 || list[0].GetStatusCode() != 503 || list[0].GetStatus() != "Invalid HTTP Response: 503" {
		t.Fatalf("deliveries: %v", list)
	}
	var accepted *github.AcceptedError
	if _, _, err = apps.Apps.RedeliverHookDelivery(ctx, list[0].GetID()); err != nil && !errors.As(err, &accepted) {
		t.Fatal(err)
	}
	b.flush(t)
	full, _, err := apps.Apps.GetHookDelivery(ctx, list[0].GetID()+1)
	check(t, err)
	if !full.GetRedelivery() || full.GetStatus() != "OK" || full.GetGUID() != list[0].GetGUID() {
		t.Errorf("the redelivery: %v", full)
	}
	if len(b.in.got) != 2 {
		t.Errorf("%d attempts, want 2", len(b.in.got))
	}
}

func TestDeliveriesByCursor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 5 {
		must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	}
	b.flush(t)
	var ids []int64
	o := &github.ListCursorOptions{PerPage: 2}
	for {
		list, resp, err := b.apps(t).Apps.ListHookDeliveries(t.Context(), o)
		check(t, err)
		for _, d := range list {
			ids = append(ids, d.GetID())
		}
		if resp.Cursor == "" {
			break
		}
		o.Cursor = resp.Cursor
	}
	if len(ids) != 5 || !slices.IsSortedFunc(ids, func(a, b int64) int { return int(b - a) }) {
		t.Errorf("deliveries: %v, want five, newest first", ids)
	}
}

func TestSlowReceiverTimesOut(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(release) })
	b := setup(t, func(o *Options) { o.WebhookURL, o.DeliveryTimeout = slow.URL, 50*time.Millisecond })
	must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	b.flush(t)
	if d := b.Deliveries(); len(d) != 1 || d[0].Outcome != "timed out" || d[0].Status != 0 {
		t.Errorf("deliveries: %+v", d)
	}
}
