package localpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// orphanPatience is how long the processes of a killed server may take to
// notice its death by themselves.
const orphanPatience = 3 * time.Second

// ensureRunning returns when the server takes connections: one that is there,
// or one that it starts. The caller holds start.lock.
func (c *cluster) ensureRunning(ctx context.Context) error {
	began, launched := time.Now(), false
	for {
		if _, listens := c.listener(); listens && c.isReady() {
			return nil
		}
		alive, err := tryLock(c.lockPath("alive"))
		switch {
		case err != nil:
			return err
		case alive != nil && launched:
			alive.release()
			return fmt.Errorf("PostgreSQL ended at its start:\n%s\nsee %s", c.lastMessages(), c.logPath())
		case alive != nil:
			err = c.launch(alive)
			alive.release()
			if err != nil {
				return err
			}
			launched = true
		case !launched && time.Since(began) > orphanPatience:
			c.endOrphans()
		}
		if err := sleep(ctx, pollInterval); err != nil {
			return fmt.Errorf("waiting for PostgreSQL to take connections: %w", err)
		}
	}
}

// isReady reads what the server says of itself in postmaster.pid, whose eighth
// line is its state.
func (c *cluster) isReady() bool {
	text, err := os.ReadFile(filepath.Join(c.dir, "postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	return err == nil && len(lines) >= 8 && strings.TrimSpace(lines[7]) == "ready"
}

// launch starts the server, which inherits alive. No process of an earlier
// one lives, or it would hold alive; so a postmaster.pid is stale, even where
// its process id has been given to somebody else since.
func (c *cluster) launch(alive *lock) error {
	if err := os.Remove(filepath.Join(c.dir, "postmaster.pid")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	log, err := c.openLog()
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	args := append([]string{"-D", c.dir, "-c", "unix_socket_directories=" + c.socketDir}, settings(c.Volatile)...)
	// Not bound to a context: it outlives the command while others use it.
	cmd := c.command(context.Background(), "postgres", args...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.ExtraFiles = []*os.File{alive.file}
	cmd.SysProcAttr.Setsid = true // Ctrl-C in a terminal is for the command alone
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	c.Log.Debug("private database started", "data", c.dir, "pid", cmd.Process.Pid)
	go func() { _ = cmd.Wait() }()
	if c.Linger > 0 {
		return c.stopWhenUnused(cmd.Process.Pid)
	}
	return nil
}

const logLimit = 10 << 20

func (c *cluster) openLog() (*os.File, error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if info, err := os.Stat(c.logPath()); err == nil && info.Size() > logLimit {
		flags |= os.O_TRUNC
	}
	return os.OpenFile(c.logPath(), flags, 0o644)
}

func (c *cluster) lastMessages() string {
	text, _ := os.ReadFile(c.logPath())
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-5):], []byte("\n")))
}

// stop ends the server, if it runs, and returns when no process of it lives.
// The caller holds start.lock and nobody uses the server.
func (c *cluster) stop(ctx context.Context) error {
	for asked := false; ; {
		alive, err := tryLock(c.lockPath("alive"))
		if err != nil {
			return err
		}
		if alive != nil {
			alive.release()
			return nil
		}
		if pid, listens := c.listener(); listens && !asked {
			// SIGINT is PostgreSQL's fast shutdown: clients are sent away.
			if err := syscall.Kill(pid, syscall.SIGINT); err != nil {
				return fmt.Errorf("stop PostgreSQL (process %d): %w", pid, err)
			}
			asked = true
			c.Log.Debug("private database stopped", "data", c.dir, "pid", pid)
		}
		if err := sleep(ctx, pollInterval); err != nil {
			return fmt.Errorf("waiting for PostgreSQL to stop: %w; see %s", err, c.logPath())
		}
	}
}

// endOrphans ends what a killed server left behind and is too busy to notice:
// processes whose working directory is the cluster, while nobody listens.
func (c *cluster) endOrphans() {
	if _, listens := c.listener(); listens {
		return
	}
	folders, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, folder := range folders {
		if at, err := os.Readlink(folder); err != nil || at != c.dir {
			continue
		}
		var pid int
		if _, err := fmt.Sscanf(folder, "/proc/%d/cwd", &pid); err == nil {
			_ = syscall.Kill(pid, syscall.SIGQUIT)
		}
	}
}
