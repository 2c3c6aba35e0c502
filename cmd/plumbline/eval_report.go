package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/plumbline/plumbline/internal/eval"
)

// evalReport is what `plumbline eval --json` prints: the figures of the whole
// by kind and by repository, and those of every variant over all rows.
type evalReport struct {
	Set      string                 `json:"set"`
	Missing  int                    `json:"missing"` // rows whose repository or commit is not there
	Kinds    map[string]eval.Report `json:"kinds"`
	Repos    map[string]eval.Report `json:"repositories"`
	Variants []variantReport        `json:"variants"`
}

type variantReport struct {
	Name string `json:"name"`
	eval.Report
	// Difference is the paired difference of recall at 10 from the whole.
	Difference eval.Rate `json:"recall_10_difference"`
}

func (m *measuring) report(set string) evalReport {
	out := evalReport{Set: set, Missing: m.missing,
		Kinds: m.by(func(r eval.Row) string { return r.Kind }), Repos: m.by(func(r eval.Row) string { return r.Repo })}
	for i, v := range m.variants {
		out.Variants = append(out.Variants, variantReport{v.Name, eval.Summarise(m.ranks[i]), eval.Difference(m.ranks[i], m.ranks[0], 10)})
	}
	return out
}

// by are the figures of the whole, by a grouping of the rows and in all.
func (m *measuring) by(group func(eval.Row) string) map[string]eval.Report {
	ranks := map[string][]eval.Ranks{}
	for i, row := range m.rows {
		ranks[group(row)] = append(ranks[group(row)], m.ranks[0][i])
		ranks["all"] = append(ranks["all"], m.ranks[0][i])
	}
	out := map[string]eval.Report{}
	for name, r := range ranks {
		out[name] = eval.Summarise(r)
	}
	return out
}

func printEval(e *env, r evalReport, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(e.stdout).Encode(r)
	}
	if len(r.Kinds) == 0 {
		return errors.New("no row could be measured: set EVAL_REPOS to a folder of clones (OWNER+NAME/repo)")
	}
	fmt.Fprintf(e.stdout, "%s, %d rows left out. Hit rate with its 95 %% interval, and recall in brackets.\n", r.Set, r.Missing)
	printHead(e.stdout)
	for _, groups := range []map[string]eval.Report{r.Kinds, r.Repos} {
		for _, name := range eval.Groups(groups) {
			if name != "all" || len(groups) > 2 {
				printFigures(e.stdout, name+", spans", groups[name].Spans, "")
				printFigures(e.stdout, name+", files", groups[name].Files, "")
			}
		}
	}
	fmt.Fprintln(e.stdout, "\nBy variant, spans; the last column is the paired difference of recall at 10 from the whole.")
	printHead(e.stdout)
	for _, v := range r.Variants {
		printFigures(e.stdout, v.Name, v.Spans, fmt.Sprintf("%+.3f (%+.3f to %+.3f)", v.Difference.Value, v.Difference.Low, v.Difference.High))
	}
	return nil
}

func printHead(w io.Writer) {
	fmt.Fprint(w, "\n| | rows |")
	for _, k := range eval.Cuts {
		fmt.Fprintf(w, " @%d |", k)
	}
	fmt.Fprint(w, " MRR | |\n| --- | --- |")
	for range eval.Cuts {
		fmt.Fprint(w, " --- |")
	}
	fmt.Fprintln(w, " --- | --- |")
}

func printFigures(w io.Writer, name string, f eval.Figures, note string) {
	fmt.Fprintf(w, "| %s | %d |", name, f.Rows)
	for _, k := range eval.Cuts {
		hit := f.Hit[k]
		fmt.Fprintf(w, " %.3f, %.2f to %.2f (%.3f) |", hit.Value, hit.Low, hit.High, f.Recall[k].Value)
	}
	fmt.Fprintf(w, " %.3f | %s |\n", f.MRR.Value, note)
}
