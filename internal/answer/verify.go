package answer

import (
	"context"
	"fmt"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/render"
)

// verifier checks the sentences of one answer. Of a model's draft, shown are
// the pieces that the model saw; a composed draft reads the snapshot itself.
type verifier struct {
	*Answerer
	request   Request
	fromModel bool
	shown     []code.Evidence
}

// check is why a sentence may not be published, "" if it may. It fills in
// what its citations are worth and its kind. A model's sentence that fails is
// repaired once where only its citations are wrong.
func (v *verifier) check(ctx context.Context, s *sentence) (string, error) {
	if s.kind == code.Absence {
		return v.checkAbsence(ctx, s)
	}
	reason, err := v.checkCited(ctx, s)
	if err != nil || reason == "" || !v.fromModel {
		return reason, err
	}
	repaired, ok, err := v.repair(ctx, *s)
	if err != nil || !ok {
		return reason, err
	}
	if again, err := v.checkCited(ctx, &repaired); err != nil || again != "" {
		return reason, err
	}
	*s = repaired
	return "", nil
}

// checkCited holds (a) to (e) for a sentence that cites lines.
func (v *verifier) checkCited(ctx context.Context, s *sentence) (string, error) {
	if len(s.citations) == 0 {
		return "it cites nothing", nil
	}
	var cited []string
	for i := range s.citations {
		c := &s.citations[i]
		lines, reason, err := v.checkRange(ctx, *c)
		if err != nil || reason != "" {
			return reason, err
		}
		c.Valid = true
		c.URL = render.Permalink(v.request.WebURL, v.request.Snapshot.SHA, c.Path, c.StartLine, c.EndLine)
		cited = append(cited, lines...)
	}
	if reason, err := v.checkNames(ctx, s, cited); err != nil || reason != "" {
		return reason, err
	}
	if reason, err := v.checkRelations(ctx, s); err != nil || reason != "" {
		return reason, err
	}
	for i := range s.citations {
		s.citations[i].Supported = true
	}
	return "", nil
}

// checkRange holds (a) to (c): the range exists, was shown, is short enough.
func (v *verifier) checkRange(ctx context.Context, c code.Citation) (cited []string, reason string, err error) {
	where := render.Range(c.Path, c.StartLine, c.EndLine)
	lines, err := v.Text.Lines(ctx, v.request.Snapshot, c.Path)
	switch {
	case code.Missing(err):
		return nil, fmt.Sprintf("%s: there is no such file at this commit", where), nil
	case err != nil:
		return nil, "", err
	case c.StartLine < 1 || c.EndLine < c.StartLine || c.EndLine > len(lines):
		return nil, fmt.Sprintf("%s: the file has %d lines", where, len(lines)), nil
	case c.EndLine-c.StartLine+1 > code.MaxCitationLines:
		return nil, fmt.Sprintf("%s: more than %d lines", where, code.MaxCitationLines), nil
	case !v.wasShown(c.Path, c.StartLine, c.EndLine):
		return nil, fmt.Sprintf("%s: these lines were not among the evidence", where), nil
	}
	return lines[c.StartLine-1 : c.EndLine], "", nil
}

// wasShown reports whether every line of a range was shown, in one piece or
// in several that adjoin.
func (v *verifier) wasShown(path string, start, end int) bool {
	if !v.fromModel {
		return true
	}
	for line := start; line <= end; line++ {
		if !v.lineShown(path, line) {
			return false
		}
	}
	return true
}

func (v *verifier) lineShown(path string, line int) bool {
	for _, e := range v.shown {
		if e.Path == path && e.StartLine <= line && line <= e.EndLine {
			return true
		}
	}
	return false
}
