package localpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// cluster is a PostgreSQL data directory with what belongs to it.
type cluster struct {
	Options
	dir       string // the data directory
	runDir    string // its locks and the server's log
	bin       string // PostgreSQL's programs
	socketDir string
	account   *account
}

func openCluster(o Options) (*cluster, error) {
	if o.Cluster == "" {
		o.Cluster = "db"
	}
	o.Log = orNobody(o.Log)
	data, err := makeDir(o.DataDir)
	if err != nil {
		return nil, err
	}
	o.DataDir = data
	c := &cluster{
		Options: o,
		dir:     filepath.Join(data, o.Cluster),
		runDir:  filepath.Join(data, o.Cluster+".run"),
		bin:     filepath.Join(data, "pg", "current", "bin"),
	}
	if _, err := os.Stat(filepath.Join(c.bin, "postgres")); err != nil {
		return nil, fmt.Errorf("PostgreSQL is not set up in %s; run `make setup`, or name a database in DATABASE_URL", data)
	}
	if c.account, err = findAccount(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.runDir, 0o755); err != nil {
		return nil, err
	}
	c.socketDir = socketDir(c.dir, c.account)
	return c, nil
}

// prepare leaves a cluster of the installed major version in place, empty if
// there was none. The caller holds start.lock.
func (c *cluster) prepare(ctx context.Context) error {
	installed, err := c.installedMajor(ctx)
	if err != nil {
		return err
	}
	found, err := clusterMajor(c.dir)
	if err != nil {
		return err
	}
	if found == installed {
		return nil
	}
	if found != "" {
		if err := c.moveAside(ctx, found, installed); err != nil {
			return err
		}
	}
	return c.create(ctx)
}

// installedMajor asks the installed program, as the account that will run it
// and in the data folder, so that a folder it cannot reach shows here.
func (c *cluster) installedMajor(ctx context.Context) (string, error) {
	out, err := c.command(ctx, "postgres", "--version").Output()
	if errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("%s cannot reach %s (%w); let it enter every folder on that path (chmod o+x), or name another one in PLUMBLINE_DATA",
			c.account, c.DataDir, err)
	}
	if err != nil {
		return "", fmt.Errorf("PostgreSQL in %s does not run (%w); run `make setup`", c.bin, err)
	}
	_, version, _ := strings.Cut(strings.TrimSpace(string(out)), ") ")
	major, _, _ := strings.Cut(version, ".")
	return major, nil
}

// clusterMajor is the major version that made the data directory, "" if there
// is none, "unknown" if the directory is not whole.
func clusterMajor(dir string) (string, error) {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	version, err := os.ReadFile(filepath.Join(dir, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return "unknown", nil
	}
	return strings.TrimSpace(string(version)), err
}

func (c *cluster) moveAside(ctx context.Context, found, installed string) error {
	unused, err := tryLock(c.lockPath("users"))
	if err != nil {
		return err
	}
	if unused == nil {
		return fmt.Errorf("another command still uses the database of PostgreSQL %s, and %s is installed now; end that command first", found, installed)
	}
	defer unused.release()
	if err := c.stop(ctx); err != nil {
		return err
	}
	aside := fmt.Sprintf("%s.pg%s-%s", c.dir, found, time.Now().UTC().Format("20060102T150405"))
	if err := os.Rename(c.dir, aside); err != nil {
		return err
	}
	c.Log.Warn("the database was made by another version of PostgreSQL and is moved aside; repositories are indexed again when they are next used",
		"version", found, "installed", installed, "moved_to", aside)
	return nil
}

// create makes a new cluster beside its place and renames it into it.
func (c *cluster) create(ctx context.Context) error {
	fresh, err := os.MkdirTemp(c.DataDir, "."+c.Cluster+"-new-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(fresh) }() // gone by then if all went well
	if err := c.account.own(fresh); err != nil {
		return err
	}
	initdb := c.command(ctx, "initdb", initdbArgs(fresh, c.Volatile)...)
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	// A server for one session, before anybody can connect: whoever finds the
	// cluster finds the database in it.
	single := c.command(ctx, "postgres", append([]string{"--single", "-D", fresh}, settings(c.Volatile)...)...)
	single.Args = append(single.Args, "template1")
	single.Stdin = strings.NewReader("CREATE EXTENSION vector\nCREATE DATABASE " + Database + "\n")
	if out, err := single.CombinedOutput(); err != nil || strings.Contains(string(out), "ERROR:") {
		return fmt.Errorf("creating the database: %w\n%s", err, out)
	}
	return os.Rename(fresh, c.dir)
}
