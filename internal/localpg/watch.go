package localpg

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"
)

const watchInterval = time.Second

// watch starts the server again when it is gone while we use it, until the
// returned function is called. It holds users: a lock that nothing reaches is
// collected, and its file closed, while its server is in use.
func (c *cluster) watch(users *lock) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		defer runtime.KeepAlive(users)
		for sleep(ctx, watchInterval) == nil {
			if _, listens := c.listener(); !listens {
				c.revive(ctx)
			}
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

func (c *cluster) revive(ctx context.Context) {
	starting, err := waitForLock(ctx, c.lockPath("start"))
	if err != nil {
		return
	}
	defer starting.release()
	c.Log.Warn("the private database is gone; starting it again", "log", c.logPath())
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	if err := c.ensureRunning(ctx); err != nil && ctx.Err() == nil {
		c.Log.Error("the private database could not be started again", "error", err)
	}
}

// stopScript waits until nobody shares users.lock, lingers, and stops the
// server unless somebody has come meanwhile. It holds start.lock until the
// server is gone, so that nobody adopts a server that is going. kill is the
// shell's own; a bare machine has no other.
const stopScript = `
users=$1 start=$2 pid=$3 linger=$4
while kill -0 "$pid" 2>/dev/null; do
  flock "$users" true
  sleep "$linger"
  flock "$start" sh -c '
    flock -n "$1" sh -c "kill -INT $2" || exit
    while kill -0 "$2" 2>/dev/null; do sleep 0.02; done' sh "$users" "$pid"
done`

// stopWhenUnused leaves a process behind that stops the server once its last
// user is gone, however that one ended.
func (c *cluster) stopWhenUnused(pid int) error {
	cmd := exec.Command("/bin/sh", "-c", stopScript, "sh",
		c.lockPath("users"), c.lockPath("start"), strconv.Itoa(pid), strconv.Itoa(int(c.Linger.Seconds())))
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("leave a process that stops PostgreSQL: %w", err)
	}
	go func() { _ = cmd.Wait() }()
	return nil
}
