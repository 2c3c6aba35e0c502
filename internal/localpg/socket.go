package localpg

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// socketDir is the folder of the cluster's socket. The path of a socket holds
// at most 107 bytes, so it cannot lie in the data folder; it is short and
// follows from the cluster's path. It is not in XDG_RUNTIME_DIR, which goes
// when the user logs out.
func socketDir(cluster string, a *account) string {
	parent := fmt.Sprintf("/tmp/plumbline-%d", a.uid)
	if a.credential != nil {
		parent = "/run/plumbline"
	}
	sum := sha256.Sum256([]byte(cluster))
	return filepath.Join(parent, hex.EncodeToString(sum[:6]))
}

// makeSocketDir makes the folder of the socket, closed to all but the account.
func (c *cluster) makeSocketDir() error {
	parent := filepath.Dir(c.socketDir)
	var err error
	if c.account.credential != nil {
		err = os.MkdirAll(parent, 0o755)
	} else {
		err = ownedDir(parent, c.account)
	}
	if err == nil {
		err = ownedDir(c.socketDir, c.account)
	}
	if err != nil {
		return fmt.Errorf("the socket's folder: %w", err)
	}
	return nil
}

// ownedDir makes a folder of the account, or checks that one that is there
// is: in /tmp anybody may have made it.
func ownedDir(path string, a *account) error {
	err := os.Mkdir(path, 0o700)
	switch {
	case err == nil:
		return a.own(path)
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	// Another command may stand between making the folder and giving it away.
	if ok && info.IsDir() && int(stat.Uid) != a.uid && int(stat.Uid) == os.Geteuid() {
		return a.own(path)
	}
	if !ok || !info.IsDir() || int(stat.Uid) != a.uid || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s is not a private folder of %s; remove it", path, a)
	}
	return nil
}

// listener is the process id of who listens on the cluster's socket, as the
// kernel knows it; false if nobody does.
func (c *cluster) listener() (pid int, ok bool) {
	conn, err := net.Dial("unix", filepath.Join(c.socketDir, ".s.PGSQL."+port))
	if err != nil {
		return 0, false
	}
	defer func() { _ = conn.Close() }()
	raw, err := conn.(*net.UnixConn).SyscallConn()
	if err != nil {
		return 0, false
	}
	var peer *syscall.Ucred
	var peerErr error
	err = raw.Control(func(fd uintptr) {
		peer, peerErr = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if errors.Join(err, peerErr) != nil || peer.Pid <= 0 {
		return 0, false
	}
	return int(peer.Pid), true
}
