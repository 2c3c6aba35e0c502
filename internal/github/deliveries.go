package github

import (
	"context"
	"errors"
	"fmt"
	"time"

	gh "github.com/google/go-github/v60/github"
)

// Failed lists the App's deliveries since a time that never succeeded: of
// each delivery id the newest attempt, by GitHub's number for it.
func (a *App) Failed(ctx context.Context, since time.Time) (attempts map[string]int64, err error) {
	attempts = map[string]int64{}
	done := map[string]bool{}
	opts := &gh.ListCursorOptions{PerPage: 100}
	for {
		list, resp, err := a.self.Apps.ListHookDeliveries(ctx, opts)
		if err != nil {
			return nil, translate("list the App's deliveries", err)
		}
		for _, d := range list {
			if d.GetDeliveredAt().Before(since) {
				return attempts, nil
			}
			note(attempts, done, d)
		}
		if opts.Cursor = resp.Cursor; opts.Cursor == "" || len(list) == 0 {
			return attempts, nil
		}
	}
}

// note counts an attempt; GitHub lists the newest first.
func note(attempts map[string]int64, done map[string]bool, d *gh.HookDelivery) {
	guid := d.GetGUID()
	if code := d.GetStatusCode(); code >= 200 && code < 300 {
		done[guid] = true
		delete(attempts, guid)
	}
	if _, listed := attempts[guid]; !listed && !done[guid] {
		attempts[guid] = d.GetID()
	}
}

// Redeliver asks GitHub to send a delivery once more.
func (a *App) Redeliver(ctx context.Context, attempt int64) error {
	_, _, err := a.self.Apps.RedeliverHookDelivery(ctx, attempt)
	var accepted *gh.AcceptedError
	if errors.As(err, &accepted) {
		return nil
	}
	return translate(fmt.Sprintf("redeliver %d", attempt), err)
}

// Repositories lists what an installation covers.
func (a *App) Repositories(ctx context.Context, installation int64) ([]Repo, error) {
	c := a.client(minting{a, tokenKey{installation: installation}})
	opts := &gh.ListOptions{PerPage: 100}
	var all []Repo
	for {
		list, resp, err := c.Apps.ListRepos(ctx, opts)
		if err != nil {
			return nil, translate(fmt.Sprintf("list the repositories of installation %d", installation), err)
		}
		for _, r := range list.Repositories {
			all = append(all, Repo{Installation: installation, ID: r.GetID(), FullName: r.GetFullName()})
		}
		if opts.Page = resp.NextPage; opts.Page == 0 {
			return all, nil
		}
	}
}

// Installations lists the installations of the App, and whether each is
// suspended.
func (a *App) Installations(ctx context.Context) (suspended map[int64]bool, err error) {
	suspended = map[int64]bool{}
	opts := &gh.ListOptions{PerPage: 100}
	for {
		list, resp, err := a.self.Apps.ListInstallations(ctx, opts)
		if err != nil {
			return nil, translate("list the App's installations", err)
		}
		for _, i := range list {
			suspended[i.GetID()] = i.SuspendedAt != nil
		}
		if opts.Page = resp.NextPage; opts.Page == 0 {
			return suspended, nil
		}
	}
}
