package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

const pollInterval = 10 * time.Millisecond

// lock is an flock on a file. It belongs to the open file, so two locks in one
// process exclude each other as two processes would.
type lock struct{ file *os.File }

// tryLock takes the lock for one holder alone; nil if another has it.
func tryLock(path string) (*lock, error) {
	return flock(path, syscall.LOCK_EX|syscall.LOCK_NB)
}

// shareLock takes the lock together with others. It waits only for a holder
// who just looks whether anybody shares it.
func shareLock(path string) (*lock, error) {
	return flock(path, syscall.LOCK_SH)
}

// waitForLock is tryLock until it succeeds or ctx ends.
func waitForLock(ctx context.Context, path string) (*lock, error) {
	for {
		l, err := tryLock(path)
		if l != nil || err != nil {
			return l, err
		}
		if err := sleep(ctx, pollInterval); err != nil {
			return nil, fmt.Errorf("another command is starting or stopping it and holds %s: %w", path, err)
		}
	}
}

func flock(path string, how int) (*lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return &lock{file}, nil
	}
	_ = file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, nil
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

// release lets go of our hold. A child that inherited the file keeps its own.
func (l *lock) release() { _ = l.file.Close() }

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
