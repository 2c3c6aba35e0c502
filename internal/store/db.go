// Package store is the hand-written SQL on PostgreSQL, one file per entity.
// Every query on a repository's data names the repository, and no join leaves
// it. Functions take the database handle, so that the caller decides what one
// transaction holds. Driver errors are translated here, once.
package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// DB is a pool, a connection or a transaction.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	Begin(ctx context.Context) (pgx.Tx, error)
}

var (
	_ DB = (*pgxpool.Pool)(nil)
	_ DB = (pgx.Tx)(nil)
)

// ErrNotFound: there is no such row.
var ErrNotFound error = notFound{}

// notFound tells those who do not import this package that it is an absence.
type notFound struct{}

func (notFound) Error() string { return "not found" }
func (notFound) Missing() bool { return true }

// InTx runs do in one transaction of db.
func InTx(ctx context.Context, db DB, do func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, db, do)
}

// translate turns the driver's "no rows" into ErrNotFound.
func translate(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNotFound
	}
	return err
}
