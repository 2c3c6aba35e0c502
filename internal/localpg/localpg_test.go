package localpg

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// installation is where set-up has put PostgreSQL.
func installation(t *testing.T) string {
	t.Helper()
	data := os.Getenv("PLUMBLINE_DATA")
	if data == "" && os.Geteuid() == 0 {
		data = "/var/lib/plumbline"
	} else if data == "" {
		data = filepath.Join(os.Getenv("HOME"), ".local", "share", "plumbline")
	}
	pg := filepath.Join(data, "pg")
	if _, err := os.Stat(filepath.Join(pg, "current", "bin", "postgres")); err != nil {
		t.Fatalf("PostgreSQL is not set up in %s; run `make setup`", data)
	}
	return pg
}

// newDataDir is a data folder that the system user can reach too (t.TempDir is
// closed to it), with PostgreSQL installed. Whatever server runs in it at the
// end is stopped.
func newDataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "localpg-")
	check(t, err)
	check(t, os.Chmod(dir, 0o755))
	check(t, os.Symlink(installation(t), filepath.Join(dir, "pg")))
	t.Cleanup(func() {
		c := openTestCluster(t, dir)
		ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
		defer cancel()
		if err := c.stop(ctx); err != nil {
			t.Error(err)
		}
		check(t, os.RemoveAll(c.socketDir))
		check(t, os.RemoveAll(dir))
	})
	return dir
}

func openTestCluster(t *testing.T, dir string) *cluster {
	t.Helper()
	c, err := openCluster(Options{DataDir: dir, Volatile: true})
	check(t, err)
	return c
}

