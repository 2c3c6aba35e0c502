package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// scipOf writes a SCIP index whose documents have occurrences of one symbol.
func scipOf(t *testing.T, documents map[string][]protoOccurrence) string {
	t.Helper()
	var out []byte
	for path, occurrences := range documents {
		d := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), path)
		for _, o := range occurrences {
			d = protowire.AppendBytes(protowire.AppendTag(d, 2, protowire.BytesType), o.encode())
		}
		out = protowire.AppendBytes(protowire.AppendTag(out, 2, protowire.BytesType), d)
	}
	path := filepath.Join(t.TempDir(), "index.scip")
	if err := os.WriteFile(path, out, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// protoOccurrence is an occurrence, its place from 0.
type protoOccurrence struct {
	symbol    string
	roles     uint64
	line, col uint64
}

func (o protoOccurrence) encode() []byte {
	place := protowire.AppendVarint(protowire.AppendVarint(protowire.AppendVarint(nil, o.line), o.col), o.col+1)
	out := protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), place)
	out = protowire.AppendString(protowire.AppendTag(out, 2, protowire.BytesType), o.symbol)
	return protowire.AppendVarint(protowire.AppendTag(out, 3, protowire.VarintType), o.roles)
}

func TestSCIPIndexReplacesWhatWasBound(t *testing.T) {
	t.Parallel()
	dir, getenv := t.TempDir(), testEnv(t)
	initRepo(t, dir)
	commitFiles(t, dir, map[string]string{
		"a.py": "def pay(card):\n    card.send()\n",
		"b.py": "class Card:\n    def send(self):\n        pass\n",
	})
	const send = "scip-python python shop 1 b/Card#send()."
	file := scipOf(t, map[string][]protoOccurrence{"a.py": {{send, 0, 1, 9}}, "b.py": {{send, 1, 1, 8}}})
	export := func(args ...string) string {
		t.Helper()
		status, out, stderr := runCommand(t, getenv, append([]string{"graph", "export", "--repo", dir}, args...)...)
		if status != exitDone {
			t.Fatal(stderr)
		}
		return out
	}
	const call = `"source":"a.py#pay","target":"b.py#Card.send","type":"CALLS","path":"a.py","line":2,"col":9,"resolution":"scip"`
	plain := export()
	if strings.Contains(plain, "b.py#Card.send\",\"type\":\"CALLS") {
		t.Fatalf("bound without the compiler:\n%s", plain)
	}
	if status, _, stderr := runCommand(t, getenv, "index", "--repo", dir, "--no-vectors", "--scip", file); status != exitDone {
		t.Fatal(stderr)
	}
	if got := export(); !strings.Contains(got, call) {
		t.Errorf("no %s in\n%s", call, got)
	}
	commitFiles(t, dir, map[string]string{"c.py": "x = 1\n"})
	if got := export(); strings.Contains(got, "scip") {
		t.Errorf("the next commit inherits what the compiler knew:\n%s", got)
	}
	if status, _, stderr := runCommand(t, getenv, "index", "--repo", dir, "--scip", filepath.Join(dir, "a.py")); status != exitFailed || !strings.Contains(stderr, "no SCIP index") {
		t.Errorf("a file that is none: status %d, %s", status, stderr)
	}
}
