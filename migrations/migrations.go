// Package migrations holds the database's schema as numbered SQL files, each
// with the reason for its tables, indexes and columns, and applies those that
// a database lacks.
//
// The primary key of every table that holds a repository's data begins with
// repo_id. A table without one says why in its file.
package migrations

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Files are the migrations, "0001_name.sql" and so on, in order.
//
//go:embed *.sql
var Files embed.FS

// lock is the key of the advisory lock that lets one process migrate at a time.
const lock = 0x706c756d62

// Apply brings the database up to the newest migration, each file in a
// transaction of its own, and returns the names of those it applied. Two
// processes may call it at once.
func Apply(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lock); err != nil {
		return nil, fmt.Errorf("migrate: take the lock: %w", err)
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lock) }()
	version, err := current(ctx, conn)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(Files, "*.sql")
	if err != nil {
		return nil, err
	}
	var applied []string
	for _, name := range names {
		number, err := numberOf(name)
		if err != nil {
			return applied, err
		}
		if number <= version {
			continue
		}
		if err := apply(ctx, conn, name, number); err != nil {
			return applied, err
		}
		applied = append(applied, name)
	}
	return applied, nil
}

// current is the number of the newest applied migration, 0 for none.
func current(ctx context.Context, conn *pgx.Conn) (version int, err error) {
	_, err = conn.Exec(ctx, "CREATE TABLE IF NOT EXISTS schema_version (number int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())")
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	err = conn.QueryRow(ctx, "SELECT coalesce(max(number), 0) FROM schema_version").Scan(&version)
	return version, err
}

func numberOf(name string) (int, error) {
	digits, _, _ := strings.Cut(name, "_")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0, fmt.Errorf("migrate: file %s does not begin with a number", name)
	}
	return n, nil
}

func apply(ctx context.Context, conn *pgx.Conn, name string, number int) error {
	sql, err := Files.ReadFile(name)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, string(sql)); err != nil {
			return fmt.Errorf("migrate: %s: %w", name, err)
		}
		_, err := tx.Exec(ctx, "INSERT INTO schema_version (number) VALUES ($1)", number)
		return err
	})
}
