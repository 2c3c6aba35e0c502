package jobs_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/localhub"
	"github.com/plumbline/plumbline/internal/store/storetest"
	"github.com/plumbline/plumbline/jobs"
	"github.com/plumbline/plumbline/webhook"
)

const secret = "the test's secret"

// bench is the whole path from a person's comment to ours: the stand-in for
// GitHub, the webhook, the queue in PostgreSQL. The use cases are fakes.
type bench struct {
	*testing.T
	hub   *localhub.Hub
	pool  *pgxpool.Pool
	cases *useCases
	// webhook is the receiver's address, issue where the tests ask.
	webhook string
	issue   int
}

// fast are options under which nothing waits for long.
func fast() jobs.Options {
	return jobs.Options{WriteInterval: time.Millisecond, Settle: 2 * time.Second, RetryAfter: []time.Duration{20 * time.Millisecond}, Reconcile: -1}
}

func setUp(t *testing.T, options jobs.Options, files ...string) *bench {
	t.Helper()
	t.Parallel()
	hub := newHub(t, files...)
	pool := openPool(t, storetest.URL(t))
	b := &bench{T: t, hub: hub, pool: pool, cases: &useCases{}}
	start(t, pool, hub, b.cases, options)
	intake, err := jobs.NewIntake(pool)
	must(t, err)
	handler, err := webhook.New([]string{secret}, intake, testLog(t))
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	b.webhook = server.URL
	hub.SetWebhookURL(server.URL)
	b.issue, err = hub.OpenIssue("Refunds", "How do they work?", localhub.Reader)
	must(t, err)
	return b
}

// newHub is a stand-in around a repository that holds files, given as pairs
// of a path and its content.
func newHub(t *testing.T, files ...string) *localhub.Hub {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	writeFile(t, filepath.Join(dir, "README.md"), "# Shop\n")
	for i := 0; i < len(files); i += 2 {
		writeFile(t, filepath.Join(dir, files[i]), files[i+1])
	}
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "begin")
	git(t, dir, "checkout", "-q", "-b", "feature")
	writeFile(t, filepath.Join(dir, "README.md"), "# Shop\n\nWith refunds.\n")
	git(t, dir, "commit", "-q", "-a", "-m", "feature")
	git(t, dir, "checkout", "-q", "main")
	hub, err := localhub.New(localhub.Options{GitDir: dir, Name: "shop", Secret: secret, RateLimit: 1_000_000})
	must(t, err)
	t.Cleanup(func() { must(t, hub.Close()) })
	return hub
}

func start(t *testing.T, pool *pgxpool.Pool, hub *localhub.Hub, cases *useCases, options jobs.Options) *jobs.Runner {
	t.Helper()
	app, err := github.New(github.Options{AppID: hub.AppID(), PrivateKey: hub.AppKeyPEM(), APIURL: hub.APIURL()})
	must(t, err)
	runner, err := jobs.New(jobs.Deps{Pool: pool, GitHub: app, Asker: cases, Indexer: cases, Impacter: cases, Purger: cases,
		Log: testLog(t), Options: options})
	must(t, err)
	must(t, runner.Start(t.Context()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		must(t, runner.Stop(ctx))
	})
	return runner
}

