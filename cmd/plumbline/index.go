package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/index"
	"github.com/plumbline/plumbline/internal/store"
)

// indexReport is what `plumbline index --json` prints.
type indexReport struct {
	SHA       string           `json:"sha"`
	Fresh     bool             `json:"fresh"`
	Changed   int              `json:"changed"`
	Removed   int              `json:"removed"`
	Rebound   int              `json:"rebound"`
	Parsed    int              `json:"parsed_blobs"`
	Skipped   []index.Skip     `json:"skipped"`
	Coverage  code.Coverage    `json:"coverage"`
	TimingsMS map[string]int64 `json:"timings_ms"`
}

func runIndex(ctx context.Context, e *env, args []string) error {
	f := newFlags("index")
	repo, rev := f.String("repo", ".", ""), f.String("rev", "HEAD", "")
	noVectors, asJSON := f.Bool("no-vectors", false, ""), f.Bool("json", false, "")
	scipFile := f.String("scip", "", "")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usageError{fmt.Sprintf("unexpected argument %q", rest[0])}
	}
	compiler, err := readSCIP(*scipFile)
	if err != nil {
		return err
	}
	a, r, err := openAt(ctx, e, *repo)
	if err != nil {
		return err
	}
	defer a.Close()
	progress := newProgress(e.stderr)
	defer progress.done()
	res, err := a.indexWith(ctx, r, *rev, compiler, progress.step)
	if err != nil {
		return err
	}
	if !*noVectors {
		if err := a.addVectors(ctx, &res, progress); err != nil {
			return err
		}
	}
	progress.done()
	if res.Fresh {
		if err := store.Collect(ctx, a.pool, r.id, time.Now()); err != nil {
			return err
		}
	}
	return printIndex(e, res, *asJSON)
}

// addVectors embeds what is not yet embedded, and counts it.
func (a *app) addVectors(ctx context.Context, res *index.Result, p *progress) error {
	if err := a.openEmbedder(); err != nil || a.embedder == nil {
		return err
	}
	start := time.Now()
	if err := a.embedCards(ctx, res.Snapshot, p.step); err != nil {
		return err
	}
	res.Timings.Embed = time.Since(start)
	res.Timings.Total += res.Timings.Embed
	return a.countVectors(ctx, &res.Snapshot)
}

func printIndex(e *env, res index.Result, asJSON bool) error {
	r := indexReport{SHA: res.Snapshot.SHA, Fresh: res.Fresh, Changed: res.Changed, Removed: res.Removed, Rebound: res.Rebound,
		Parsed: res.Parsed, Skipped: res.Skipped, Coverage: res.Snapshot.Coverage, TimingsMS: timings(res.Timings)}
	if r.Skipped == nil {
		r.Skipped = []index.Skip{}
	}
	if asJSON {
		return json.NewEncoder(e.stdout).Encode(r)
	}
	c := r.Coverage
	fmt.Fprintf(e.stdout, "%s: %d files (%d skipped), %d chunks, %d of %d cards embedded, %d references: %d bound, %d external, %d unknown, %d ambiguous\n",
		r.SHA[:12], c.Files, c.Skipped, c.Chunks, c.Embedded, c.Cards, c.References, c.Bound, c.External, c.Unknown, c.Ambiguous)
	if !r.Fresh {
		fmt.Fprintln(e.stdout, "nothing to do: the index of this commit is there")
		return nil
	}
	fmt.Fprintf(e.stdout, "%d files changed, %d removed, %d bound anew; %v in all (parse %v, save %v, bind %v, publish %v, embed %v)\n",
		r.Changed, r.Removed, r.Rebound, round(res.Timings.Total), round(res.Timings.Parse), round(res.Timings.Save), round(res.Timings.Bind), round(res.Timings.Publish), round(res.Timings.Embed))
	for _, s := range r.Skipped {
		fmt.Fprintf(e.stdout, "  skipped %s: %s\n", s.Path, s.Reason)
	}
	return nil
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

func timings(t index.Timings) map[string]int64 {
	return map[string]int64{"diff": t.Diff.Milliseconds(), "parse": t.Parse.Milliseconds(), "save": t.Save.Milliseconds(),
		"bind": t.Bind.Milliseconds(), "publish": t.Publish.Milliseconds(), "embed": t.Embed.Milliseconds(), "total": t.Total.Milliseconds()}
}
