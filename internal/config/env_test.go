package config

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestDataDir(t *testing.T) {
	for _, tc := range []struct {
		name string
		env  map[string]string
		root bool
		want string
	}{
		{"named", map[string]string{"PLUMBLINE_DATA": "/srv/p", "HOME": "/home/ada"}, true, "/srv/p"},
		{"root", map[string]string{"HOME": "/root", "XDG_DATA_HOME": "/root/x"}, true, "/var/lib/plumbline"},
		{"user", map[string]string{"HOME": "/home/ada"}, false, "/home/ada/.local/share/plumbline"},
		{"user's data folder", map[string]string{"HOME": "/home/ada", "XDG_DATA_HOME": "/data/ada"}, false, "/data/ada/plumbline"},
		{"relative data folder counts as none", map[string]string{"HOME": "/home/ada", "XDG_DATA_HOME": "x"}, false, "/home/ada/.local/share/plumbline"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := dataDir(func(name string) string { return tc.env[name] }, tc.root)
			if err != nil || got != tc.want {
				t.Errorf("dataDir = %q, %v; want %q", got, err, tc.want)
			}
			if tc.root == (os.Geteuid() == 0) {
				if script := scriptDataDir(t, tc.env); script != tc.want {
					t.Errorf("deploy/datadir.sh = %q, want %q", script, tc.want)
				}
			}
		})
	}
}

// scriptDataDir is what set-up takes for the data folder.
func scriptDataDir(t *testing.T, env map[string]string) string {
	t.Helper()
	script := exec.Command("../../deploy/datadir.sh")
	script.Env = []string{"PATH=" + os.Getenv("PATH")}
	for name, value := range env {
		script.Env = append(script.Env, name+"="+value)
	}
	out, err := script.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestDataDirWithoutHomeSaysWhatToSet(t *testing.T) {
	_, err := dataDir(func(string) string { return "" }, false)
	if err == nil || !strings.Contains(err.Error(), "set PLUMBLINE_DATA") {
		t.Errorf("error = %v, want one that asks for PLUMBLINE_DATA", err)
	}
}

func TestDatabaseURLPrefersPlumblinesOwn(t *testing.T) {
	env := map[string]string{"DATABASE_URL": "postgres://general"}
	getenv := func(name string) string { return env[name] }
	if got := DatabaseURL(getenv); got != "postgres://general" {
		t.Errorf("DatabaseURL = %q, want DATABASE_URL", got)
	}
	env["PLUMBLINE_DATABASE_URL"] = "postgres://own"
	if got := DatabaseURL(getenv); got != "postgres://own" {
		t.Errorf("DatabaseURL = %q, want PLUMBLINE_DATABASE_URL", got)
	}
}
