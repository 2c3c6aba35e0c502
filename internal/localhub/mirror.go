package localhub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// mirror is a bare repository that borrows the objects of the one it was made
// from, so that refs can come and go without touching that one.
type mirror struct {
	dir           string
	defaultBranch string
	stats         sync.Map // [2]string{base, head} → diffStats; commits never change
}

const zeroSHA = "0000000000000000000000000000000000000000"

// repositoryName is the folder's name without ".git".
func repositoryName(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "repository"
	}
	base := filepath.Base(abs)
	if base == ".git" {
		base = filepath.Base(filepath.Dir(abs))
	}
	return strings.TrimSuffix(base, ".git")
}

func newMirror(source, branch string) (*mirror, error) {
	common, err := runGit(source, nil, "rev-parse", "--path-format=absolute", "--git-common-dir")
	if err != nil {
		return nil, fmt.Errorf("%s is no git repository: %w", source, err)
	}
	common = strings.TrimSpace(common)
	dir, err := os.MkdirTemp("", "localhub-*")
	if err != nil {
		return nil, err
	}
	m := &mirror{dir: dir}
	if err := m.fill(source, common, branch); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return m, nil
}

func (m *mirror) fill(source, common, branch string) error {
	if _, err := runGit(m.dir, nil, "init", "--bare", "--quiet", "."); err != nil {
		return err
	}
	alternates := filepath.Join(common, "objects") + "\n"
	if err := os.WriteFile(filepath.Join(m.dir, "objects/info/alternates"), []byte(alternates), 0o644); err != nil {
		return err
	}
	if shallow, err := os.ReadFile(filepath.Join(common, "shallow")); err == nil {
		if err := os.WriteFile(filepath.Join(m.dir, "shallow"), shallow, 0o644); err != nil {
			return err
		}
	}
	if err := m.copyRefs(source); err != nil {
		return err
	}
	return m.chooseDefault(source, branch)
}

// copyRefs takes over branches and tags.
func (m *mirror) copyRefs(source string) error {
	refs, err := runGit(source, nil, "for-each-ref", "--format=create %(refname) %(objectname)", "refs/heads", "refs/tags")
	if err != nil {
		return err
	}
	_, err = runGit(m.dir, strings.NewReader(refs), "update-ref", "--stdin")
	return err
}

// chooseDefault takes the wanted branch, else the one HEAD names; a detached
// HEAD becomes a branch called main.
func (m *mirror) chooseDefault(source, branch string) error {
	if branch == "" {
		name, err := runGit(source, nil, "symbolic-ref", "--quiet", "--short", "HEAD")
		branch = strings.TrimSpace(name)
		if err != nil {
			branch = "main"
			if sha, err := m.resolveIn(source, "HEAD"); err == nil {
				if err := m.updateRef("refs/heads/main", sha); err != nil {
					return err
				}
			}
		}
	}
	m.defaultBranch = branch
	_, err := runGit(m.dir, nil, "symbolic-ref", "HEAD", "refs/heads/"+branch)
	return err
}

func (m *mirror) updateRef(ref, sha string) error {
	args := []string{"update-ref", ref, sha}
	if sha == zeroSHA {
		args = []string{"update-ref", "-d", ref}
	}
	_, err := runGit(m.dir, nil, args...)
	return err
}

// commit resolves a revision to a commit's SHA. Branches come before anything
// else, as on GitHub.
func (m *mirror) commit(rev string) (string, error) {
	if sha, err := m.resolveIn(m.dir, "refs/heads/"+rev); err == nil {
		return sha, nil
	}
	return m.resolveIn(m.dir, rev)
}

func (m *mirror) resolveIn(dir, rev string) (string, error) {
	out, err := runGit(dir, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%q is no commit of the repository", rev)
	}
	return strings.TrimSpace(out), nil
}

func (m *mirror) hasBranch(name string) bool {
	_, err := runGit(m.dir, nil, "show-ref", "--verify", "--quiet", "refs/heads/"+name)
	return err == nil
}

// entry is what stands at a path of a tree.
type entry struct {
	mode, kind, sha, path string
	size                  int64
}

// errNoEntry: nothing stands at that path.
var errNoEntry = errors.New("no such path")

// at looks up a path in a commit's tree. The path "" is the root.
func (m *mirror) at(sha, path string) (entry, error) {
	if path == "" {
		return entry{kind: "tree", sha: sha}, nil
	}
	entries, err := m.list(sha, path)
	if err != nil || len(entries) != 1 {
		return entry{}, errNoEntry
	}
	return entries[0], nil
}

// list lists a folder (path ends in a slash, or is empty) or the one entry at
// path.
func (m *mirror) list(sha, path string) ([]entry, error) {
	if strings.ContainsRune(path, 0) {
		return nil, errNoEntry
	}
	args := []string{"--literal-pathspecs", "ls-tree", "-z", "-l", "--full-tree", sha}
	if path != "" {
		args = append(args, "--", path)
	}
	out, err := runGit(m.dir, nil, args...)
	if err != nil {
		return nil, err
	}
	var entries []entry
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		meta, name, found := strings.Cut(line, "\t")
		fields := strings.Fields(meta)
		if !found || len(fields) != 4 {
			continue
		}
		size, _ := strconv.ParseInt(fields[3], 10, 64) // "-" for what has no size
		entries = append(entries, entry{mode: fields[0], kind: fields[1], sha: fields[2], path: name, size: size})
	}
	return entries, nil
}

func (m *mirror) blob(sha string) (string, error) {
	return runGit(m.dir, nil, "cat-file", "blob", sha)
}

// runGit runs git in dir and returns its standard output. The caller's own
// GIT_ variables do not reach it.
func runGit(dir string, stdin *strings.Reader, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := gitCommand(ctx, dir, args...)
	if stdin != nil {
		cmd.Stdin = stdin
	}
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(problem.String()))
	}
	return out.String(), nil
}

func gitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	// The person who runs the stand-in named the repository, whoever owns it.
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "GIT_") {
			cmd.Env = append(cmd.Env, pair)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*", "LC_ALL=C")
	return cmd
}
