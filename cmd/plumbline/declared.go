package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// settingsAt are the repository's settings at a commit, and what is wrong
// with them.
func settingsAt(r *localRepo, sha string) (config.Settings, []config.Problem, error) {
	content, err := r.git.File(sha, github.SettingsPath, config.MaxSettings)
	if err != nil {
		return config.Settings{}, nil, err
	}
	settings, problems := config.ParseSettings(content)
	return settings, problems, nil
}

// looseEdges says of each declared edge of a snapshot that does not count why
// not. It is for a snapshot that was just made, so that it is said once.
func (a *app) looseEdges(ctx context.Context, r *localRepo, s code.Snapshot) error {
	missing, err := store.UnknownAt(ctx, a.pool, s, github.SettingsPath)
	if err != nil || len(missing) == 0 {
		return err
	}
	settings, _, err := settingsAt(r, s.SHA)
	if err != nil {
		return err
	}
	for _, e := range settings.Edges {
		for _, id := range []string{e.From, e.To} {
			if slices.Contains(missing, id) {
				fmt.Fprintf(a.env.stderr, "plumbline: %s: line %d: there is no symbol %s at this commit, so the edge does not count; `plumbline graph export` lists the symbols\n",
					github.SettingsPath, e.Line, id)
				break
			}
		}
	}
	return nil
}
