package jobs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/plumbline/plumbline/internal/store/storetest"
	"github.com/plumbline/plumbline/migrations"
)

// River's tables are in our migrations as its library brings them, each of its
// versions in order, wherever in our files they stand.
func TestRiversMigrationsAreOurs(t *testing.T) {
	river, err := rivermigrate.New[pgx.Tx](riverpgxv5.New(nil), &rivermigrate.Config{Logger: testLog(t)})
	must(t, err)
	ours := sqlOf(t)
	for _, v := range river.AllVersions() {
		header := fmt.Sprintf("-- River %03d %s\n", v.Version, v.Name)
		sql := strings.TrimSpace(strings.ReplaceAll(v.SQLUp, "/* TEMPLATE: schema */", ""))
		_, after, found := strings.Cut(ours, header)
		if !found || !strings.HasPrefix(after, sql) {
			t.Errorf("migrations hold no %q as the library has it; add it in a new file:\n%s%s", strings.TrimSpace(header), header, sql)
			continue
		}
		ours = after
	}
}

func sqlOf(t *testing.T) string {
	t.Helper()
	entries, err := migrations.Files.ReadDir(".")
	must(t, err)
	var all strings.Builder
	for _, e := range entries {
		sql, err := migrations.Files.ReadFile(e.Name())
		must(t, err)
		all.Write(sql)
	}
	return all.String()
}

func TestRiverFindsItsTables(t *testing.T) {
	t.Parallel()
	pool := storetest.New(t)
	river, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: testLog(t)})
	must(t, err)
	result, err := river.Validate(t.Context(), nil)
	must(t, err)
	if !result.OK {
		t.Errorf("River says: %s", strings.Join(result.Messages, "; "))
	}
}

// The primary key of every table with a repository's data begins with its id;
// those that have none are known by name, and their file says why.
func TestEveryTableBelongsToARepository(t *testing.T) {
	t.Parallel()
	pool := storetest.New(t)
	rows, err := pool.Query(t.Context(), `SELECT c.relname, coalesce((SELECT a.attname FROM pg_index i
			JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
			WHERE i.indrelid = c.oid AND i.indisprimary), '')
		FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`)
	must(t, err)
	without := []string{"schema_version", "local_repository", "delivery", "installation", "process"}
	var table, first string
	_, err = pgx.ForEachRow(rows, []any{&table, &first}, func() error {
		if first != "repo_id" && !slices.Contains(without, table) && !strings.HasPrefix(table, "river_") {
			t.Errorf("the primary key of %s begins with %q", table, first)
		}
		return nil
	})
	must(t, err)
}
