package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/store"
	"github.com/plumbline/plumbline/internal/store/storetest"
)

// publisher publishes made-up snapshots of one file.
type publisher struct {
	t    *testing.T
	pool *pgxpool.Pool
}

func newPublisher(t *testing.T) publisher {
	p := publisher{t, storetest.New(t)}
	if err := store.EnsureRepository(t.Context(), p.pool, 1, "o/r"); err != nil {
		t.Fatal(err)
	}
	return p
}

// blob stores a blob of one function that calls itself.
func (p publisher) blob(hash string) int {
	p.t.Helper()
	span := code.Span{Start: code.Pos{Line: 1}, End: code.Pos{Line: 2}}
	facts := &code.Facts{Dialect: "go", Lines: 2, Symbols: []code.Symbol{{Kind: code.Module, Parent: -1, Span: span},
		{Local: "f", Name: "f", Kind: code.Function, Span: span}}, Chunks: []code.Chunk{{StartLine: 1, EndLine: 2, Symbol: 1}}}
	key := code.BlobKey{Hash: hash, Dialect: "go"}
	ids, err := store.SaveBlobs(p.t.Context(), p.pool, 1, "1", []code.BlobFacts{{Key: key, Facts: facts, Terms: []code.Terms{{"word" + hash: {1}}}}})
	if err != nil {
		p.t.Fatal(err)
	}
	return ids[key]
}

func (p publisher) publish(sha string, overlay bool, base int, path string, blob int) code.Snapshot {
	p.t.Helper()
	link := code.Link{From: "f", Type: code.Calls, Name: "f", Pos: code.Pos{Line: 2}, Target: code.SymbolRef{Path: path, Local: "f"}, Resolution: code.Exact}
	s, err := store.Publish(p.t.Context(), p.pool, code.Publication{Repo: 1, SHA: sha, Version: "1", Overlay: overlay, Base: base,
		Files:    []code.FileRow{{Path: path, BlobID: blob, Cards: []string{"card of " + sha}}},
		Bindings: []code.Binding{{Path: path, Links: []code.Link{link}, Asked: []uint64{7}}}})
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

func (p publisher) count(table string) (n int) {
	p.t.Helper()
	if err := p.pool.QueryRow(p.t.Context(), "SELECT count(*) FROM "+table+" WHERE repo_id = 1").Scan(&n); err != nil {
		p.t.Fatal(err)
	}
	return n
}

func (p publisher) want(table string, n int) {
	p.t.Helper()
	if got := p.count(table); got != n {
		p.t.Errorf("%s has %d rows, want %d", table, got, n)
	}
}

func TestCollectKeepsWhatSnapshotsShow(t *testing.T) {
	p := newPublisher(t)
	first := p.publish("a", false, 0, "x.go", p.blob("aa"))
	p.publish("pull", true, first.State, "x.go", p.blob("bb"))
	second := p.publish("b", false, first.State, "x.go", p.blob("cc"))

	collect := func(at time.Time) {
		t.Helper()
		if err := store.Collect(t.Context(), p.pool, 1, at); err != nil {
			t.Fatal(err)
		}
	}
	collect(time.Now().Add(2 * 24 * time.Hour)) // the overlay still holds the first state
	p.want("snapshot", 3)
	p.want("blob", 3)

	collect(time.Now().Add(8 * 24 * time.Hour))
	for table, n := range map[string]int{"snapshot": 1, "file": 1, "edge": 1, "question": 1, "overlay_path": 0,
		"blob": 1, "symbol": 2, "chunk": 1, "card": 1, "card_of": 1} {
		p.want(table, n)
	}
	head, err := store.TrunkHead(t.Context(), p.pool, 1)
	if err != nil || head.SHA != second.SHA {
		t.Errorf("the head is %q (%v), want %q", head.SHA, err, second.SHA)
	}
}

// TestCollectMergesPostings: each blob that is stored adds a segment; after a
// collection they are few, gone blobs have left theirs, and a search finds what
// it found.
func TestCollectMergesPostings(t *testing.T) {
	t.Parallel()
	p := newPublisher(t)
	state := 0
	for i := range 40 {
		s := p.publish(fmt.Sprint("c", i), false, state, fmt.Sprintf("f%d.go", i%20), p.blob(fmt.Sprintf("%02x", i)))
		state = s.State
	}
	if err := store.Collect(t.Context(), p.pool, 1, time.Now().Add(2*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	p.want("posting", 20) // a word of its own for each blob that is left
	p.want("(SELECT DISTINCT repo_id, segment FROM posting) s", 1)
	head, err := store.TrunkHead(t.Context(), p.pool, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := store.Search(t.Context(), p.pool, head, store.DefaultLexical, []code.QueryTerm{{Word: "word27", Weight: 1}})
	if err != nil || len(m.Chunks) != 1 || m.Chunks[0].Path != "f19.go" || m.Chunks[0].Counts[0][code.FieldName] != 1 {
		t.Errorf("found %+v, %v; want f19.go", m.Chunks, err)
	}
}

func TestLeaseKeepsAnOverlay(t *testing.T) {
	p := newPublisher(t)
	trunk := p.publish("a", false, 0, "x.go", p.blob("aa"))
	pull := p.publish("pull", true, trunk.State, "x.go", p.blob("bb"))
	if _, err := p.pool.Exec(t.Context(), "UPDATE snapshot SET published = now() - interval '30 days' WHERE repo_id = 1"); err != nil {
		t.Fatal(err)
	}
	if err := store.Lease(t.Context(), p.pool, pull); err != nil {
		t.Fatal(err)
	}
	if err := store.Collect(t.Context(), p.pool, 1, time.Now()); err != nil {
		t.Fatal(err)
	}
	p.want("snapshot", 2)
}

func TestPublishNoticesACollectedBlob(t *testing.T) {
	p := newPublisher(t)
	p.publish("a", false, 0, "x.go", p.blob("aa"))
	_, err := store.Publish(t.Context(), p.pool, code.Publication{Repo: 1, SHA: "b", Version: "1", Base: 1,
		Files: []code.FileRow{{Path: "x.go", BlobID: 9999}}})
	if !(store.Index{}).Moved(err) {
		t.Errorf("publishing a blob that is gone: %v, want that the run is told to try anew", err)
	}
}

func TestDeleteIndexLeavesNothing(t *testing.T) {
	p := newPublisher(t)
	first := p.publish("a", false, 0, "x.go", p.blob("aa"))
	p.publish("pull", true, first.State, "x.go", p.blob("bb"))
	if err := store.DeleteIndex(t.Context(), p.pool, 1); err != nil {
		t.Fatal(err)
	}
	rows, err := p.pool.Query(t.Context(), `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE a.attname = 'repo_id' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if len(tables) < 15 {
		t.Fatalf("only %d tables have a repository: %q", len(tables), tables)
	}
	for _, table := range tables {
		p.want(table, 0)
	}
}
