package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is who runs PostgreSQL: we ourselves, or the system user if we are
// root.
type account struct {
	name       string
	uid, gid   int
	credential *syscall.Credential // nil: we ourselves
}

func (a *account) String() string { return "user " + a.name }

func findAccount() (*account, error) {
	if uid := os.Geteuid(); uid != 0 {
		return &account{name: strconv.Itoa(uid), uid: uid, gid: os.Getegid()}, nil
	}
	return systemAccount(SystemUser)
}

func systemAccount(name string) (*account, error) {
	found, err := user.Lookup(name)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root, and there is no system user %q to run it; run `make setup`, or name a database in DATABASE_URL", name)
	}
	uid, uidErr := strconv.ParseUint(found.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(found.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr); err != nil {
		return nil, fmt.Errorf("system user %q: %w", name, err)
	}
	return &account{
		name: name, uid: int(uid), gid: int(gid),
		credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)},
	}, nil
}

// own gives a folder to the account, closed to all others.
func (a *account) own(dir string) error {
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	if a.credential == nil {
		return nil
	}
	return os.Chown(dir, a.uid, a.gid)
}

// command is one of PostgreSQL's programs, run by the account, untouched by
// the PG… variables of our environment.
func (c *cluster) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, program), args...)
	cmd.Dir = c.DataDir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.account.credential}
	return cmd
}
