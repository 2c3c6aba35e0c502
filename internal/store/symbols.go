package store

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// located reads symbols s of files f; what follows its FROM is the caller's.
const locatedSelect = `SELECT p.path, f.prefix, f.test, ` + symbolFields + `
	FROM symbol s JOIN file f ON f.repo_id = s.repo_id AND f.blob_id = s.blob_id
	JOIN path p ON p.repo_id = f.repo_id AND p.path_id = f.path_id `

func collectLocated(rows pgx.Rows) ([]code.Located, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (code.Located, error) {
		var l code.Located
		var prefix string
		var props []byte
		err := row.Scan(append([]any{&l.Ref.Path, &prefix, &l.Test}, symbolTargets(&l.Symbol, &props)...)...)
		l.Ref.Local, l.Qualified = l.Symbol.Local, code.Qualify(prefix, l.Symbol.Local)
		l.Symbol.Properties = jsonMap(props)
		l.Test = l.Test || l.Symbol.Test
		return l, err
	})
}

// SymbolsNamed are the symbols of a snapshot with one of the names, whatever
// their case, in the order of path and place.
func SymbolsNamed(ctx context.Context, db DB, s code.Snapshot, names []string) ([]code.Located, error) {
	rows, err := db.Query(ctx, locatedSelect+`WHERE `+VisibleFile(s, "f")+` AND s.repo_id = $1
		AND lower(s.name) = ANY(SELECT lower(n) FROM unnest($2::text[]) n) AND s.ord > 0
		ORDER BY p.path COLLATE "C", s.ord LIMIT 2000`, s.Repo, names)
	if err != nil {
		return nil, err
	}
	return collectLocated(rows)
}

// SymbolsAt are the symbols of files in the order of path and place; the
// module of each among them.
func SymbolsAt(ctx context.Context, db DB, s code.Snapshot, paths []string) ([]code.Located, error) {
	rows, err := db.Query(ctx, locatedSelect+`WHERE `+VisibleFile(s, "f")+` AND s.repo_id = $1 AND p.path = ANY($2)
		ORDER BY p.path COLLATE "C", s.ord`, s.Repo, paths)
	if err != nil {
		return nil, err
	}
	return collectLocated(rows)
}

// Neighbours are the symbols one edge of the given types away from any of the
// given, in either direction, at most limit, in the order of where the
// references stand. Ambiguous edges have no neighbour.
func Neighbours(ctx context.Context, db DB, s code.Snapshot, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) ([]code.Neighbour, error) {
	near, far := "e.src_sym", "e.dst_sym"
	if incoming {
		near, far = far, near
	}
	paths, locals := make([]string, len(of)), make([]string, len(of))
	for i, ref := range of {
		paths[i], locals[i] = ref.Path, ref.Local
	}
	rows, err := db.Query(ctx, `
		WITH seeds AS ( -- the numbers of the symbols asked about
			SELECT k.sym_id, p.path, k.local FROM unnest($2::text[], $3::text[]) AS w(path, local)
			JOIN path p ON p.repo_id = $1 AND p.path = w.path
			JOIN symbol_key k ON k.repo_id = $1 AND k.path_id = p.path_id AND k.local = w.local),
		edges AS ( -- their edges, with the symbol at the other end
			SELECT z.path AS of_path, z.local AS of_local, e.type, e.resolution, ep.path AS at_path, e.line, e.col, k.path_id, k.local
			FROM seeds z JOIN edge e ON `+near+` = z.sym_id AND `+VisibleEdge(s, "e")+` AND e.type = ANY($4)
			JOIN symbol_key k ON k.repo_id = $1 AND k.sym_id = `+far+`
			JOIN path ep ON ep.repo_id = $1 AND ep.path_id = e.src_path
			ORDER BY ep.path COLLATE "C", e.line, e.col LIMIT $5)
		SELECT x.of_path, x.of_local, x.type, x.resolution, x.at_path, x.line, x.col,
			p.path, f.prefix, f.test, `+symbolFields+`
		FROM edges x JOIN file f ON f.path_id = x.path_id AND `+VisibleFile(s, "f")+`
		JOIN path p ON p.repo_id = $1 AND p.path_id = f.path_id
		JOIN symbol s ON s.repo_id = $1 AND s.blob_id = f.blob_id AND s.local = x.local
		ORDER BY x.at_path COLLATE "C", x.line, x.col`, s.Repo, paths, locals, types, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (code.Neighbour, error) {
		n := code.Neighbour{Incoming: incoming}
		var prefix string
		var props []byte
		targets := []any{&n.Of.Path, &n.Of.Local, &n.Type, &n.Resolution, &n.Path, &n.Pos.Line, &n.Pos.Col, &n.Symbol.Ref.Path, &prefix, &n.Symbol.Test}
		err := row.Scan(append(targets, symbolTargets(&n.Symbol.Symbol, &props)...)...)
		n.Symbol.Ref.Local = n.Symbol.Symbol.Local
		n.Symbol.Qualified = code.Qualify(prefix, n.Symbol.Ref.Local)
		n.Symbol.Test = n.Symbol.Test || n.Symbol.Symbol.Test
		return n, err
	})
}

