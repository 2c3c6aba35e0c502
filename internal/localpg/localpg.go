package localpg

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

const (
	// SystemUser owns the database when Plumbline runs as root.
	SystemUser = "plumbline"
	// Database is the database that a new cluster holds, with pgvector in it.
	Database = "plumbline"

	superuser = "plumbline"
	// Recovery after a crash is what can take long.
	startLimit = 2 * time.Minute
	stopLimit  = 30 * time.Second
)

// Options say which server Start gives.
type Options struct {
	// DataDir is Plumbline's data folder, where set-up has put PostgreSQL.
	DataDir string
	// Cluster is the cluster's folder in DataDir, by default "db".
	Cluster string
	// Volatile gives up durability for speed: for tests alone.
	Volatile bool
	// Linger, if not zero, lets the server run on for that long after its last
	// user is gone, even one that never called Close: for tests, which come
	// and go by the package.
	Linger time.Duration
	// Log tells what was started, stopped or moved aside; nil for nobody.
	Log *slog.Logger
}

// Server is one command's use of the server.
type Server struct {
	cluster   *cluster
	users     *lock
	stopWatch func()
}

// Start makes sure that the server of the data folder runs, and keeps it
// running until Close or the end of the process, whether or not the caller
// keeps the Server. Any number of processes may call it at once.
func Start(ctx context.Context, o Options) (*Server, error) {
	c, err := openCluster(o)
	if err != nil {
		return nil, fmt.Errorf("private database: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startLimit, fmt.Errorf("not ready after %v; see %s", startLimit, c.logPath()))
	defer cancel()
	s, err := c.start(ctx)
	if err != nil {
		return nil, fmt.Errorf("private database: %w", err)
	}
	return s, nil
}

func (c *cluster) start(ctx context.Context) (*Server, error) {
	starting, err := waitForLock(ctx, c.lockPath("start"))
	if err != nil {
		return nil, err
	}
	defer starting.release()
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	if err := c.makeSocketDir(); err != nil {
		return nil, err
	}
	if err := c.ensureRunning(ctx); err != nil {
		return nil, err
	}
	users, err := shareLock(c.lockPath("users"))
	if err != nil {
		return nil, err
	}
	return &Server{cluster: c, users: users, stopWatch: c.watch(users)}, nil
}

// URL is the connection string of a database on the server.
func (s *Server) URL(database string) string {
	u := url.URL{
		Scheme: "postgres",
		User:   url.User(superuser),
		Path:   "/" + database,
		// The port is part of the socket's name; PGPORT must not change it.
		RawQuery: url.Values{"host": {s.cluster.socketDir}, "port": {port}}.Encode(),
	}
	return u.String()
}

// Close gives the server up and stops it if nobody else uses it.
func (s *Server) Close() error {
	if s.users == nil {
		return nil
	}
	s.stopWatch()
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	err := s.cluster.leave(ctx, s.users)
	s.users = nil
	if err != nil {
		return fmt.Errorf("private database: %w", err)
	}
	return nil
}

func (c *cluster) leave(ctx context.Context, users *lock) error {
	if c.Linger > 0 {
		users.release()
		return nil
	}
	starting, err := waitForLock(ctx, c.lockPath("start"))
	users.release()
	if err != nil {
		return err
	}
	defer starting.release()
	last, err := tryLock(c.lockPath("users"))
	if err != nil || last == nil {
		return err
	}
	defer last.release()
	return c.stop(ctx)
}

func (c *cluster) lockPath(name string) string {
	return filepath.Join(c.runDir, name+".lock")
}

func (c *cluster) logPath() string {
	return filepath.Join(c.runDir, "postgres.log")
}

func orNobody(log *slog.Logger) *slog.Logger {
	if log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return log
}

// makeDir makes a folder that only we write, and returns its path without
// links, so that two spellings of it are one.
func makeDir(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return "", fmt.Errorf("the data folder cannot be written (%w); name another one in PLUMBLINE_DATA", err)
	}
	return filepath.EvalSymlinks(path)
}
