package index_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/gitrepo"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/languages"
	"github.com/plumbline/plumbline/internal/index"
	"github.com/plumbline/plumbline/internal/store"
	"github.com/plumbline/plumbline/internal/store/storetest"
)

// world is one database, one git repository, and an index of it that grows.
type world struct {
	t    *testing.T
	pool *pgxpool.Pool
	git  *gitrepo.Repo
	grow *index.Indexer
	next int64 // repository ids for clean indexes
}

const grown = 1

func newWorld(t *testing.T, gitDir string) *world {
	pool := storetest.New(t)
	git, err := gitrepo.Open(t.Context(), gitDir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(git.Close)
	w := &world{t: t, pool: pool, git: git, grow: index.New(store.Index{DB: pool}, languages.Binders()), next: 100}
	w.ensure(grown)
	return w
}

func (w *world) ensure(repo int64) {
	if err := store.EnsureRepository(w.t.Context(), w.pool, repo, ""); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) index(x *index.Indexer, repo int64, sha string, trunk bool) code.Snapshot {
	w.t.Helper()
	res, err := x.Index(w.t.Context(), index.Request{Repo: repo, Git: w.git, SHA: sha, Trunk: trunk})
	if err != nil {
		w.t.Fatalf("index %s: %v", sha, err)
	}
	return res.Snapshot
}

// clean indexes a commit from nothing, with an indexer that knows nothing.
func (w *world) clean(sha string) code.Snapshot {
	w.t.Helper()
	w.next++
	w.ensure(w.next)
	return w.index(index.New(store.Index{DB: w.pool}, languages.Binders()), w.next, sha, true)
}

func (w *world) forget(s code.Snapshot) {
	if err := store.DeleteIndex(w.t.Context(), w.pool, s.Repo); err != nil {
		w.t.Fatal(err)
	}
}

// dump is everything that a snapshot says: the exported graph, its chunks,
// its figures.
func (w *world) dump(s code.Snapshot) string {
	w.t.Helper()
	var out bytes.Buffer
	exporter := graph.NewExporter(&out)
	err := store.ExportFiles(w.t.Context(), w.pool, s, func(f *store.ExportedFile) error { return exporter.File(f.Path, &f.Facts, f.Links) })
	if err != nil {
		w.t.Fatal(err)
	}
	rows, err := w.pool.Query(w.t.Context(), `SELECT p.path, c.ord, c.start_line, c.end_line, c.len, md5(c.tsv::text) FROM file f
		JOIN chunk c ON c.repo_id = f.repo_id AND c.blob_id = f.blob_id JOIN path p ON p.repo_id = f.repo_id AND p.path_id = f.path_id
		WHERE `+store.VisibleFile(s, "f")+` ORDER BY p.path COLLATE "C", c.ord`)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		v, err := rows.Values()
		if err != nil {
			w.t.Fatal(err)
		}
		fmt.Fprintln(&out, v...)
	}
	fmt.Fprintf(&out, "chunks %d terms %d coverage %+v\n", s.Chunks, s.Terms, s.Coverage)
	return out.String()
}

// terms are the document frequencies of the trunk's head.
func (w *world) terms(repo int64) string {
	w.t.Helper()
	var all string
	err := w.pool.QueryRow(w.t.Context(), "SELECT coalesce(string_agg(term || ' ' || df, E'\n' ORDER BY term COLLATE \"C\"), '') FROM term WHERE repo_id = $1", repo).Scan(&all)
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// check compares a grown snapshot with a clean index of its commit.
func (w *world) check(what string, s code.Snapshot) {
	w.t.Helper()
	c := w.clean(s.SHA)
	if got, want := w.dump(s), w.dump(c); got != want {
		w.t.Fatalf("%s: the grown index of %s differs from a clean one:\n%s", what, s.SHA, firstDifference(got, want))
	}
	if s.Head {
		if got, want := w.terms(s.Repo), w.terms(c.Repo); got != want {
			w.t.Fatalf("%s: document frequencies differ:\n%s", what, firstDifference(got, want))
		}
	}
	w.forget(c)
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	have, need := map[string]int{}, map[string]int{}
	for _, l := range g {
		have[l]++
	}
	for _, l := range w {
		need[l]++
	}
	var out []string
	for _, l := range g {
		if have[l] > need[l] && len(out) < 8 {
			out = append(out, "+ "+l)
		}
	}
	for _, l := range w {
		if need[l] > have[l] && len(out) < 16 {
			out = append(out, "- "+l)
		}
	}
	return strings.Join(out, "\n")
}

// TestRealHistory follows real first-parent histories backwards and forwards,
// at the trunk and beside it. PLUMBLINE_HISTORY is how many commits of each;
// when it is set, every commit is compared, else every third.
func TestRealHistory(t *testing.T) {
	root := os.Getenv("EVAL_REPOS")
	if root == "" {
		root = "../../../.mirror"
	}
	n, every := fromEnv("PLUMBLINE_HISTORY", 6), 3
	if os.Getenv("PLUMBLINE_HISTORY") != "" {
		every = 1
	}
	for _, name := range []string{"pallets+flask", "gin-gonic+gin", "google+gson", "expressjs+express"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(root, name, "repo")
			if _, err := os.Stat(dir); err != nil {
				t.Skipf("no clone at %s: set EVAL_REPOS", dir)
			}
			t.Parallel()
			w := newWorld(t, dir)
			commits := w.commits(n)
			for i, sha := range commits {
				s := w.index(w.grow, grown, sha, true)
				if i%every == every-1 || i == len(commits)-1 {
					w.check("trunk", s)
				}
			}
			w.check("overlay", w.index(w.grow, grown, commits[0], false))
			w.check("overlay", w.index(w.grow, grown, commits[len(commits)/2], false))
			w.check("force-push", w.index(w.grow, grown, commits[len(commits)/2], true))
		})
	}
}

// commits are the last n first-parent commits, some left out at random so
// that steps are of different sizes, oldest first.
func (w *world) commits(n int) []string {
	w.t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var out []string
	at := 0
	for len(out) < n {
		sha, err := w.git.Resolve(w.t.Context(), fmt.Sprintf("HEAD~%d", at))
		if err != nil {
			break
		}
		out = append([]string{sha}, out...)
		at += 1 + random.IntN(4)
	}
	return out
}
