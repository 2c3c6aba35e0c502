package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph/scip"
	"github.com/plumbline/plumbline/internal/index"
	"github.com/plumbline/plumbline/internal/store"
)

// maxSCIP bounds a SCIP index, in bytes: it is read into memory whole.
const maxSCIP = 1 << 30

// scipIndex is a SCIP index known by its content.
type scipIndex struct {
	*scip.Index
	name string
}

// Name implements index.Compiler.
func (x scipIndex) Name() string { return x.name }

// readSCIP reads a SCIP index; nil for no file.
func readSCIP(path string) (index.Compiler, error) {
	if path == "" {
		return nil, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the SCIP index: %w", err)
	}
	if info.Size() > maxSCIP {
		return nil, fmt.Errorf("the SCIP index %s is larger than %d MB; index parts of the repository by themselves", path, maxSCIP>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the SCIP index: %w", err)
	}
	x, err := scip.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return scipIndex{x, fmt.Sprintf("%x", sha256.Sum256(data))[:16]}, nil
}

// compiled is the newest snapshot of a request's commit that a compiler
// refined; store.ErrNotFound if there is none.
func (a *app) compiled(ctx context.Context, req index.Request) (code.Snapshot, error) {
	return store.FindCompiled(ctx, a.pool, req.Repo, req.SHA, index.CompiledVersion(index.Version+req.Variant))
}