func start(t *testing.T, dir string) *Server {
	t.Helper()
	s, err := Start(context.Background(), Options{DataDir: dir, Volatile: true})
	check(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// query runs SQL in a session of its own and returns what psql prints.
func query(t *testing.T, s *Server, sql string) string {
	t.Helper()
	out, err := tryQuery(s, sql)
	if err != nil {
		t.Fatalf("%s: %v: %s", sql, err, out)
	}
	return out
}

func tryQuery(s *Server, sql string) (string, error) {
	psql := exec.Command(filepath.Join(s.cluster.bin, "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql, s.URL(Database))
	out, err := psql.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustListen(t *testing.T, c *cluster) int {
	t.Helper()
	pid, ok := c.listener()
	if !ok {
		t.Fatal("no server listens")
	}
	return pid
}

// killServer returns when the server no longer listens.
func killServer(t *testing.T, c *cluster) (pid int) {
	t.Helper()
	pid = mustListen(t, c)
	check(t, syscall.Kill(pid, syscall.SIGKILL))
	waitUntil(t, "the killed server is gone", func() bool { now, ok := c.listener(); return !ok || now != pid })
	return pid
}

func mustNotListen(t *testing.T, c *cluster) {
	t.Helper()
	if pid, ok := c.listener(); ok {
		t.Fatalf("server %d still listens", pid)
	}
}

func TestStartGivesADatabaseWithVectors(t *testing.T) {
	t.Parallel()
	s := start(t, newDataDir(t))
	if got := query(t, s, "SELECT '[1,2]'::halfvec <-> '[1,4]'::halfvec"); got != "2" {
		t.Errorf("distance of two vectors = %q, want 2", got)
	}
	if got := query(t, s, "SELECT lower('ÉCOLE')"); got != "école" {
		t.Errorf("lower('ÉCOLE') = %q, want école", got)
	}
	if got := query(t, s, "SHOW listen_addresses"); got != "" {
		t.Errorf("it listens on %q, want no TCP", got)
	}
	check(t, s.Close())
	mustNotListen(t, s.cluster)
	check(t, s.Close()) // a second Close does nothing
}

func TestServerIsNotRoot(t *testing.T) {
	t.Parallel()
	s := start(t, newDataDir(t))
	info, err := os.Stat(s.cluster.dir)
	check(t, err)
	if uid := info.Sys().(*syscall.Stat_t).Uid; uid == 0 {
		t.Error("the cluster belongs to root")
	}
	if mode := info.Mode().Perm(); mode != 0o700 {
		t.Errorf("the cluster's mode is %o, want 700", mode)
	}
}

func TestManyStartsAtOnceShareOneServer(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	servers := make([]*Server, 6)
	var all sync.WaitGroup
	for i := range servers {
		all.Go(func() {
			s, err := Start(context.Background(), Options{DataDir: dir, Volatile: true})
			if err != nil {
				t.Error(err)
				return
			}
			servers[i] = s
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	pid := mustListen(t, servers[0].cluster)
	query(t, servers[0], "CREATE TABLE seen (by int)")
	for _, s := range servers[1:] {
		query(t, s, "INSERT INTO seen VALUES (1)")
		check(t, s.Close())
		if now := mustListen(t, s.cluster); now != pid {
			t.Fatalf("server %d became %d while in use", pid, now)
		}
	}
	if got := query(t, servers[0], "SELECT count(*) FROM seen"); got != "5" {
		t.Errorf("rows seen = %s, want 5", got)
	}
	check(t, servers[0].Close())
	mustNotListen(t, servers[0].cluster)
}

func TestDataOutlivesTheServer(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	s := start(t, dir)
	query(t, s, "CREATE TABLE kept AS SELECT 7 AS n")
	check(t, s.Close())
	if got := query(t, start(t, dir), "SELECT n FROM kept"); got != "7" {
		t.Errorf("kept = %q, want 7", got)
	}
}

func TestServerOfAKilledCommandIsAdopted(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	killHolder(t, dir)
	left := mustListen(t, openTestCluster(t, dir))
	s := start(t, dir)
	if pid := mustListen(t, s.cluster); pid != left {
		t.Errorf("server %d was replaced by %d, want it adopted", left, pid)
	}
	check(t, s.Close())
	mustNotListen(t, s.cluster)
}

func TestKilledServerIsStartedAgain(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	user := start(t, dir)
	// A volatile server may lose what it did not flush.
	query(t, user, "SET synchronous_commit = on; CREATE TABLE kept AS SELECT 7 AS n")
	// A process of the server that is too busy to notice its parent's death.
	busy := exec.Command(filepath.Join(user.cluster.bin, "psql"), "-Xc", "SELECT sum(sqrt(n)) FROM generate_series(1, 1e12) n", user.URL(Database))
	check(t, busy.Start())
	defer func() { _ = busy.Wait() }()
	waitUntil(t, "the query runs", func() bool {
		out, _ := tryQuery(user, "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT sum(sqrt%'")
		return out == "1"
	})
	killServer(t, user.cluster)

	other := start(t, dir)
	if got := query(t, other, "SELECT n FROM kept"); got != "7" {
		t.Errorf("kept = %q, want 7", got)
	}
	if got := query(t, user, "SELECT n FROM kept"); got != "7" {
		t.Errorf("kept for the first user = %q, want 7", got)
	}
}

func TestKilledServerIsStartedAgainForAUserWhoStays(t *testing.T) {
	t.Parallel()
	s := start(t, newDataDir(t))
	killed := killServer(t, s.cluster)
	waitUntil(t, "the server is back", func() bool {
		_, err := tryQuery(s, "SELECT 1")
		return err == nil
	})
	if pid := mustListen(t, s.cluster); pid == killed {
		t.Errorf("server %d was killed and listens", pid)
	}
}

// A postmaster.pid whose process id belongs to somebody else by now, as after
// a reboot, must not keep the server from starting.
func TestStalePidFile(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	s := start(t, dir)
	pidFile := filepath.Join(s.cluster.dir, "postmaster.pid")
	text, err := os.ReadFile(pidFile)
	check(t, err)
	check(t, s.Close())
	_, rest, _ := strings.Cut(string(text), "\n")
	check(t, os.WriteFile(pidFile, []byte("1\n"+rest), 0o600))
	query(t, start(t, dir), "SELECT 1")
}

func TestClusterOfAnotherVersionIsMovedAside(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	s := start(t, dir)
	query(t, s, "CREATE TABLE old ()")
	check(t, s.Close())
	check(t, os.WriteFile(filepath.Join(s.cluster.dir, "PG_VERSION"), []byte("16\n"), 0o600))

	s = start(t, dir)
	if got := query(t, s, "SELECT to_regclass('old') IS NULL"); got != "t" {
		t.Error("the new cluster holds the old one's table")
	}
	aside, err := filepath.Glob(filepath.Join(dir, "db.pg16-*"))
	check(t, err)
	if len(aside) != 1 {
		t.Errorf("moved aside: %v, want one folder", aside)
	}
}

func TestClusterOfAnotherVersionInUseIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	s := start(t, dir)
	check(t, os.WriteFile(filepath.Join(s.cluster.dir, "PG_VERSION"), []byte("16\n"), 0o600))
	_, err := Start(context.Background(), Options{DataDir: dir, Volatile: true})
	if err == nil || !strings.Contains(err.Error(), "end that command first") {
		t.Errorf("error = %v, want one that asks to end the other command", err)
	}
	query(t, s, "SELECT 1")
}

func TestHalfMadeClusterIsNeverUsed(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	check(t, os.MkdirAll(filepath.Join(dir, "db", "base"), 0o700))
	query(t, start(t, dir), "SELECT 1")
}

func TestLongPath(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(newDataDir(t), strings.Repeat("a-long-name/", 20))
	check(t, os.MkdirAll(dir, 0o755))
	check(t, os.Symlink(installation(t), filepath.Join(dir, "pg")))
	s := start(t, dir)
	query(t, s, "SELECT 1")
	check(t, s.Close())
	check(t, os.RemoveAll(s.cluster.socketDir))
}

func TestLingeringServerStopsByItself(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	s, err := Start(context.Background(), Options{DataDir: dir, Volatile: true, Linger: time.Second})
	check(t, err)
	check(t, s.Close())
	mustListen(t, s.cluster)
	waitUntil(t, "the server stops", func() bool { _, ok := s.cluster.listener(); return !ok })
}

func TestServerStaysForAUserWhoForgetsIt(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	s, err := Start(context.Background(), Options{DataDir: dir, Volatile: true})
	check(t, err)
	t.Cleanup(s.stopWatch) // which does not reach s
	for range 3 {          // a finalizer runs after the collection that finds it due
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	unused, err := tryLock(openTestCluster(t, dir).lockPath("users"))
	check(t, err)
	if unused != nil {
		unused.release()
		t.Error("the lock of a server in use was let go of")
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	open := newDataDir(t)
	for _, tc := range []struct {
		name, want string
		dir        func(t *testing.T) string
	}{
		{"not set up", "run `make setup`", func(t *testing.T) string { return t.TempDir() }},
		{"no folder", "PLUMBLINE_DATA", func(t *testing.T) string {
			file := filepath.Join(t.TempDir(), "file")
			check(t, os.WriteFile(file, nil, 0o600))
			return file
		}},
		{"out of the system user's reach", "chmod o+x", func(t *testing.T) string {
			if os.Geteuid() != 0 {
				t.Skip("only root drops to another user")
			}
			dir := filepath.Join(open, "closed", "data")
			check(t, os.MkdirAll(dir, 0o755))
			check(t, os.Chmod(filepath.Dir(dir), 0o700))
			check(t, os.Symlink(installation(t), filepath.Join(dir, "pg")))
			return dir
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Start(context.Background(), Options{DataDir: tc.dir(t), Volatile: true})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error = %v, want one that says %q", err, tc.want)
			}
		})
	}
}

func TestStartGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	c := openTestCluster(t, dir)
	held, err := tryLock(c.lockPath("start"))
	check(t, err)
	defer held.release()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := Start(ctx, Options{DataDir: dir}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want a deadline", err)
	}
}

const holdEnv = "LOCALPG_TEST_HOLD"

// TestMain becomes the command that killHolder kills, where it is asked to.
func TestMain(m *testing.M) {
	dir := os.Getenv(holdEnv)
	if dir == "" {
		os.Exit(m.Run())
	}
	if _, err := Start(context.Background(), Options{DataDir: dir, Volatile: true}); err != nil {
		_, _ = os.Stdout.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
	_, _ = os.Stdout.WriteString("holding\n")
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// killHolder runs a command that starts the server, and kills it.
func killHolder(t *testing.T, dir string) {
	t.Helper()
	holder := exec.Command(os.Args[0])
	holder.Env = append(os.Environ(), holdEnv+"="+dir)
	_, err := holder.StdinPipe() // open, so that it waits
	check(t, err)
	out, err := holder.StdoutPipe()
	check(t, err)
	check(t, holder.Start())
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "holding\n" {
		t.Fatalf("the holder says %q", line)
	}
	check(t, holder.Process.Kill())
	_ = holder.Wait()
}

func waitUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatalf("waited 20 s in vain until %s", what)
}
