package localpg

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestSocketPathIsShort(t *testing.T) {
	long := "/" + strings.Repeat("a-long-name/", 40)
	for _, a := range []*account{{uid: 4294967294}, {credential: &syscall.Credential{}}} {
		path := filepath.Join(socketDir(long, a), ".s.PGSQL."+port+".lock")
		if len(path) > 107 {
			t.Errorf("%s is %d bytes long, more than a socket's path may be", path, len(path))
		}
	}
}

func TestSocketDirOfSomebodyElseIsRefused(t *testing.T) {
	us := &account{name: "us", uid: os.Geteuid(), gid: os.Getegid()}
	open, link := filepath.Join(t.TempDir(), "open"), filepath.Join(t.TempDir(), "link")
	check(t, os.Mkdir(open, 0o700))
	check(t, os.Chmod(open, 0o777))
	check(t, os.Symlink(t.TempDir(), link))
	for _, path := range []string{open, link} {
		if err := ownedDir(path, us); err == nil || !strings.Contains(err.Error(), "remove it") {
			t.Errorf("%s: error = %v, want it refused", filepath.Base(path), err)
		}
	}
	fresh := filepath.Join(t.TempDir(), "fresh")
	for range 2 {
		if err := ownedDir(fresh, us); err != nil {
			t.Errorf("a folder of our own: %v", err)
		}
	}
}
