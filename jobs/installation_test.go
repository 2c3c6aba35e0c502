package jobs_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/localhub"
	"github.com/plumbline/plumbline/jobs"
)

func TestInstallingIndexes(t *testing.T) {
	b := setUp(t, fast())
	b.hub.AnnounceInstall()
	b.idle()
	if !slices.Contains(b.cases.refs(), jobs.DefaultBranch) {
		t.Errorf("indexed %q", b.cases.refs())
	}
}

// Every table with a repository's data is counted, by what the database says
// there is, so that a new one is not forgotten.
func TestRemovalDeletesEveryRow(t *testing.T) {
	for name, remove := range map[string]func(*localhub.Hub){
		"the App is uninstalled":    (*localhub.Hub).Uninstall,
		"the repository is removed": (*localhub.Hub).RemoveRepository,
	} {
		t.Run(name, func(t *testing.T) {
			b := setUp(t, fast())
			b.ask("/ask one?")
			b.reply()
			b.summary(b.openPull())
			must(t, b.hub.Push("main", "feature"))
			b.idle()
			for _, table := range []string{"ask", "effect", "trace", "pull", "head", "installed", "delivery"} {
				if b.rows(table) == 0 {
					t.Errorf("the test fills no row of %s", table)
				}
			}
			remove(b.hub)
			b.idle()
			for _, table := range b.tables() {
				if n := b.rows(table); n != 0 {
					t.Errorf("%d rows left in %s", n, table)
				}
			}
			if n := b.count("SELECT count(*) FROM river_job WHERE kind <> 'cleanup' AND args ->> 'repo_id' = $1", fmt.Sprint(b.hub.RepoID())); n != 0 {
				t.Errorf("%d jobs left", n)
			}
			if !slices.Contains(b.cases.purged, b.hub.RepoID()) {
				t.Error("index and mirror were not deleted")
			}
		})
	}
}

// tables are those with a repository's data.
func (b *bench) tables() []string {
	b.Helper()
	rows, err := b.pool.Query(b.Context(), `SELECT c.table_name FROM information_schema.columns c
		JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.column_name = 'repo_id' AND t.table_schema = 'public' AND c.table_name <> 'local_repository'`)
	must(b.T, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(b.T, err)
	return tables
}

func (b *bench) rows(table string) int {
	return b.count("SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize()+" WHERE repo_id = $1", b.hub.RepoID())
}

func TestRemovalWhileAJobRuns(t *testing.T) {
	b := setUp(t, fast())
	begun, ended := make(chan bool, 9), make(chan bool, 9)
	b.cases.answer = func(ctx context.Context, _ jobs.AskRequest) (jobs.AskResult, error) {
		begun <- true
		<-ctx.Done()
		time.Sleep(100 * time.Millisecond)
		ended <- true
		return jobs.AskResult{}, ctx.Err()
	}
	b.ask("/ask one?")
	<-begun
	b.hub.RemoveRepository()
	<-ended
	b.idle()
	for _, table := range b.tables() {
		if n := b.rows(table); n != 0 {
			t.Errorf("%d rows left in %s", n, table)
		}
	}
}

func TestReinstalledRepositoryWorks(t *testing.T) {
	b := setUp(t, fast())
	b.ask("/ask one?")
	b.reply()
	b.hub.RemoveRepository()
	b.idle()
	b.hub.AddRepository()
	b.ask("/ask two?")
	b.idle()
	if replies := b.replies(); len(replies) != 2 || !strings.HasPrefix(replies[1].Body, "Answer to: two?") {
		t.Errorf("replies: %+v", replies)
	}
}

func TestRenamedRepository(t *testing.T) {
	b := setUp(t, fast())
	begun, goOn := make(chan bool, 9), make(chan bool)
	b.cases.answer = func(ctx context.Context, _ jobs.AskRequest) (jobs.AskResult, error) {
		begun <- true
		if err := wait(ctx, goOn); err != nil {
			return jobs.AskResult{}, err
		}
		return jobs.AskResult{Markdown: "renamed"}, nil
	}
	b.ask("/ask one?")
	<-begun
	b.hub.Rename("store")
	close(goOn)
	b.reply()
	b.ask("/ask two?")
	b.idle()
	if got := b.cases.asked[1].Repo.FullName; got != "acme/store" {
		t.Errorf("asked of %s", got)
	}
}
