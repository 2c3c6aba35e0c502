package store

import (
	"context"
	"fmt"
	"hash/fnv"

	"github.com/jackc/pgx/v5/pgxpool"
)

// TryLock takes a lock that all processes share, by name, if it is free. It is
// held by a connection of its own: when the process dies it is free at once.
// Held is that connection; Unlock gives it back.
func TryLock(ctx context.Context, pool *pgxpool.Pool, name string) (held *Lock, free bool, err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("lock %s: %w", name, err)
	}
	key := lockKey(name)
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&free); err != nil || !free {
		conn.Release()
		return nil, false, err
	}
	return &Lock{DB: conn, conn: conn, key: key}, true, nil
}

// Lock is a lock that is held. Its DB is the connection that holds it: what is
// written through it is written under the lock or not at all.
type Lock struct {
	DB
	conn *pgxpool.Conn
	key  int64
}

// Unlock frees the lock. Where that can't be said, the connection is closed,
// which frees it too.
func (l *Lock) Unlock(ctx context.Context) {
	if _, err := l.conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", l.key); err != nil {
		_ = l.conn.Hijack().Close(context.WithoutCancel(ctx)) // it is gone either way
		return
	}
	l.conn.Release()
}

func lockKey(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}
