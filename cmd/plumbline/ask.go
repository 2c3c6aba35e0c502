package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/plumbline/plumbline/internal/answer"
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/gitrepo"
	"github.com/plumbline/plumbline/internal/retrieve"
	"github.com/plumbline/plumbline/internal/store"
)

func runAsk(ctx context.Context, e *env, args []string) error {
	f := newFlags("ask")
	repo, rev := f.String("repo", ".", ""), f.String("rev", "HEAD", "")
	asJSON, evidenceOnly := f.Bool("json", false, ""), f.Bool("evidence-only", false, "")
	words, err := parse(f, args)
	if err != nil {
		return err
	}
	question := strings.TrimSpace(strings.Join(words, " "))
	if question == "" {
		return usageError{"no question"}
	}
	a, r, err := openAt(ctx, e, *repo)
	if err != nil {
		return err
	}
	defer a.Close()
	s, err := a.ready(ctx, r, *rev)
	if err != nil {
		return err
	}
	if err := a.openModels(); err != nil {
		return err
	}
	ans, err := a.ask(ctx, r.git, s, question, webURL(r.git.RemoteURL(ctx)), *evidenceOnly)
	if err != nil {
		return err
	}
	return printAnswer(e, ans, *asJSON)
}

// ready is the snapshot of a revision; where it must be indexed first, it
// says so.
func (a *app) ready(ctx context.Context, r *localRepo, rev string) (code.Snapshot, error) {
	start := time.Now()
	p := newProgress(a.env.stderr)
	res, err := a.index(ctx, r, rev, p.step)
	p.done()
	if err == nil && res.Fresh {
		fmt.Fprintf(a.env.stderr, "indexed %s without vectors first (%v); `plumbline index` adds them\n", res.Snapshot.SHA[:12], round(time.Since(start)))
	}
	return res.Snapshot, err
}

// ask answers a question from a snapshot.
func (a *app) ask(ctx context.Context, git *gitrepo.Repo, s code.Snapshot, question, web string, evidenceOnly bool) (code.Answer, error) {
	reader := store.Reader{DB: a.pool, Lexical: store.DefaultLexical}
	text := store.Text{DB: a.pool, Blobs: git}
	if err := store.Lease(ctx, a.pool, s); err != nil {
		return code.Answer{}, err
	}
	if err := a.countVectors(ctx, &s); err != nil {
		return code.Answer{}, err
	}
	retriever := &retrieve.Retriever{Lexical: reader, Graph: reader, Text: text, Options: retrieve.DefaultOptions}
	if s.Coverage.Embedded > 0 {
		retriever.Dense = dense{a}
	}
	start := time.Now()
	found, err := retriever.Retrieve(ctx, s, question)
	if err != nil {
		return code.Answer{}, err
	}
	took := time.Since(start).Milliseconds()
	if evidenceOnly {
		return code.Answer{Question: question, SHA: s.SHA, Status: code.Partial, Evidence: found.Evidence, Coverage: s.Coverage,
			Claims: []code.Claim{}, Citations: []code.Citation{}, Dropped: []code.Dropped{}, Timings: map[string]int64{"retrieve": took, "answer": 0, "verify": 0}}, nil
	}
	answerer := &answer.Answerer{Graph: reader, Relations: reader, Text: text, Model: a.model}
	ans, err := answerer.Answer(ctx, answer.Request{Snapshot: s, Question: question, Symbols: found.Symbols, Evidence: found.Evidence, WebURL: web})
	if err != nil {
		return ans, err
	}
	ans.Timings["retrieve"] = took
	if retriever.Dense != nil {
		ans.Models.Embedder = a.embedder.Name()
	}
	return ans, nil
}

func printAnswer(e *env, a code.Answer, asJSON bool) error {
	if a.Evidence == nil {
		a.Evidence = []code.Evidence{}
	}
	if asJSON {
		if err := json.NewEncoder(e.stdout).Encode(a); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(e.stdout, strings.TrimRight(a.Markdown, "\n"))
		if a.Markdown == "" {
			printEvidence(e, a.Evidence)
		}
	}
	if a.Status == code.Abstained {
		return errAbstained
	}
	return nil
}

func printEvidence(e *env, pieces []code.Evidence) {
	for _, p := range pieces {
		fmt.Fprintf(e.stdout, "%.3f  %s:%d-%d  %s  (%s)\n", p.Score, p.Path, p.StartLine, p.EndLine, p.Symbol, strings.Join(p.Why, ", "))
	}
}

// webURL is the web address of a repository by its remote's address, "" where
// it is not on GitHub.
func webURL(remote string) string {
	for _, form := range []string{"https://github.com/", "http://github.com/", "git@github.com:", "ssh://git@github.com/", "git://github.com/"} {
		if name, ok := strings.CutPrefix(remote, form); ok {
			return "https://github.com/" + strings.TrimSuffix(strings.TrimSuffix(name, "/"), ".git")
		}
	}
	return ""
}
