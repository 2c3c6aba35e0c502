package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// ExportedFile is one file of a snapshot with all that is known of it.
type ExportedFile struct {
	Path, Prefix string
	Test         bool
	Facts        code.Facts
	Links        []code.Link // the bound ones, in source order
}

// exportBatch is how many files are read at once.
const exportBatch = 500

// ExportFiles calls each for every file of a snapshot in the order of paths,
// byte by byte.
func ExportFiles(ctx context.Context, db DB, s code.Snapshot, each func(*ExportedFile) error) error {
	after := ""
	for {
		files, ids, err := exportPage(ctx, db, s, after)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if len(files) == 0 {
			return nil
		}
		if err := exportSymbols(ctx, db, s, files, ids); err != nil {
			return fmt.Errorf("export symbols: %w", err)
		}
		if err := exportLinks(ctx, db, s, files, ids); err != nil {
			return fmt.Errorf("export edges: %w", err)
		}
		for _, f := range files {
			if err := each(f); err != nil {
				return err
			}
		}
		after = files[len(files)-1].Path
	}
}

// exportIDs are a page's path and blob numbers, in the order of its files.
type exportIDs struct{ paths, blobs []int }

func exportPage(ctx context.Context, db DB, s code.Snapshot, after string) ([]*ExportedFile, exportIDs, error) {
	var ids exportIDs
	rows, err := db.Query(ctx, `SELECT p.path, f.path_id, f.blob_id, f.prefix, f.test, b.dialect, b.package, b.lines, b.errors, b.generated
		FROM file f JOIN path p ON p.repo_id = f.repo_id AND p.path_id = f.path_id
		JOIN blob b ON b.repo_id = f.repo_id AND b.blob_id = f.blob_id
		WHERE `+VisibleFile(s, "f")+` AND (p.path COLLATE "C" > $1 COLLATE "C" OR $1 = '')
		ORDER BY p.path COLLATE "C" LIMIT $2`, after, exportBatch)
	if err != nil {
		return nil, ids, err
	}
	files, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*ExportedFile, error) {
		var f ExportedFile
		var path, blob int
		err := row.Scan(&f.Path, &path, &blob, &f.Prefix, &f.Test, &f.Facts.Dialect, &f.Facts.Package, &f.Facts.Lines, &f.Facts.Errors, &f.Facts.Generated)
		ids.paths, ids.blobs = append(ids.paths, path), append(ids.blobs, blob)
		return &f, err
	})
	return files, ids, err
}

func exportSymbols(ctx context.Context, db DB, s code.Snapshot, files []*ExportedFile, ids exportIDs) error {
	rows, err := db.Query(ctx, `SELECT w.i, `+symbolFields+`
		FROM unnest($2::int[]) WITH ORDINALITY AS w(blob_id, i) JOIN symbol s ON s.repo_id = $1 AND s.blob_id = w.blob_id
		ORDER BY w.i, s.ord`, s.Repo, ids.blobs)
	if err != nil {
		return err
	}
	var i int
	var sym code.Symbol
	var props []byte
	_, err = pgx.ForEachRow(rows, append([]any{&i}, symbolTargets(&sym, &props)...), func() error {
		sym.Properties = jsonMap(props)
		files[i-1].Facts.Symbols = append(files[i-1].Facts.Symbols, sym)
		return nil
	})
	return err
}

// symbolFields and symbolTargets read a symbol of alias s.
const symbolFields = `s.local, s.kind, s.name, s.parent, s.start_line, s.start_col, s.end_line, s.end_col,
	s.name_line, s.name_col, s.signature, s.doc, s.exported, s.test, s.properties`

func symbolTargets(s *code.Symbol, props *[]byte) []any {
	return []any{&s.Local, &s.Kind, &s.Name, &s.Parent, &s.Span.Start.Line, &s.Span.Start.Col, &s.Span.End.Line, &s.Span.End.Col,
		&s.NamePos.Line, &s.NamePos.Col, &s.Signature, &s.Doc, &s.Exported, &s.Test, props}
}

// rawLink is an edge as it is stored: symbols by number.
type rawLink struct {
	file       *ExportedFile
	link       code.Link
	from       int
	to         *int
	candidates []int
}

func exportLinks(ctx context.Context, db DB, s code.Snapshot, files []*ExportedFile, ids exportIDs) error {
	byPath := make(map[int]*ExportedFile, len(files))
	for i, id := range ids.paths {
		byPath[id] = files[i]
	}
	rows, err := db.Query(ctx, `SELECT e.src_path, e.src_sym, e.dst_sym, e.candidates, e.type, e.resolution, e.name, e.line, e.col, e.properties
		FROM edge e WHERE `+VisibleEdge(s, "e")+` AND e.src_path = ANY($1)`, ids.paths)
	if err != nil {
		return err
	}
	raw, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (rawLink, error) {
		var r rawLink
		var path int
		var props []byte
		l := &r.link
		err := row.Scan(&path, &r.from, &r.to, &r.candidates, &l.Type, &l.Resolution, &l.Name, &l.Pos.Line, &l.Pos.Col, &props)
		l.Properties, r.file = jsonMap(props), byPath[path]
		return r, err
	})
	if err != nil {
		return err
	}
	refs, err := symbolRefs(ctx, db, s.Repo, raw)
	if err != nil {
		return err
	}
	for _, r := range raw {
		r.link.From = refs[r.from].Local
		if path := refs[r.from].Path; path != r.file.Path {
			r.link.FromPath = path
		}
		if r.to != nil {
			r.link.Target = refs[*r.to]
		}
		for _, c := range r.candidates {
			r.link.Candidates = append(r.link.Candidates, refs[c])
		}
		slices.SortFunc(r.link.Candidates, code.SymbolRef.Compare)
		r.file.Links = append(r.file.Links, r.link)
	}
	for _, f := range files {
		code.SortLinks(f.Links)
	}
	return nil
}

// symbolRefs are the symbols that links name, by number, read at once: a join
// from each edge is planned badly while the tables are young.
func symbolRefs(ctx context.Context, db DB, repo int64, links []rawLink) (map[int]code.SymbolRef, error) {
	refs := map[int]code.SymbolRef{}
	for _, l := range links {
		refs[l.from] = code.SymbolRef{}
		if l.to != nil {
			refs[*l.to] = code.SymbolRef{}
		}
		for _, c := range l.candidates {
			refs[c] = code.SymbolRef{}
		}
	}
	rows, err := db.Query(ctx, `SELECT k.sym_id, p.path, k.local FROM symbol_key k
		JOIN path p ON p.repo_id = $1 AND p.path_id = k.path_id
		WHERE k.repo_id = $1 AND k.sym_id = ANY($2)`, repo, slices.Collect(maps.Keys(refs)))
	if err != nil {
		return nil, err
	}
	var id int
	var ref code.SymbolRef
	_, err = pgx.ForEachRow(rows, []any{&id, &ref.Path, &ref.Local}, func() error {
		refs[id] = ref
		return nil
	})
	return refs, err
}
