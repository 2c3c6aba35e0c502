package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/gitrepo"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/index"
	"github.com/plumbline/plumbline/internal/render"
	"github.com/plumbline/plumbline/internal/store"
	"github.com/plumbline/plumbline/jobs"
)

// service is the use cases as the jobs see them: on mirrors of GitHub's
// repositories.
type service struct {
	*app
	gh  *github.App
	log *slog.Logger

	mu      sync.Mutex
	mirrors map[int64]*mirror
	tidy    chan code.Snapshot
}

// mirror is a repository's mirror; one fetch or indexing at a time goes on.
type mirror struct {
	sync.Mutex
	git *gitrepo.Repo
}

func newService(a *app, gh *github.App, log *slog.Logger) *service {
	return &service{app: a, gh: gh, log: log, mirrors: map[int64]*mirror{}, tidy: make(chan code.Snapshot, 64)}
}

func (s *service) mirrorOf(ctx context.Context, repo int64) (*mirror, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.mirrors[repo]; m != nil {
		return m, nil
	}
	git, err := gitrepo.OpenMirror(ctx, filepath.Join(s.dataDir, "mirrors", strconv.FormatInt(repo, 10)+".git"))
	if err != nil {
		return nil, err
	}
	m := &mirror{git: git}
	s.mirrors[repo] = m
	return m, nil
}

// fetch is the commit that a ref names on GitHub now.
func (s *service) fetch(ctx context.Context, m *mirror, repo github.Repository, ref string) (string, error) {
	if ref == jobs.DefaultBranch {
		ref = "refs/heads/" + repo.DefaultBranch
	}
	env, err := s.gh.GitEnv(ctx, repo.Repo)
	if err != nil {
		return "", err
	}
	sha, err := m.git.Fetch(ctx, env, repo.CloneURL, ref)
	if err != nil && !errors.Is(err, gitrepo.ErrUnknownRevision) && strings.Contains(err.Error(), "Authentication failed") {
		s.gh.RefuseGit(repo.Repo)
	}
	return sha, err
}

// Sync implements jobs.Indexer.
func (s *service) Sync(ctx context.Context, repo github.Repository, ref string) (string, error) {
	settings, err := s.settings(ctx, repo.Repo)
	if err != nil {
		return "", err
	}
	snapshot, err := s.sync(ctx, repo, ref, settings)
	if errors.Is(err, gitrepo.ErrUnknownRevision) {
		return "", fmt.Errorf("%w: %w", jobs.ErrRefGone, err)
	}
	return snapshot.SHA, err
}

func (s *service) settings(ctx context.Context, repo github.Repo) (config.Settings, error) {
	content, _, err := s.gh.Settings(ctx, repo)
	if err != nil {
		return config.Settings{}, err
	}
	settings, _ := config.ParseSettings(content)
	return settings, nil
}

// sync indexes what a ref is now: the default branch as the trunk, others
// beside it.
func (s *service) sync(ctx context.Context, repo github.Repository, ref string, settings config.Settings) (code.Snapshot, error) {
	m, err := s.mirrorOf(ctx, repo.ID)
	if err != nil {
		return code.Snapshot{}, err
	}
	m.Lock()
	defer m.Unlock()
	if err := store.EnsureRepository(ctx, s.pool, repo.ID, repo.FullName); err != nil {
		return code.Snapshot{}, err
	}
	sha, err := s.fetch(ctx, m, repo, ref)
	if err != nil {
		return code.Snapshot{}, err
	}
	return s.indexCommit(ctx, m, repo, sha, ref == jobs.DefaultBranch, settings)
}

func (s *service) indexCommit(ctx context.Context, m *mirror, repo github.Repository, sha string, trunk bool, settings config.Settings) (code.Snapshot, error) {
	req := index.Request{Repo: repo.ID, Git: m.git, SHA: sha, Trunk: trunk, Exclude: settings.Excluded, Variant: variant(settings)}
	res, err := s.indexer.Index(ctx, req)
	if errors.Is(err, index.ErrNoTrunk) {
		if err := s.indexTrunk(ctx, m, repo, req); err != nil {
			return code.Snapshot{}, err
		}
		res, err = s.indexer.Index(ctx, req)
	}
	if err != nil {
		return code.Snapshot{}, err
	}
	if res.Fresh {
		s.log.Info("indexed", "repo", repo.FullName, "sha", sha, "files", res.Changed, "rebound", res.Rebound, "took", res.Timings.Total)
		s.tidyLater(res.Snapshot)
	}
	return res.Snapshot, m.git.Keep(ctx, sha)
}

// indexTrunk indexes the default branch, which an overlay stands on.
func (s *service) indexTrunk(ctx context.Context, m *mirror, repo github.Repository, req index.Request) error {
	sha, err := s.fetch(ctx, m, repo, jobs.DefaultBranch)
	if err != nil {
		return err
	}
	req.SHA, req.Trunk = sha, true
	if _, err = s.indexer.Index(ctx, req); err != nil {
		return err
	}
	return m.git.Keep(ctx, sha)
}