func openPool(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	must(t, err)
	config.MaxConns = jobs.Options{}.Connections()
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// ask comments as a person who may write.
func (b *bench) ask(body string) localhub.Comment {
	b.Helper()
	return b.comment(body, localhub.Writer)
}

func (b *bench) comment(body, author string) localhub.Comment {
	b.Helper()
	c, err := b.hub.Comment(b.issue, body, author)
	must(b.T, err)
	return c
}

// replies are what our bot said below the issue.
func (b *bench) replies() (replies []localhub.Comment) { return botComments(b.hub, b.issue) }

func botComments(hub *localhub.Hub, number int) (replies []localhub.Comment) {
	for _, c := range hub.Comments(number) {
		if c.Author == hub.BotUser().Login {
			replies = append(replies, c)
		}
	}
	return replies
}

// reply waits for the only reply.
func (b *bench) reply() localhub.Comment {
	b.Helper()
	b.eventually("a reply", func() bool { return len(b.replies()) > 0 })
	return b.onlyReply()
}

func (b *bench) onlyReply() localhub.Comment {
	b.Helper()
	b.idle()
	replies := b.replies()
	if len(replies) != 1 {
		b.Fatalf("%d replies, want one: %+v", len(replies), replies)
	}
	return replies[0]
}

func (b *bench) noReply() {
	b.Helper()
	b.idle()
	if replies := b.replies(); len(replies) > 0 {
		b.Fatalf("replied with %q, want nothing", replies[0].Body)
	}
}

// idle waits until every webhook is delivered and no job is left.
func (b *bench) idle() {
	b.Helper()
	must(b.T, b.hub.Flush(b.Context()))
	b.eventually("the queue is empty", func() bool {
		return b.count("SELECT count(*) FROM river_job WHERE finalized_at IS NULL") == 0
	})
}

func (b *bench) count(sql string, args ...any) (n int) {
	b.Helper()
	must(b.T, b.pool.QueryRow(b.Context(), sql, args...).Scan(&n))
	return n
}

// ours are the App's own reactions on a comment, sorted.
func (b *bench) ours(comment int64) string {
	var contents []string
	for _, r := range b.hub.Reactions(comment) {
		if r.User == b.hub.BotUser().Login {
			contents = append(contents, r.Content)
		}
	}
	slices.Sort(contents)
	return strings.Join(contents, " ")
}

func (b *bench) wantReactions(comment int64, want string) {
	b.Helper()
	b.idle()
	if got := b.ours(comment); got != want {
		b.Errorf("reactions %q, want %q", got, want)
	}
}

func (b *bench) eventually(what string, is func() bool) {
	b.Helper()
	eventually(b.T, 40*time.Second, what, is)
}

func eventually(t *testing.T, within time.Duration, what string, is func() bool) {
	t.Helper()
	deadline := time.Now().Add(within)
	for !is() {
		if time.Now().After(deadline) {
			t.Fatalf("waited for this in vain: %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.org"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// testLog writes to the test's output while the test runs.
func testLog(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(&logWriter{t: t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

type logWriter struct{ t testing.TB }

func (w *logWriter) Write(p []byte) (int, error) {
	if w.t.Context().Err() != nil {
		return io.Discard.Write(p)
	}
	w.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

// useCases are fakes of the four use cases. A nil function is a plain success.
type useCases struct {
	mu      sync.Mutex
	asked   []jobs.AskRequest
	synced  []string
	purged  []int64
	impacts []jobs.ImpactRequest

	answer func(context.Context, jobs.AskRequest) (jobs.AskResult, error)
	sync   func(ctx context.Context, ref string) (string, error)
	impact func(context.Context, jobs.ImpactRequest) (jobs.ImpactResult, error)
}

func (u *useCases) Ask(ctx context.Context, r jobs.AskRequest) (jobs.AskResult, error) {
	u.mu.Lock()
	u.asked = append(u.asked, r)
	answer := u.answer
	u.mu.Unlock()
	if answer != nil {
		return answer(ctx, r)
	}
	return jobs.AskResult{Markdown: "Answer to: " + r.Question, SHA: strings.Repeat("a", 40), Status: "answered", Trace: []byte(`{}`)}, nil
}

func (u *useCases) Sync(ctx context.Context, _ github.Repository, ref string) (string, error) {
	u.mu.Lock()
	u.synced = append(u.synced, ref)
	sync := u.sync
	u.mu.Unlock()
	if sync != nil {
		return sync(ctx, ref)
	}
	return strings.Repeat("b", 40), nil
}

func (u *useCases) Impact(ctx context.Context, r jobs.ImpactRequest) (jobs.ImpactResult, error) {
	u.mu.Lock()
	u.impacts = append(u.impacts, r)
	impact := u.impact
	u.mu.Unlock()
	if impact != nil {
		return impact(ctx, r)
	}
	return jobs.ImpactResult{Markdown: fmt.Sprintf("Impact of %s", r.Pull.Head), Head: r.Pull.Head}, nil
}

func (u *useCases) Purge(_ context.Context, repo int64) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.purged = append(u.purged, repo)
	return nil
}

// questions are those asked so far.
func (u *useCases) questions() (questions []string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, r := range u.asked {
		questions = append(questions, r.Question)
	}
	return questions
}

// refs are those synced so far.
func (u *useCases) refs() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.synced)
}

// wait lets a fake go on when the test says so, or when it is interrupted.
func wait(ctx context.Context, goOn chan bool) error {
	select {
	case <-goOn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (u *useCases) set(change func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	change()
}

// deliver posts a webhook of the test's own making, signed.
func (b *bench) deliver(event string, payload any) {
	b.Helper()
	body, err := json.Marshal(payload)
	must(b.T, err)
	req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, b.webhook, bytes.NewReader(body))
	must(b.T, err)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-GitHub-Event", event)
	req.Header.Set("X-GitHub-Delivery", rand.Text())
	req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	resp, err := http.DefaultClient.Do(req)
	must(b.T, err)
	resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		b.Fatalf("%s: status %d", event, resp.StatusCode)
	}
}
