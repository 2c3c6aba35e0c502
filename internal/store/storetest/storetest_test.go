package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	ctx := context.Background()
	for i := range 3 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			pool := New(t)
			if _, err := pool.Exec(ctx, "CREATE TABLE mine ()"); err != nil {
				t.Errorf("the table of another test is here: %v", err)
			}
			if got := one[int](t, pool, "SELECT count(*) FROM schema_version"); got == 0 {
				t.Error("the schema is not migrated")
			}
		})
	}
}

func TestDatabaseIsDroppedAtTheEnd(t *testing.T) {
	var name string
	t.Run("user", func(t *testing.T) {
		pool := New(t)
		name = one[string](t, pool, "SELECT current_database()")
	})
	if got := one[int](t, New(t), "SELECT count(*) FROM pg_database WHERE datname = $1", name); got != 0 {
		t.Errorf("database %s is still there", name)
	}
}

func TestAbandonedDatabaseIsDropped(t *testing.T) {
	ctx := context.Background()
	const abandoned, recent = databasePrefix + "1600000000_abandoned", databasePrefix + "9600000000_recent"
	server, err := theServer()
	if err != nil {
		t.Fatal(err)
	}
	pool := New(t)
	for _, name := range []string{abandoned, recent} {
		if _, err := pool.Exec(ctx, "CREATE DATABASE "+quote(name)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = drop(ctx, server, name) })
	}
	if err := dropAbandoned(ctx, server); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{abandoned: 0, recent: 1} {
		if got := one[int](t, pool, "SELECT count(*) FROM pg_database WHERE datname = $1", name); got != want {
			t.Errorf("databases called %s: %d, want %d", name, got, want)
		}
	}
}

func TestWithDatabase(t *testing.T) {
	for _, tc := range []struct{ server, want string }{
		{"postgres://u:p@host:5433/a?sslmode=disable", "postgres://u:p@host:5433/b?sslmode=disable"},
		{"postgresql://host", "postgresql://host/b"},
		{"host=/tmp user=u dbname=a", "host=/tmp user=u dbname=a dbname=b"},
	} {
		got := withDatabase(tc.server, "b")
		if got != tc.want {
			t.Errorf("%s: %s, want %s", tc.server, got, tc.want)
		}
		if config, err := pgx.ParseConfig(got); err != nil || config.Database != "b" {
			t.Errorf("%s: the driver reads database %q (%v), want b", got, config.Database, err)
		}
	}
}

func one[T any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (value T) {
	t.Helper()
	if err := pool.QueryRow(context.Background(), sql, args...).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func BenchmarkDatabase(b *testing.B) {
	ctx := context.Background()
	server, err := theServer()
	if err != nil {
		b.Fatal(err)
	}
	const name = databasePrefix + "9600000000_benchmark"
	for b.Loop() {
		if err := create(ctx, server, name); err != nil {
			b.Fatal(err)
		}
		if err := drop(ctx, server, name); err != nil {
			b.Fatal(err)
		}
	}
}