// UnboundNamed counts the references of a snapshot that bear a name and are
// unknown or ambiguous.
func UnboundNamed(ctx context.Context, db DB, s code.Snapshot, name string) (n int, err error) {
	err = db.QueryRow(ctx, `SELECT
		(SELECT coalesce(sum(u.n), 0) FROM unbound u WHERE `+VisibleOf(s, "u")+` AND u.name = $1 AND u.resolution = 'unknown') +
		(SELECT count(*) FROM edge e WHERE `+VisibleEdge(s, "e")+` AND e.name = $1 AND e.dst_sym IS NULL)`, name).Scan(&n)
	return n, err
}

// BlobOf is the git hash of the file at a path; ErrNotFound if there is none.
func BlobOf(ctx context.Context, db DB, s code.Snapshot, path string) (hash string, err error) {
	err = db.QueryRow(ctx, `SELECT encode(b.hash, 'hex') FROM file f
		JOIN path p ON p.repo_id = f.repo_id AND p.path_id = f.path_id
		JOIN blob b ON b.repo_id = f.repo_id AND b.blob_id = f.blob_id
		WHERE `+VisibleFile(s, "f")+` AND p.path = $1`, path).Scan(&hash)
	return hash, translate(err)
}

// EdgesAt are the bound edges whose references stand in lines start to end of
// a file, with the names of what they join.
func EdgesAt(ctx context.Context, db DB, s code.Snapshot, path string, start, end int) ([]code.BoundEdge, error) {
	rows, err := db.Query(ctx, `
		SELECT e.type, e.resolution, sp.path, src.local, dp.path, dst.local, e.line
		FROM path at JOIN edge e ON e.src_path = at.path_id
		JOIN symbol_key src ON src.repo_id = $1 AND src.sym_id = e.src_sym
		JOIN path sp ON sp.repo_id = $1 AND sp.path_id = src.path_id
		JOIN symbol_key dst ON dst.repo_id = $1 AND dst.sym_id = e.dst_sym
		JOIN path dp ON dp.repo_id = $1 AND dp.path_id = dst.path_id
		WHERE `+VisibleEdge(s, "e")+` AND at.repo_id = $1 AND at.path = $2 AND e.line BETWEEN $3 AND $4
		ORDER BY e.line, e.col`, s.Repo, path, start, end)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (r code.BoundEdge, err error) {
		err = row.Scan(&r.Type, &r.Resolution, &r.From.Path, &r.From.Local, &r.To.Path, &r.To.Local, &r.Line)
		return r, err
	})
}

// MostCalled is the local name of the function outside tests that the most
// edges of a snapshot call; ErrNotFound where nothing is called.
func MostCalled(ctx context.Context, db DB, s code.Snapshot) (local string, err error) {
	err = db.QueryRow(ctx, `
		SELECT k.local FROM edge e JOIN symbol_key k ON k.repo_id = $1 AND k.sym_id = e.dst_sym
		JOIN file f ON f.path_id = k.path_id AND `+VisibleFile(s, "f")+` AND NOT f.test
		WHERE `+VisibleEdge(s, "e")+` AND e.type = 'CALLS'
		GROUP BY k.sym_id, k.local ORDER BY count(*) DESC, k.local LIMIT 1`, s.Repo).Scan(&local)
	return local, translate(err)
}
