package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/eval"
	"github.com/plumbline/plumbline/internal/gitrepo"
)

func runEvalEdges(ctx context.Context, e *env, args []string) error {
	f := newFlags("eval edges")
	truth, repo := f.String("truth", "", ""), f.String("repo", "", "")
	repos := f.String("repos", orElse(e.getenv("EVAL_REPOS"), "../.mirror"), "")
	under, skip, asJSON := f.String("under", "", ""), f.String("skip", "", ""), f.Bool("json", false, "")
	if rest, err := parse(f, args); err != nil || len(rest) > 0 || *truth == "" {
		return usageError{"give --truth FILE.jsonl"}
	}
	o := eval.EdgeOptions{Under: *under}
	if *skip != "" {
		var err error
		if o.Skip, err = regexp.Compile(*skip); err != nil {
			return usageError{"--skip: " + err.Error()}
		}
	}
	file, err := os.Open(*truth)
	if err != nil {
		return err
	}
	defer file.Close()
	t, err := eval.ReadTruth(file)
	if err != nil {
		return fmt.Errorf("%s: %w", *truth, err)
	}
	dir := orElse(*repo, filepath.Join(*repos, strings.ReplaceAll(t.Repo, "/", "+"), "repo"))
	calls, err := exportedCalls(ctx, e, dir, t.SHA)
	if err != nil {
		return err
	}
	git, err := gitrepo.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer git.Close()
	figures := eval.ScoreEdges(t, calls, func(path string) []byte {
		content, err := git.File(t.SHA, path, 64<<20)
		if err != nil {
			return nil
		}
		return content
	}, o)
	if *asJSON {
		return json.NewEncoder(e.stdout).Encode(figures)
	}
	fmt.Fprintf(e.stdout, "%s at %.12s against %s: precision %.4f, recall %.4f, labelled precision %.4f (%d right, %d wrong of which %d contradicted, %d missed)\n",
		t.Repo, t.SHA, t.Oracle, figures.Precision, figures.Recall, figures.Labelled, figures.Right, figures.Wrong, figures.Contradicted, figures.Missed)
	return nil
}

// exportedCalls are the call edges as `plumbline graph export` gives them.
func exportedCalls(ctx context.Context, e *env, dir, sha string) ([]eval.Call, error) {
	var out bytes.Buffer
	export := *e
	export.stdout = &out
	if err := runGraphExport(ctx, &export, []string{"--repo", dir, "--rev", sha}); err != nil {
		return nil, err
	}
	return eval.ReadCalls(&out)
}
