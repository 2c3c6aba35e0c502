package localhub

import (
	"strconv"
	"strings"
)

// maxPushed is the number of commits that a push event lists. GitHub lists up
// to 2,048; receivers must not rely on the list either way.
const maxPushed = 100

// commitInfo is a commit as git tells it.
type commitInfo struct {
	sha, tree, parents         string
	authorName, authorEmail    string
	authorDate                 string
	committerName, commitEmail string
	commitDate, message        string
}

const commitFormat = "%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B"

func (m *mirror) info(sha string) (commitInfo, error) {
	out, err := runGit(m.dir, nil, "show", "-s", "--no-show-signature", "--format="+commitFormat, "--end-of-options", sha)
	if err != nil {
		return commitInfo{}, err
	}
	f := strings.SplitN(strings.ToValidUTF8(out, "\uFFFD"), "\x00", 10)
	if len(f) != 10 {
		return commitInfo{}, errNoEntry
	}
	return commitInfo{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], strings.TrimRight(f[9], "\n")}, nil
}

func (m *mirror) isAncestor(a, b string) bool {
	_, err := runGit(m.dir, nil, "merge-base", "--is-ancestor", a, b)
	return err == nil
}

type diffStats struct{ commits, files, additions, deletions int }

// diffStats compares the head with where it left the base, as GitHub does.
func (m *mirror) diffStats(base, head string) diffStats {
	if known, found := m.stats.Load([2]string{base, head}); found {
		return known.(diffStats)
	}
	s := m.countDiff(base, head)
	m.stats.Store([2]string{base, head}, s)
	return s
}

func (m *mirror) countDiff(base, head string) diffStats {
	var s diffStats
	count, _ := runGit(m.dir, nil, "rev-list", "--count", base+".."+head) // 0 where history is cut off
	s.commits, _ = strconv.Atoi(strings.TrimSpace(count))
	out, err := runGit(m.dir, nil, "diff", "--numstat", m.mergeBase(base, head), head)
	if err != nil {
		return s
	}
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		added, _ := strconv.Atoi(f[0]) // "-" for binary files
		removed, _ := strconv.Atoi(f[1])
		s.files, s.additions, s.deletions = s.files+1, s.additions+added, s.deletions+removed
	}
	return s
}

// mergeBase is base itself where the two have no history in common.
func (m *mirror) mergeBase(base, head string) string {
	out, err := runGit(m.dir, nil, "merge-base", base, head)
	if err != nil {
		return base
	}
	return strings.TrimSpace(out)
}

// pushedCommits lists what a push brought, oldest first; GitHub lists none on a
// force-push that only went back, nor on a deletion.
func (h *Hub) pushedCommits(before, after string) []object {
	list := []object{}
	if after == zeroSHA {
		return list
	}
	args := []string{"rev-list", "--reverse", "--max-count=" + strconv.Itoa(maxPushed), after}
	if before == zeroSHA {
		args = append(args, "--not", "refs/heads/"+h.defaultBranch)
	} else {
		args = append(args, "^"+before)
	}
	out, err := runGit(h.git.dir, nil, args...)
	if err != nil {
		return list
	}
	for sha := range strings.FieldsSeq(out) {
		list = append(list, h.pushedCommit(sha))
	}
	return list
}

func (h *Hub) pushedCommit(sha string) object {
	info, err := h.git.info(sha)
	if err != nil {
		info = commitInfo{sha: sha}
	}
	paths := h.git.changedPaths(sha)
	return object{
		"id": sha, "tree_id": info.tree, "distinct": true, "message": info.message, "timestamp": info.commitDate,
		"url":       h.repoHTML("/commit/" + sha),
		"author":    object{"name": info.authorName, "email": info.authorEmail},
		"committer": object{"name": info.committerName, "email": info.commitEmail},
		"added":     paths["A"], "removed": paths["D"], "modified": paths["M"],
	}
}

// changedPaths lists a commit's paths by status: A, D and M.
func (m *mirror) changedPaths(sha string) map[string][]string {
	paths := map[string][]string{"A": {}, "D": {}, "M": {}}
	out, err := runGit(m.dir, nil, "diff-tree", "-r", "--root", "--no-commit-id", "--name-status", "--no-renames", "-z", sha)
	if err != nil {
		return paths
	}
	fields := strings.Split(out, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		status := fields[i]
		if status == "T" {
			status = "M"
		}
		paths[status] = append(paths[status], strings.ToValidUTF8(fields[i+1], "\uFFFD"))
	}
	return paths
}
