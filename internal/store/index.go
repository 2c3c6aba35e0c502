package store

import (
	"context"
	"errors"

	"github.com/plumbline/plumbline/internal/code"
)

// Index is the database as indexing sees it.
type Index struct{ DB DB }

// Find is the newest snapshot of a commit that this version made, if any.
func (x Index) Find(ctx context.Context, repo int64, sha, version string) (code.Snapshot, bool, error) {
	return present(FindSnapshot(ctx, x.DB, repo, sha, version))
}

// TrunkHead is the trunk's newest state, if any.
func (x Index) TrunkHead(ctx context.Context, repo int64) (code.Snapshot, bool, error) {
	return present(TrunkHead(ctx, x.DB, repo))
}

func present(s code.Snapshot, err error) (code.Snapshot, bool, error) {
	if errors.Is(err, ErrNotFound) {
		return s, false, nil
	}
	return s, err == nil, err
}

// Publish makes a snapshot visible.
func (x Index) Publish(ctx context.Context, p code.Publication) (code.Snapshot, error) {
	return Publish(ctx, x.DB, p)
}

// Moved reports whether Publish failed because the trunk has moved.
func (x Index) Moved(err error) bool { return errors.Is(err, ErrMoved) }

// Known are the ids of those blobs whose facts are stored.
func (x Index) Known(ctx context.Context, repo int64, extractor string, keys []code.BlobKey) (map[code.BlobKey]int, error) {
	return KnownBlobs(ctx, x.DB, repo, extractor, keys)
}

// Save stores blob facts and returns the blobs' ids.
func (x Index) Save(ctx context.Context, repo int64, extractor string, blobs []code.BlobFacts) (map[code.BlobKey]int, error) {
	return SaveBlobs(ctx, x.DB, repo, extractor, blobs)
}

// Askers are the paths of s whose binding asked any of the questions.
func (x Index) Askers(ctx context.Context, s code.Snapshot, keys []uint64) ([]string, error) {
	return Askers(ctx, x.DB, s, keys)
}

// Providers are the paths of s that answer a provided key.
func (x Index) Providers(ctx context.Context, s code.Snapshot, key uint64) ([]string, error) {
	return Providers(ctx, x.DB, s, key)
}
