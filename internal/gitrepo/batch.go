package gitrepo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// ErrNoObject: the repository does not have the object.
var ErrNoObject error = noObject{}

// noObject tells those who do not import this package that it is an absence.
type noObject struct{}

func (noObject) Error() string { return "no such object" }
func (noObject) Missing() bool { return true }

// batch is a running `git cat-file --batch`.
type batch struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func (r *Repo) take() (*batch, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.free); n > 0 {
		b := r.free[n-1]
		r.free = r.free[:n-1]
		return b, nil
	}
	return r.startBatch()
}

// startBatch outlives any one call's context; Close ends it.
func (r *Repo) startBatch() (*batch, error) {
	cmd := command(context.Background(), r.env, r.dir, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start git cat-file: %w", err)
	}
	return &batch{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 64<<10)}, nil
}

func (b *batch) close() {
	_ = b.in.Close() // git ends at the end of its input
	_ = b.cmd.Wait()
}

// Object reads an object by hash: its type ("blob", "tree") and content.
// Content longer than limit bytes is not read: it comes back nil with its size.
func (r *Repo) Object(hash string, limit int64) (kind string, content []byte, size int64, err error) {
	b, err := r.take()
	if err != nil {
		return "", nil, 0, err
	}
	kind, content, size, err = b.read(hash, limit)
	if err != nil && !errors.Is(err, ErrNoObject) {
		b.close()
		return "", nil, 0, err
	}
	r.mu.Lock()
	r.free = append(r.free, b)
	r.mu.Unlock()
	return kind, content, size, err
}

func (b *batch) read(hash string, limit int64) (string, []byte, int64, error) {
	if strings.ContainsAny(hash, " \n") {
		return "", nil, 0, fmt.Errorf("%w: %q", ErrNoObject, hash)
	}
	if _, err := io.WriteString(b.in, hash+"\n"); err != nil {
		return "", nil, 0, fmt.Errorf("git cat-file: %w", err)
	}
	head, err := b.out.ReadString('\n')
	if err != nil {
		return "", nil, 0, fmt.Errorf("git cat-file: %w", err)
	}
	f := strings.Fields(head)
	if len(f) != 3 {
		return "", nil, 0, fmt.Errorf("%w: %s", ErrNoObject, strings.TrimSpace(head))
	}
	size, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil {
		return "", nil, 0, fmt.Errorf("git cat-file: %w", err)
	}
	if size > limit {
		_, err := io.CopyN(io.Discard, b.out, size+1)
		return f[1], nil, size, err
	}
	content := make([]byte, size+1)
	if _, err := io.ReadFull(b.out, content); err != nil {
		return "", nil, 0, fmt.Errorf("git cat-file: %w", err)
	}
	return f[1], content[:size], size, nil
}

// Blob reads a file's content. It is nil with its size above limit bytes.
func (r *Repo) Blob(hash string, limit int64) ([]byte, int64, error) {
	_, content, size, err := r.Object(hash, limit)
	return content, size, err
}

// TreeAt lists a folder of a commit or tree ("" is the root) without going
// down; ErrNoObject where there is no such folder. Paths are whole.
func (r *Repo) TreeAt(treeish, folder string) ([]code.TreeEntry, error) {
	root, err := r.rootTree(treeish)
	if err != nil || folder == "" {
		return root, err
	}
	entries, at := root, ""
	for _, part := range strings.Split(folder, "/") {
		at = strings.TrimPrefix(at+"/"+part, "/")
		var hash string
		for _, e := range entries {
			if e.Path == at && e.Mode == code.ModeTree {
				hash = e.Hash
			}
		}
		if hash == "" {
			return nil, ErrNoObject
		}
		if entries, err = r.Tree(hash, at); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// File reads the plain file at a path of a commit: nil where there is none or
// it is larger than limit bytes.
func (r *Repo) File(treeish, path string, limit int64) ([]byte, error) {
	entries, err := r.TreeAt(treeish, code.Folder(path))
	if errors.Is(err, ErrNoObject) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Path == path && e.Mode.Regular() {
			content, _, err := r.Blob(e.Hash, limit)
			return content, err
		}
	}
	return nil, nil
}

func (r *Repo) rootTree(treeish string) ([]code.TreeEntry, error) {
	return r.Tree(treeish+"^{tree}", "")
}

// Tree lists a tree object; folder is put before its names.
func (r *Repo) Tree(hash, folder string) ([]code.TreeEntry, error) {
	kind, content, _, err := r.Object(hash, 64<<20)
	if err != nil {
		return nil, err
	}
	if kind != "tree" {
		return nil, ErrNoObject
	}
	return parseTree(content, folder)
}

// parseTree reads a tree object: "mode name NUL hash" for each entry, the
// hash in 20 bytes.
func parseTree(content []byte, folder string) ([]code.TreeEntry, error) {
	if folder != "" {
		folder += "/"
	}
	var out []code.TreeEntry
	for len(content) > 0 {
		space, nul := bytes.IndexByte(content, ' '), bytes.IndexByte(content, 0)
		if space < 0 || nul < space || len(content) < nul+21 {
			return nil, errors.New("a tree object is malformed")
		}
		mode, err := strconv.ParseUint(string(content[:space]), 8, 32)
		if err != nil {
			return nil, fmt.Errorf("a tree object is malformed: %w", err)
		}
		out = append(out, code.TreeEntry{Path: folder + string(content[space+1:nul]), Mode: code.Mode(mode),
			Hash: fmt.Sprintf("%x", content[nul+1:nul+21])})
		content = content[nul+21:]
	}
	return out, nil
}
