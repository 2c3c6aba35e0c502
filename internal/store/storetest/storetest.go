// Package storetest gives each test a database of its own, migrated to the
// newest schema, and drops it when the test ends.
//
// The schema is applied once to a template, whose name follows from the
// migrations' content; a test's database is a copy of it. The server is the
// one that DATABASE_URL names, else a private one under Plumbline's data
// folder that gives up durability for speed. It is never the product's.
package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/localpg"
	"github.com/plumbline/plumbline/internal/store"
)

const (
	databasePrefix = "plumbline_test_" // then the time in seconds and random letters
	// Databases that killed tests left behind are dropped after this long.
	abandonedAfter = time.Hour
	// pgx would make it the number of cores, and with that many tests at once
	// the server runs out of connections.
	poolSize = 4
	// The private server outlives a package's tests by this, for the next one's.
	linger = 20 * time.Second
)

// New is a pool on a new database with the newest schema. Tests that call it
// may run in parallel. It ends the test if there is no PostgreSQL.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	ctx := context.Background()
	settings, err := pgxpool.ParseConfig(URL(t))
	if err != nil {
		t.Fatal(err)
	}
	settings.MaxConns = poolSize
	store.ConfigurePool(settings)
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// URL is New for who opens the database itself, such as another process.
func URL(t testing.TB) string {
	t.Helper()
	ctx := context.Background()
	server, err := theServer()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("%s%d_%s", databasePrefix, time.Now().Unix(), strings.ToLower(rand.Text()))
	if err := create(ctx, server, name); err != nil {
		t.Fatalf("a database for the test: %v", err)
	}
	t.Cleanup(func() {
		if err := drop(ctx, server, name); err != nil {
			t.Errorf("the test's database: %v", err)
		}
	})
	return withDatabase(server, name)
}

// theServer is the connection string of the tests' server, on a database that
// is always there.
var theServer = sync.OnceValues(func() (string, error) {
	url := config.DatabaseURL(os.Getenv)
	if url == "" {
		var err error
		if url, err = privateServer(); err != nil {
			return "", err
		}
	}
	if _, err := pgx.ParseConfig(url); err != nil {
		return "", fmt.Errorf("DATABASE_URL: %w", err)
	}
	return url, dropAbandoned(context.Background(), url)
})

// privateServer is used until the process ends and is never closed: with
// Linger the server notices that its users are gone.
func privateServer() (string, error) {
	data, err := config.DataDir(os.Getenv)
	if err != nil {
		return "", err
	}
	s, err := localpg.Start(context.Background(), localpg.Options{
		DataDir: data, Cluster: "test-db", Volatile: true, Linger: linger,
	})
	if err != nil {
		return "", err
	}
	return s.URL("postgres"), nil
}

// create copies the template, and makes it first where it is missing.
func create(ctx context.Context, server, name string) error {
	return session(ctx, server, func(conn *pgx.Conn) error {
		template := templateName()
		// A template can be dropped by tests of another schema just before we
		// copy it, so it may have to be made more than once.
		for attempt := 0; ; attempt++ {
			err := cloneDatabase(ctx, conn, template, name)
			if !isMissing(err) || attempt == 3 {
				return err
			}
			if err := makeTemplate(ctx, conn, server, template); err != nil {
				return err
			}
		}
	})
}

// cloneDatabase copies pages through the log: copying files would need two
// checkpoints, for which a server in use makes everybody wait.
func cloneDatabase(ctx context.Context, conn *pgx.Conn, template, name string) error {
	_, err := conn.Exec(ctx, fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY WAL_LOG", quote(name), quote(template)))
	return err
}

func drop(ctx context.Context, server, name string) error {
	return session(ctx, server, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)")
		return err
	})
}

func dropAbandoned(ctx context.Context, server string) error {
	return session(ctx, server, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `
			SELECT datname FROM pg_database
			WHERE datname ~ ('^' || $1 || '[0-9]+_')
			  AND substring(datname FROM length($1) + 1 FOR 10)::bigint < $2`,
			databasePrefix, time.Now().Add(-abandonedAfter).Unix())
		if err != nil {
			return err
		}
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, name := range names {
			if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)"); err != nil {
				return err
			}
		}
		return nil
	})
}

// session runs do on a connection of its own to the server.
func session(ctx context.Context, url string, do func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to the tests' PostgreSQL: %w", err)
	}
	return errors.Join(do(conn), conn.Close(ctx))
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// isMissing: the template does not exist.
func isMissing(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && pgErr.Code == "3D000"
}
