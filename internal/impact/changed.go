package impact

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
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

// difference is what two snapshots differ in.
type difference struct {
	changed []code.Changed // in the order of path and line
	// moved are symbols at the base that stand in another file at the head.
	moved   []code.Changed
	skipped []code.SkippedFile
}

func (a *Analyst) difference(ctx context.Context, base, head code.Snapshot, changes []code.TreeChange) (difference, error) {
	var d difference
	for _, c := range changes {
		path := code.PathText(c.Path)
		before, err := a.readEntry(ctx, base, path, c.Old)
		if err != nil {
			return d, err
		}
		after, err := a.readEntry(ctx, head, path, c.New)
		if err != nil {
			return d, err
		}
		switch {
		case len(before.symbols)+len(after.symbols) == 0:
			d.skipped = append(d.skipped, code.SkippedFile{Path: path, Reason: "no symbols are known in it"})
		case !parsed(path, before) && !parsed(path, after):
			d.skipped = append(d.skipped, code.SkippedFile{Path: path, Reason: "file changed; its language is not parsed"})
		default:
			d.changed = append(d.changed, compare(before, after)...)
		}
	}
	d.changed, d.moved = pairRenames(d.changed)
	slices.SortStableFunc(d.changed, func(x, y code.Changed) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.StartLine, y.StartLine), strings.Compare(x.Symbol, y.Symbol))
	})
	return d, nil
}

// readEntry reads a plain file; others, and those that are not kept, are
// empty.
func (a *Analyst) readEntry(ctx context.Context, s code.Snapshot, path string, e code.TreeEntry) (side, error) {
	if !e.Mode.Regular() {
		return side{}, nil
	}
	out, err := a.read(ctx, s, path)
	if code.Missing(err) {
		return side{}, nil
	}
	return out, err
}

// parsed reports whether a file is of a language with a grammar: elsewhere a
// change is the file's, not a symbol's.
func parsed(path string, s side) bool {
	first := ""
	if len(s.lines) > 0 {
		first = s.lines[0]
	}
	return len(s.symbols) > 0 && syntax.HasGrammar(syntax.Dialect(path, []byte(first)))
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
// name, in two files, into a rename, where they are the only ones; moved are
// the removed ones.
func pairRenames(changes []code.Changed) (joined, moved []code.Changed) {
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
	for i, c := range changes {
		if drop[i] {
			moved = append(moved, c)
		} else {
			joined = append(joined, c)
		}
	}
	return joined, moved
}

func lastName(local string) string {
	local, _, _ = strings.Cut(local, "~")
	return local[strings.LastIndexByte(local, '.')+1:]
}
