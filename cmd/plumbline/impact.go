package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/gitrepo"
	"github.com/plumbline/plumbline/internal/impact"
	"github.com/plumbline/plumbline/internal/render"
	"github.com/plumbline/plumbline/internal/store"
)

// places is a flag that may be given several times: PATH:LINE.
type places []impact.Place

func (p *places) String() string { return "" }

func (p *places) Set(s string) error {
	i := strings.LastIndexByte(s, ':')
	if i < 1 {
		return fmt.Errorf("%q is not PATH:LINE", s)
	}
	line, err := strconv.Atoi(s[i+1:])
	if err != nil || line < 1 {
		return fmt.Errorf("%q is not PATH:LINE", s)
	}
	*p = append(*p, impact.Place{Path: s[:i], Line: line})
	return nil
}

func runImpact(ctx context.Context, e *env, args []string) error {
	var at places
	f := newFlags("impact")
	repo, base, head := f.String("repo", ".", ""), f.String("base", "", ""), f.String("head", "", "")
	rev, change, asJSON := f.String("rev", "HEAD", ""), f.String("change", "signature", ""), f.Bool("json", false, "")
	f.Var(&at, "at", "")
	rest, err := parse(f, args)
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return usageError{fmt.Sprintf("unexpected argument %q", rest[0])}
	case len(at) == 0 && (*base == "" || *head == ""):
		return usageError{"give --base and --head, or --at PATH:LINE"}
	}
	kind, ok := map[string]code.Change{"signature": code.Signature, "body": code.Body, "remove": code.Removed}[*change]
	if !ok {
		return usageError{fmt.Sprintf("--change is signature, body or remove, not %q", *change)}
	}
	a, r, err := openAt(ctx, e, *repo)
	if err != nil {
		return err
	}
	defer a.Close()
	var report code.Report
	if len(at) > 0 {
		report, err = a.impactAt(ctx, r, *rev, at, kind)
	} else {
		report, err = a.impactBetween(ctx, r, *base, *head)
	}
	if err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(e.stdout).Encode(report)
	}
	fmt.Fprint(e.stdout, render.Impact(report, webURL(r.git.RemoteURL(ctx)), render.MaxComment))
	return nil
}

func (a *app) analyst(git *gitrepo.Repo) *impact.Analyst {
	return &impact.Analyst{Graph: store.Reader{DB: a.pool}, Text: store.Text{DB: a.pool, Blobs: git}, Limits: impact.DefaultLimits}
}

func (a *app) impactAt(ctx context.Context, r *localRepo, rev string, at places, change code.Change) (code.Report, error) {
	s, err := a.ready(ctx, r, rev)
	if err != nil {
		return code.Report{}, err
	}
	return a.analyst(r.git).Beforehand(ctx, s, at, change)
}

func (a *app) impactBetween(ctx context.Context, r *localRepo, base, head string) (code.Report, error) {
	from, err := a.ready(ctx, r, base)
	if err != nil {
		return code.Report{}, err
	}
	to, err := a.ready(ctx, r, head)
	if err != nil {
		return code.Report{}, err
	}
	changes, err := r.git.Diff(ctx, from.SHA, to.SHA)
	if err != nil {
		return code.Report{}, err
	}
	return a.analyst(r.git).Compare(ctx, from, to, changes)
}
