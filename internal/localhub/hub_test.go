package localhub

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bradleyfalzon/ghinstallation/v2"
	"github.com/google/go-github/v60/github"
	"github.com/plumbline/plumbline/internal/localhub/conform"
)

// newRepository makes a repository with two commits on main and a branch
// feature that changes a line and adds a file.
func newRepository(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	script := `
git init --quiet --initial-branch=main "$1" && cd "$1"
git config user.name Ada && git config user.email ada@example.com
mkdir -p .github 'src/odd #dir'
printf 'ask:\n  who: everyone\n' > .github/plumbline.yml
printf 'package shop\n\nfunc Refund() {}\n' > src/shop.go
printf 'one\ntwo\n' > 'src/odd #dir/a [1]?.txt'
git add . && git commit --quiet -m first
printf 'package shop\n\nfunc Refund() {}\n\nfunc Pay() {}\n' > src/shop.go
git commit --quiet -am second
git checkout --quiet -b feature
printf 'package shop\n\nfunc Refund(all bool) {}\n\nfunc Pay() {}\n' > src/shop.go
echo new > src/new.txt && git add . && git commit --quiet -m 'change refund'
git checkout --quiet main
`
	cmd := exec.Command("sh", "-ec", script, "sh", dir)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make a repository: %v\n%s", err, out)
	}
	return dir
}

// inbox receives webhooks.
type inbox struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	got    []received
}

type received struct {
	header http.Header
	body   []byte
}

func newInbox(t *testing.T) *inbox {
	in := &inbox{status: http.StatusAccepted}
	in.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the stand-in was closed meanwhile
		}
		in.mu.Lock()
		defer in.mu.Unlock()
		in.got = append(in.got, received{r.Header, body})
		w.WriteHeader(in.status)
	}))
	t.Cleanup(in.Close)
	return in
}

func (in *inbox) answer(status int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.status = status
}

// events lists what came as "event.action".
func (in *inbox) events(t *testing.T) []string {
	t.Helper()
	in.mu.Lock()
	defer in.mu.Unlock()
	var out []string
	for _, r := range in.got {
		var payload struct{ Action string }
		if err := json.Unmarshal(r.body, &payload); err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimSuffix(r.header.Get("X-GitHub-Event")+"."+payload.Action, "."))
	}
	return out
}

type bundle struct {
	*Hub
	in   *inbox
	repo string
}

// setup starts a stand-in whose every answer and payload is held to GitHub's
// descriptions.
func setup(t *testing.T, change ...func(*Options)) bundle {
	t.Helper()
	in := newInbox(t)
	o := Options{GitDir: newRepository(t), WebhookURL: in.URL, Secret: "hush"}
	for _, f := range change {
		f(&o)
	}
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	conform.Hold(t, h)
	return bundle{h, in, o.GitDir}
}

func (b bundle) flush(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := b.Flush(ctx); err != nil {
		t.Fatal("webhooks are still queued:", err)
	}
}

// apps is a go-github client that speaks as the App.
func (b bundle) apps(t *testing.T) *github.Client {
	t.Helper()
	transport, err := ghinstallation.NewAppsTransport(http.DefaultTransport, b.AppID(), b.AppKeyPEM())
	if err != nil {
		t.Fatal(err)
	}
	transport.BaseURL = b.APIURL()
	return enterprise(t, b.Hub, &http.Client{Transport: transport})
}

// client is a go-github client that speaks as the installation, narrowed to
// the repository.
func (b bundle) client(t *testing.T) *github.Client {
	t.Helper()
	transport, err := ghinstallation.New(http.DefaultTransport, b.AppID(), b.InstallationID(), b.AppKeyPEM())
	if err != nil {
		t.Fatal(err)
	}
	transport.BaseURL = b.APIURL()
	transport.InstallationTokenOptions = &github.InstallationTokenOptions{RepositoryIDs: []int64{b.RepoID()}}
	return enterprise(t, b.Hub, &http.Client{Transport: transport})
}

func enterprise(t *testing.T, h *Hub, client *http.Client) *github.Client {
	t.Helper()
	gh, err := github.NewClient(client).WithEnterpriseURLs(h.URL(), h.URL())
	if err != nil {
		t.Fatal(err)
	}
	return gh
}

// must stops the test on an error.
func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
