package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/github"
)

// ErrNotReady is what an Asker answers while the index is being made.
var ErrNotReady = errors.New("the index is not ready")

// ErrRefGone is what an Indexer answers when the repository has no such ref.
var ErrRefGone = errors.New("the ref is gone")

// DefaultBranch is the ref that stands for the default branch, whichever that
// is at the time.
const DefaultBranch = "HEAD"

// Asker answers one question from a repository's code.
type Asker interface {
	Ask(context.Context, AskRequest) (AskResult, error)
}

// AskRequest is a question as a person wrote it, and where.
type AskRequest struct {
	Repo     github.Repository
	Ref      string // DefaultBranch, or "refs/pull/N/head"
	Question string
	Thread   Thread
	Settings config.Settings
	MaxBytes int // of the Markdown
}

// Thread is where a question was asked.
type Thread struct {
	Number int
	Title  string
	Pull   bool
	Lines  *github.Lines // that a review comment stands on
}

// AskResult is an answer. Markdown is within MaxBytes and safe to post as it
// is: nothing in it mentions, links or loads what Plumbline did not build.
type AskResult struct {
	Markdown string
	SHA      string
	Status   string // answered, partial or abstained
	Trace    []byte
}

// Indexer brings the index of a repository's ref up to date.
type Indexer interface {
	// Sync indexes what the ref is now, and says what that was.
	Sync(ctx context.Context, repo github.Repository, ref string) (sha string, err error)
}

// Impacter says what a pull request reaches.
type Impacter interface {
	Impact(context.Context, ImpactRequest) (ImpactResult, error)
}

// ImpactRequest is a pull request as it stands now.
type ImpactRequest struct {
	Repo     github.Repository
	Pull     github.Pull
	Settings config.Settings
	MaxBytes int
}

// ImpactResult is a summary of the head that it names, as safe to post as an
// AskResult. Quiet: there is nothing to say unless a summary is there already.
type ImpactResult struct {
	Markdown string
	Head     string
	Quiet    bool
}

// Purger deletes a repository's index and mirror.
type Purger interface {
	Purge(ctx context.Context, repo int64) error
}

// GitHub is what the jobs need of it.
type GitHub interface {
	reader
	writer
	people
	operations
}

type reader interface {
	Repository(context.Context, github.Repo) (github.Repository, error)
	Settings(context.Context, github.Repo) (content []byte, blob string, err error)
	Issue(context.Context, github.Repo, int) (github.Issue, error)
	Text(context.Context, github.Repo, github.Source) (github.Comment, error)
	Pull(context.Context, github.Repo, int) (github.Pull, error)
}

type writer interface {
	Post(ctx context.Context, r github.Repo, s github.Source, top int64, body string) (int64, error)
	Edit(ctx context.Context, r github.Repo, kind string, id int64, body string) error
	React(ctx context.Context, r github.Repo, s github.Source, content string) error
	Since(context.Context, github.Repo, github.Source, time.Time) ([]github.Comment, error)
	BotID(context.Context, github.Repo) (int64, error)
}

type people interface {
	Role(ctx context.Context, r github.Repo, login string, id int64) (github.Role, error)
}

type operations interface {
	Failed(context.Context, time.Time) (map[string]int64, error)
	Redeliver(context.Context, int64) error
	OpenPulls(context.Context, github.Repo) ([]github.Pull, error)
	Repositories(context.Context, int64) ([]github.Repo, error)
	Installations(context.Context) (map[int64]bool, error)
}

// Deps are what the jobs work with. All but Log are needed.
type Deps struct {
	Pool     *pgxpool.Pool // of at least Options.Connections
	GitHub   GitHub
	Asker    Asker
	Indexer  Indexer
	Impacter Impacter
	Purger   Purger
	Log      *slog.Logger
	Options  Options
}

// Options are times and sizes; a zero is the default that is named.
type Options struct {
	AskWorkers    int           // 5
	IndexWorkers  int           // 2
	ImpactWorkers int           // 2
	AskTimeout    time.Duration // 10 minutes
	IndexTimeout  time.Duration // 1 hour
	ImpactTimeout time.Duration // 20 minutes
	// ReadyWithin bounds how long a question waits for the index: 30 minutes.
	ReadyWithin time.Duration
	// WriteInterval lies between two writes to one installation: 1 second.
	WriteInterval time.Duration
	// Settle is how long a comment that may have been made is looked for
	// before another is: 20 seconds.
	Settle time.Duration
	// Beat and Lease: a process renews its lease every 2 seconds, and is taken
	// for dead after 9.
	Beat, Lease time.Duration
	// RetryAfter is the wait after each failed attempt, the last for all
	// further ones: 1, 3, 10, 30 seconds and 2 minutes.
	RetryAfter []time.Duration
	// Attempts is how often a question is tried: 6.
	Attempts int
	// Reconcile is how often lost deliveries are looked for: 10 minutes;
	// never where it is negative.
	Reconcile time.Duration
}

// Connections is how many the pool needs: a job holds one for its lock while
// it runs, one that writes to GitHub another for its turn; the rest is for
// short queries, the queue, and the lease, which must never wait.
func (o Options) Connections() int32 {
	o = o.withDefaults()
	return int32(2*o.AskWorkers + 2*o.ImpactWorkers + o.IndexWorkers + upkeepWorkers + 6)
}

func (o Options) withDefaults() Options {
	fill(&o.AskWorkers, 5)
	fill(&o.IndexWorkers, 2)
	fill(&o.ImpactWorkers, 2)
	fill(&o.AskTimeout, 10*time.Minute)
	fill(&o.IndexTimeout, time.Hour)
	fill(&o.ImpactTimeout, 20*time.Minute)
	fill(&o.ReadyWithin, 30*time.Minute)
	fill(&o.WriteInterval, time.Second)
	fill(&o.Settle, 20*time.Second)
	fill(&o.Beat, 2*time.Second)
	fill(&o.Lease, 9*time.Second)
	fill(&o.Attempts, 6)
	fill(&o.Reconcile, 10*time.Minute)
	if o.RetryAfter == nil {
		o.RetryAfter = []time.Duration{time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute}
	}
	return o
}

func fill[T comparable](to *T, value T) {
	var zero T
	if *to == zero {
		*to = value
	}
}
