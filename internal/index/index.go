// Package index brings the index of a commit up to date: it reads what the
// commit changes from git, extracts the facts of new blobs, binds the files
// that changed and those whose questions have other answers now, and
// publishes the difference. What it costs follows the change, and what it
// makes equals a clean index of the commit.
package index

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/syntax"
)

// Version names what extraction and binding make; a change of it rebuilds the
// trunk as a new state.
const Version = syntax.Version + "/" + graph.Version

// Git reads one repository.
type Git interface {
	Diff(ctx context.Context, from, to string) ([]code.TreeChange, error)
	TreeAt(treeish, folder string) ([]code.TreeEntry, error)
	Blob(hash string, limit int64) (content []byte, size int64, err error)
}

// Snapshots finds and publishes snapshots.
type Snapshots interface {
	Find(ctx context.Context, repo int64, sha, version string) (code.Snapshot, bool, error)
	TrunkHead(ctx context.Context, repo int64) (code.Snapshot, bool, error)
	Publish(ctx context.Context, p code.Publication) (code.Snapshot, error)
}

// Blobs stores blob facts.
type Blobs interface {
	Known(ctx context.Context, repo int64, extractor string, keys []code.BlobKey) (map[code.BlobKey]int, error)
	Save(ctx context.Context, repo int64, extractor string, blobs []code.BlobFacts) (map[code.BlobKey]int, error)
}

// Questions knows who asked and who answers binding questions.
type Questions interface {
	Askers(ctx context.Context, s code.Snapshot, keys []uint64) ([]string, error)
	Providers(ctx context.Context, s code.Snapshot, key uint64) ([]string, error)
}

// Store is what the index needs of the database.
type Store interface {
	Snapshots
	Blobs
	Questions
	// Moved reports whether an error of Publish says that the trunk has moved.
	Moved(error) bool
}

// Indexer indexes commits. It keeps parsed files between calls and is safe
// for concurrent use.
type Indexer struct {
	store   Store
	binders []graph.Binder
	cache   *fileCache
}

// New makes an indexer over a store.
func New(s Store, binders []graph.Binder) *Indexer {
	return &Indexer{store: s, binders: binders, cache: newFileCache(cacheNodes)}
}

// Request names the commit to index.
type Request struct {
	Repo int64
	Git  Git
	SHA  string
	// Trunk: the commit is the trunk's new head. Else it becomes an overlay
	// over the head, which must be indexed.
	Trunk bool
	// Exclude leaves paths out (the repository's settings); Variant names what
	// is left out, since indexes made under different settings never mix.
	Exclude func(path string) bool
	Variant string
	// Compiler refines what is bound; nil for none. The commit then becomes an
	// overlay whatever Trunk says, with a version of its own, so that nothing
	// that is indexed later builds on what the compiler knew of this commit.
	Compiler Compiler
	// Progress is called as work proceeds; nil for none.
	Progress func(stage string, done, total int)
}

// Compiler knows more of a commit's references than binding does (an uploaded
// SCIP index).
type Compiler interface {
	// Name tells what it knows from what others do.
	Name() string
	// Paths are the files that it knows.
	Paths() []string
	// Refine is what was bound in a file, with the targets that it knows.
	Refine(f *graph.File, links []code.Link, files func(path string) (*graph.File, error)) ([]code.Link, error)
}

// version is that of the trunk that the commit is, or lies over.
func (r Request) version() string { return Version + r.Variant }

// ownVersion is that of the commit's own snapshot.
func (r Request) ownVersion() string {
	if r.Compiler == nil {
		return r.version()
	}
	return CompiledVersion(r.version()) + r.Compiler.Name()
}

// CompiledVersion is how the versions of snapshots begin that a compiler
// refined, of those that a version made.
func CompiledVersion(version string) string { return version + "/compiled-" }

// Result is what indexing did.
type Result struct {
	Snapshot code.Snapshot
	// Fresh is false when the snapshot was there already.
	Fresh                             bool
	Changed, Removed, Rebound, Parsed int
	Skipped                           []Skip
	Timings                           Timings
}

// Skip is a file that was not read or not parsed, and why.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Timings are wall times by stage. Saving goes on while the next files are
// parsed, so Parse holds it; Embed is for the caller to fill in, since vectors
// come after publishing.
type Timings struct{ Diff, Parse, Save, Bind, Publish, Embed, Total time.Duration }

// ErrNoTrunk: an overlay needs an indexed trunk.
var ErrNoTrunk = errors.New("the default branch is not indexed yet")

