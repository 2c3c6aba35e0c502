package localpg

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestSharedMemoryNeedsAnOpenFolder(t *testing.T) {
	closed := t.TempDir()
	check(t, os.Chmod(closed, 0o755))
	for _, dir := range []string{closed, filepath.Join(closed, "missing")} {
		if got := sharedMemory(dir); got != "mmap" {
			t.Errorf("sharedMemory(%s) = %s, want mmap", dir, got)
		}
	}
}

func TestOnlyVolatileGivesUpDurability(t *testing.T) {
	for volatile, want := range map[bool]bool{true: true, false: false} {
		if got := slices.Contains(settings(volatile), "fsync=off"); got != want {
			t.Errorf("volatile %v: fsync is off: %v, want %v", volatile, got, want)
		}
	}
}
