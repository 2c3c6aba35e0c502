package github

import (
	"context"
	"fmt"
	"time"

	gh "github.com/google/go-github/v60/github"
)

// Repository is one as it stands now.
type Repository struct {
	Repo
	CloneURL, DefaultBranch string
	WebURL                  string
	Private, Archived       bool
}

// Repository reads a repository by its id, whatever it is called by now.
func (a *App) Repository(ctx context.Context, r Repo) (Repository, error) {
	owner, name := r.split()
	got, _, err := a.of(r).Repositories.Get(ctx, owner, name)
	if err != nil && Absent(translate("", err)) || err == nil && got.GetID() != r.ID {
		got, _, err = a.of(r).Repositories.GetByID(ctx, r.ID)
	}
	if err != nil {
		return Repository{}, translate("read repository "+r.String(), err)
	}
	if got.GetID() != r.ID {
		return Repository{}, fmt.Errorf("read repository %s: GitHub answered with repository %d", r, got.GetID())
	}
	r.FullName = got.GetFullName()
	return Repository{Repo: r, CloneURL: got.GetCloneURL(), WebURL: got.GetHTMLURL(), DefaultBranch: got.GetDefaultBranch(),
		Private: got.GetPrivate(), Archived: got.GetArchived()}, nil
}

// SettingsPath is where a repository's settings lie, on its default branch.
const SettingsPath = ".github/plumbline.yml"

// Settings reads the settings file and its blob hash; no file is no error.
func (a *App) Settings(ctx context.Context, r Repo) (content []byte, blob string, err error) {
	owner, name := r.split()
	file, _, _, err := a.of(r).Repositories.GetContents(ctx, owner, name, SettingsPath, nil)
	op := fmt.Sprintf("read %s of %s", SettingsPath, r)
	if err = translate(op, err); err != nil {
		if Absent(err) {
			return nil, "", nil
		}
		return nil, "", err
	}
	if file == nil { // a folder of that name
		return nil, "", nil
	}
	text, err := file.GetContent()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", op, err)
	}
	return []byte(text), file.GetSHA(), nil
}

// Issue is what a thread is about.
type Issue struct {
	Title  string
	Pull   bool
	Locked bool
	Labels []string
}

// Issue reads an issue or pull request.
func (a *App) Issue(ctx context.Context, r Repo, number int) (Issue, error) {
	owner, name := r.split()
	i, _, err := a.of(r).Issues.Get(ctx, owner, name, number)
	if err != nil {
		return Issue{}, translate(fmt.Sprintf("read #%d of %s", number, r), err)
	}
	issue := Issue{Title: i.GetTitle(), Pull: i.IsPullRequest(), Locked: i.GetLocked()}
	for _, l := range i.Labels {
		issue.Labels = append(issue.Labels, l.GetName())
	}
	return issue, nil
}

// Pull is a pull request as it stands now.
type Pull struct {
	Number              int
	Head, Base          string // SHAs: the head's, and the tip of its base branch
	BaseRef             string
	Author              int64
	AuthorType          string
	Open, Draft, Locked bool
	Labels              []string
	Created             time.Time
}

// Pull reads a pull request.
func (a *App) Pull(ctx context.Context, r Repo, number int) (Pull, error) {
	owner, name := r.split()
	p, _, err := a.of(r).PullRequests.Get(ctx, owner, name, number)
	if err != nil {
		return Pull{}, translate(fmt.Sprintf("read pull request #%d of %s", number, r), err)
	}
	return pull(p), nil
}

// OpenPulls lists the open pull requests of a repository.
func (a *App) OpenPulls(ctx context.Context, r Repo) ([]Pull, error) {
	owner, name := r.split()
	opts := &gh.PullRequestListOptions{State: "open", ListOptions: gh.ListOptions{PerPage: 100}}
	var all []Pull
	for {
		pulls, resp, err := a.of(r).PullRequests.List(ctx, owner, name, opts)
		if err != nil {
			return nil, translate("list the open pull requests of "+r.String(), err)
		}
		for _, p := range pulls {
			all = append(all, pull(p))
		}
		if opts.Page = resp.NextPage; opts.Page == 0 {
			return all, nil
		}
	}
}

func pull(p *gh.PullRequest) Pull {
	out := Pull{Number: p.GetNumber(), Head: p.GetHead().GetSHA(), Base: p.GetBase().GetSHA(), BaseRef: p.GetBase().GetRef(),
		Author: p.GetUser().GetID(), AuthorType: p.GetUser().GetType(), Open: p.GetState() == "open", Draft: p.GetDraft(), Locked: p.GetLocked(),
		Created: p.GetCreatedAt().Time}
	for _, l := range p.Labels {
		out.Labels = append(out.Labels, l.GetName())
	}
	return out
}