// publishTries bounds how often a publication is made anew because another
// process moved the trunk.
const publishTries = 5

// Index indexes a commit, unless its snapshot is there.
func (x *Indexer) Index(ctx context.Context, r Request) (Result, error) {
	start := time.Now()
	for try := 1; ; try++ {
		res, err := x.once(ctx, r)
		if err == nil || !x.store.Moved(err) || try == publishTries {
			res.Timings.Total = time.Since(start)
			return res, err
		}
	}
}

func (x *Indexer) once(ctx context.Context, r Request) (Result, error) {
	r.Trunk = r.Trunk && r.Compiler == nil
	if s, ok, err := x.store.Find(ctx, r.Repo, r.SHA, r.ownVersion()); err != nil || ok && (s.Head || !r.Trunk) {
		return Result{Snapshot: s}, err
	}
	run, err := x.newRun(ctx, r)
	if err != nil {
		return Result{}, err
	}
	steps := []struct {
		name string
		took *time.Duration
		do   func() error
	}{
		{"compare trees", &run.res.Timings.Diff, run.compare},
		{"parse", &run.res.Timings.Parse, run.parse},
		{"bind", &run.res.Timings.Bind, run.bind},
		{"publish", &run.res.Timings.Publish, run.publish},
	}
	for _, s := range steps {
		start := time.Now()
		if err := s.do(); err != nil {
			return run.res, fmt.Errorf("index %s: %s: %w", r.SHA, s.name, err)
		}
		*s.took = time.Since(start)
	}
	return run.res, nil
}

// run is the indexing of one commit.
type run struct {
	x    *Indexer
	ctx  context.Context
	req  Request
	res  Result
	base code.Snapshot // zero: from nothing
	head int           // the trunk's state that the publication builds on
	old  *snapshot     // the base's files; nil from nothing
	new  *snapshot

	changes  []change
	bindings []code.Binding
}

// change is a path at which the commit differs from its base.
type change struct {
	path     string
	old, new code.TreeEntry // zero where the path is not there or left out
	provided []uint64       // what the new file provides
	row      code.FileRow
}

func (x *Indexer) newRun(ctx context.Context, r Request) (*run, error) {
	head, ok, err := x.store.TrunkHead(ctx, r.Repo)
	if err != nil {
		return nil, err
	}
	run := &run{x: x, ctx: ctx, req: r, head: head.State}
	if ok && head.Version == r.version() {
		run.base = head
	}
	if !r.Trunk && run.base.ID == 0 {
		return nil, ErrNoTrunk
	}
	if run.base.ID != 0 {
		run.old = run.snapshotAt(run.base.SHA)
	}
	run.new = run.snapshotAt(r.SHA)
	return run, nil
}

func (r *run) compare() error {
	from := emptyTree
	if r.old != nil {
		from = r.base.SHA
	}
	diff, err := r.req.Git.Diff(r.ctx, from, r.req.SHA)
	if err != nil {
		return err
	}
	for _, d := range diff {
		path := code.PathText(d.Path)
		if r.req.Exclude != nil && r.req.Exclude(path) {
			continue
		}
		r.changes = append(r.changes, change{path: path, old: d.Old, new: d.New})
	}
	return nil
}

func (r *run) publish() error {
	p := code.Publication{Repo: r.req.Repo, SHA: r.req.SHA, Version: r.req.ownVersion(), Overlay: !r.req.Trunk,
		Base: r.head, Rebuild: r.base.ID == 0 && r.head != 0, Bindings: r.bindings}
	for _, c := range r.changes {
		if c.new.Hash == "" {
			p.Removed = append(p.Removed, c.path)
			continue
		}
		p.Files = append(p.Files, c.row)
	}
	s, err := r.x.store.Publish(r.ctx, p)
	r.res.Snapshot, r.res.Fresh = s, true
	r.res.Changed, r.res.Removed, r.res.Rebound = len(p.Files), len(p.Removed), len(p.Bindings)
	return err
}

func (r *run) progress(stage string, done, total int) {
	if r.req.Progress != nil {
		r.req.Progress(stage, done, total)
	}
}

// each calls do for 0 to n-1 on all cores and returns the first error.
func each(ctx context.Context, n int, do func(i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next sync.Mutex
	at := 0
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				next.Lock()
				i := at
				at++
				next.Unlock()
				if i >= n {
					return
				}
				if err := do(i); err != nil {
					stop(err)
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

func sortedKeys(set map[uint64]struct{}) []uint64 {
	out := make([]uint64, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
