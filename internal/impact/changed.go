package impact

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// side is one file in one of the two snapshots.
type side struct {
	symbols []code.Located
	lines   []string
}

func (a *Analyst) read(ctx context.Context, s code.Snapshot, path string) (side, error) {
	lines, err := a.Text.Lines(ctx, s, path)
	if err != nil {
		return side{}, err
	}
	symbols, err := a.Graph.SymbolsAt(ctx, s, []string{path})
	return side{symbols, lines}, err
}

// changedSymbols are the symbols that differ, in the order of path and line.
func (a *Analyst) changedSymbols(ctx context.Context, base, head code.Snapshot, changes []code.TreeChange) ([]code.Changed, []code.SkippedFile, error) {
	var out []code.Changed
	var skipped []code.SkippedFile
	for _, c := range changes {
		path := code.PathText(c.Path)
		var before, after side
		var err error
		if c.Old.Mode.Regular() {
			if before, err = a.read(ctx, base, path); err != nil && !missing(err) {
				return nil, nil, err
			}
		}
		if c.New.Mode.Regular() {
			if after, err = a.read(ctx, head, path); err != nil && !missing(err) {
				return nil, nil, err
			}
		}
		if len(before.symbols)+len(after.symbols) == 0 {
			skipped = append(skipped, code.SkippedFile{Path: path, Reason: "no symbols are known in it"})
			continue
		}
		out = append(out, compare(before, after)...)
	}
	out = pairRenames(out)
	slices.SortStableFunc(out, func(x, y code.Changed) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.StartLine, y.StartLine), strings.Compare(x.Symbol, y.Symbol))
	})
	return out, skipped, nil
}

func missing(err error) bool {
	var m interface{ Missing() bool }
	return errors.As(err, &m) && m.Missing()
}

func changedAt(l code.Located, change code.Change, side string) code.Changed {
	return code.Changed{Symbol: l.Qualified, Type: l.Symbol.Kind, Change: change, Path: l.Ref.Path,
		StartLine: l.Symbol.Span.Start.Line, EndLine: l.Symbol.Span.End.Line, Side: side, Ref: l.Ref, Test: l.Test}
}

// compare tells the symbols of one file apart by their local names.
func compare(before, after side) []code.Changed {
	old := map[string]code.Located{}
	for _, l := range before.symbols {
		old[l.Ref.Local] = l
	}
	var out []code.Changed
	for i, l := range after.symbols {
		was, ok := old[l.Ref.Local]
		delete(old, l.Ref.Local)
		switch {
		case !ok && len(before.symbols) > 0 || !ok && l.Symbol.Kind != code.Module:
			out = append(out, changedAt(l, code.Added, ""))
		case !ok:
		case was.Symbol.Signature != l.Symbol.Signature || was.Symbol.Kind != l.Symbol.Kind:
			out = append(out, changedAt(l, code.Signature, ""))
		case ownText(before, was) != ownText(after, after.symbols[i]):
			out = append(out, changedAt(l, code.Body, ""))
		}
	}
	for _, l := range before.symbols {
		if _, gone := old[l.Ref.Local]; gone && l.Symbol.Kind != code.Module {
			out = append(out, changedAt(l, code.Removed, "base"))
		}
	}
	return out
}

// ownText is a symbol's text without that of the symbols in it, so that a
// change in a method is not one of its class; white space at line ends and
// blank lines do not count.
func ownText(s side, l code.Located) string {
	inner := map[int]bool{}
	for _, o := range s.symbols {
		if o.Ref == l.Ref || o.Symbol.Kind == code.Module || !within(o.Symbol.Span, l.Symbol.Span, l.Symbol.Kind) {
			continue
		}
		for n := o.Symbol.Span.Start.Line; n <= o.Symbol.Span.End.Line; n++ {
			inner[n] = true
		}
	}
	var b strings.Builder
	for n := max(1, l.Symbol.Span.Start.Line); n <= min(len(s.lines), l.Symbol.Span.End.Line); n++ {
		if text := strings.TrimSpace(s.lines[n-1]); !inner[n] && text != "" {
			b.WriteString(text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func within(inner, outer code.Span, kind code.Kind) bool {
	if kind == code.Module {
		return true
	}
	return inner.Start.Line >= outer.Start.Line && inner.End.Line <= outer.End.Line && inner != outer
}

// pairRenames joins a removed and an added symbol of one kind and one last
// name into a rename, where they are the only ones.
func pairRenames(changes []code.Changed) []code.Changed {
	type key struct {
		kind code.Kind
		name string
	}
	added, removed := map[key][]int{}, map[key][]int{}
	for i, c := range changes {
		k := key{c.Type, lastName(c.Ref.Local)}
		switch c.Change {
		case code.Added:
			added[k] = append(added[k], i)
		case code.Removed:
			removed[k] = append(removed[k], i)
		}
	}
	drop := map[int]bool{}
	for k, from := range removed {
		if to := added[k]; len(from) == 1 && len(to) == 1 && changes[from[0]].Path != changes[to[0]].Path {
			changes[to[0]].Change = code.Renamed
			drop[from[0]] = true
		}
	}
	out := changes[:0:0]
	for i, c := range changes {
		if !drop[i] {
			out = append(out, c)
		}
	}
	return out
}

func lastName(local string) string {
	local, _, _ = strings.Cut(local, "~")
	return local[strings.LastIndexByte(local, '.')+1:]
}
