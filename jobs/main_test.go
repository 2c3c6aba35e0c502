package jobs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestMain lets the test binary be the server that TestKilled kills.
func TestMain(m *testing.M) {
	if os.Getenv(serverAddress) != "" {
		if err := serve(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(content), 0o600))
}
