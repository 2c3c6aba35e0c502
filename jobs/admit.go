package jobs

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// place is a repository that may be worked for, with its settings.
type place struct {
	github.Repository
	settings settings
}

// settings are those of the moment; unreported are the problems of the file
// that nobody was told of yet.
type settings struct {
	config.Settings
	blob     string
	problems []config.Problem
}

// admit says that a repository is installed, active and not archived, or ends
// the job.
func (r *Runner) admit(ctx context.Context, repo int64) (place, error) {
	found, err := r.installed(ctx, repo)
	if err != nil {
		return place{}, err
	}
	now, err := r.GitHub.Repository(ctx, found)
	if github.Absent(err) {
		return place{}, &ended{"the repository can't be found on GitHub"}
	}
	if err != nil {
		return place{}, err
	}
	if now.Archived {
		return place{}, &ended{"the repository is archived"}
	}
	s, err := r.settings.of(ctx, now.Repo)
	return place{now, s}, err
}

// installed is the repository with the installation that covers it now.
func (r *Runner) installed(ctx context.Context, repo int64) (github.Repo, error) {
	row, err := store.GetInstalled(ctx, r.Pool, repo)
	if errors.Is(err, store.ErrNotFound) {
		return github.Repo{}, &ended{"the App is not installed on the repository any more"}
	}
	if err != nil {
		return github.Repo{}, err
	}
	state, err := store.InstallationState(ctx, r.Pool, row.Installation)
	if err == nil && state != store.Active {
		return github.Repo{}, &ended{"the installation is " + state}
	}
	return github.Repo{Installation: row.Installation, ID: repo, FullName: row.FullName}, err
}

// cache keeps answers for a time, in this process.
type cache[K comparable, V any] struct {
	keep time.Duration
	mu   sync.Mutex
	held map[K]kept[V]
}

type kept[V any] struct {
	value V
	until time.Time
}

// maxKept bounds a cache; beyond it, all is forgotten.
const maxKept = 10_000

func newCache[K comparable, V any](keep time.Duration) *cache[K, V] {
	return &cache[K, V]{keep: keep, held: map[K]kept[V]{}}
}

// get is the kept value, or what ask answers; an error is never kept.
func (c *cache[K, V]) get(key K, ask func() (V, error)) (V, error) {
	c.mu.Lock()
	k, ok := c.held[key]
	c.mu.Unlock()
	if ok && time.Now().Before(k.until) {
		return k.value, nil
	}
	v, err := ask()
	if err != nil {
		return v, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.held) >= maxKept {
		clear(c.held)
	}
	c.held[key] = kept[V]{v, time.Now().Add(c.keep)}
	return v, nil
}

// settingsReader reads the settings files, each at most once a minute.
type settingsReader struct {
	github reader
	kept   *cache[int64, settings]
}

func (s settingsReader) of(ctx context.Context, repo github.Repo) (settings, error) {
	return s.kept.get(repo.ID, func() (settings, error) {
		content, blob, err := s.github.Settings(ctx, repo)
		if err != nil {
			return settings{}, err
		}
		parsed, problems := config.ParseSettings(content)
		return settings{Settings: parsed, blob: blob, problems: problems}, nil
	})
}

// roles remember what people may do, for five minutes. An error is no leave.
type roles struct {
	github people
	kept   *cache[[2]int64, github.Role]
}

func (r roles) of(ctx context.Context, repo github.Repo, login string, id int64) (github.Role, error) {
	return r.kept.get([2]int64{repo.ID, id}, func() (github.Role, error) {
		return r.github.Role(ctx, repo, login, id)
	})
}