// variant tells apart indexes made under different settings.
func variant(s config.Settings) string {
	if len(s.Exclude) == 0 {
		return ""
	}
	return fmt.Sprintf("/exclude-%x", graph.Hash(s.Exclude...))
}

// tidyLater has a snapshot's cards embedded, and what no snapshot shows any
// more collected, when nothing else of that kind goes on. A full queue loses
// nothing: the next snapshot's turn does it for the whole repository.
func (s *service) tidyLater(snapshot code.Snapshot) {
	select {
	case s.tidy <- snapshot:
	default:
	}
}

// tidyAll does what is asked for until ctx ends.
func (s *service) tidyAll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case snapshot := <-s.tidy:
			if err := store.Collect(ctx, s.pool, snapshot.Repo, time.Now()); err != nil && ctx.Err() == nil {
				s.log.Error("collecting failed; it is tried again after the next push", "repo", snapshot.Repo, "error", err)
			}
			if s.embedder == nil {
				continue
			}
			if err := s.embedCards(ctx, snapshot, nil); err != nil && ctx.Err() == nil {
				s.log.Error("embedding failed; answers go on without those vectors", "repo", snapshot.Repo, "error", err)
			}
		}
	}
}

// Purge implements jobs.Purger.
func (s *service) Purge(ctx context.Context, repo int64) error {
	m, err := s.mirrorOf(ctx, repo)
	if err != nil {
		return err
	}
	m.Lock()
	defer m.Unlock()
	if err := store.DeleteIndex(ctx, s.pool, repo); err != nil {
		return err
	}
	s.mu.Lock()
	delete(s.mirrors, repo)
	s.mu.Unlock()
	return m.git.Remove()
}

// Ask implements jobs.Asker.
func (s *service) Ask(ctx context.Context, r jobs.AskRequest) (jobs.AskResult, error) {
	if err := s.awaitFirstIndex(ctx, r.Repo.ID); err != nil {
		return jobs.AskResult{}, err
	}
	snapshot, err := s.sync(ctx, r.Repo, r.Ref, r.Settings)
	if err != nil {
		return jobs.AskResult{}, err
	}
	m, err := s.mirrorOf(ctx, r.Repo.ID)
	if err != nil {
		return jobs.AskResult{}, err
	}
	ans, err := s.ask(ctx, m.git, snapshot, r.Question, r.Repo.WebURL, false)
	if err != nil {
		return jobs.AskResult{}, err
	}
	trace, err := json.Marshal(ans)
	if err != nil {
		return jobs.AskResult{}, err
	}
	return jobs.AskResult{Markdown: render.Answer(ans, r.Repo.WebURL, r.MaxBytes), SHA: ans.SHA, Status: string(ans.Status), Trace: trace}, nil
}

// awaitFirstIndex is jobs.ErrNotReady while the repository's first index is
// being made: a question waits for it in the queue, not in a worker.
func (s *service) awaitFirstIndex(ctx context.Context, repo int64) error {
	_, err := store.TrunkHead(ctx, s.pool, repo)
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	m, err := s.mirrorOf(ctx, repo)
	if err != nil {
		return err
	}
	if !m.TryLock() {
		return jobs.ErrNotReady
	}
	m.Unlock()
	return nil
}

// Impact implements jobs.Impacter: the base is the merge base of the pull
// request's base branch and its head.
func (s *service) Impact(ctx context.Context, r jobs.ImpactRequest) (jobs.ImpactResult, error) {
	head, err := s.sync(ctx, r.Repo, fmt.Sprintf("refs/pull/%d/head", r.Pull.Number), r.Settings)
	if err != nil {
		return jobs.ImpactResult{}, err
	}
	m, err := s.mirrorOf(ctx, r.Repo.ID)
	if err != nil {
		return jobs.ImpactResult{}, err
	}
	base, err := s.mergeBase(ctx, m, r, head.SHA)
	if err != nil {
		return jobs.ImpactResult{}, err
	}
	changes, err := m.git.Diff(ctx, base.SHA, head.SHA)
	if err != nil {
		return jobs.ImpactResult{}, err
	}
	report, err := s.analyst(m.git).Compare(ctx, base, head, changes)
	if err != nil {
		return jobs.ImpactResult{}, err
	}
	if err := store.Lease(ctx, s.pool, head); err != nil {
		return jobs.ImpactResult{}, err
	}
	return jobs.ImpactResult{Markdown: render.Impact(report, r.Repo.WebURL, r.MaxBytes), Head: head.SHA, Quiet: len(report.Changed) == 0}, nil
}

func (s *service) mergeBase(ctx context.Context, m *mirror, r jobs.ImpactRequest, head string) (code.Snapshot, error) {
	m.Lock()
	defer m.Unlock()
	tip, err := s.fetch(ctx, m, r.Repo, "refs/heads/"+r.Pull.BaseRef)
	if err != nil {
		return code.Snapshot{}, err
	}
	base, err := m.git.MergeBase(ctx, tip, head)
	if err != nil {
		return code.Snapshot{}, err
	}
	return s.indexCommit(ctx, m, r.Repo, base, false, r.Settings)
}
