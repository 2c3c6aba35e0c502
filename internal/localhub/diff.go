package localhub

import (
	"regexp"
	"strconv"
	"strings"
)

// diffFile is a file that a pull request changes.
type diffFile struct {
	path, status, sha    string
	additions, deletions int
}

var statusWords = map[string]string{"A": "added", "D": "removed", "M": "modified", "T": "changed"}

// diffFiles lists what the head changed since it left the base. Renames show
// as a removal and an addition.
func (m *mirror) diffFiles(base, head string) []diffFile {
	from := m.mergeBase(base, head)
	raw, err := runGit(m.dir, nil, "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", from, head)
	if err != nil {
		return nil
	}
	counts := m.lineCounts(from, head)
	var out []diffFile
	fields := strings.Split(raw, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		meta := strings.Fields(fields[i]) // :mode mode sha sha status
		if len(meta) != 5 {
			continue
		}
		f := diffFile{path: fields[i+1], status: statusWords[meta[4]], sha: meta[3]}
		if meta[4] == "D" {
			f.sha = meta[2]
		}
		f.additions, f.deletions = counts[f.path][0], counts[f.path][1]
		out = append(out, f)
	}
	return out
}

func (m *mirror) lineCounts(from, to string) map[string][2]int {
	counts := map[string][2]int{}
	out, err := runGit(m.dir, nil, "diff-tree", "-r", "-z", "--numstat", "--no-renames", from, to)
	if err != nil {
		return counts
	}
	for line := range strings.SplitSeq(out, "\x00") {
		f := strings.SplitN(line, "\t", 3)
		if len(f) != 3 {
			continue
		}
		added, _ := strconv.Atoi(f[0]) // "-" for binary files
		removed, _ := strconv.Atoi(f[1])
		counts[f[2]] = [2]int{added, removed}
	}
	return counts
}

var hunkHeader = regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@`)

// hunkAt finds the hunk that shows a line on that side, cut after the line as
// GitHub does, and the line's position below the file's first hunk header.
func (m *mirror) hunkAt(base, head, path, side string, line int) (hunk string, position int, found bool) {
	out, err := runGit(m.dir, nil, "--literal-pathspecs", "diff", "--no-color", "--no-ext-diff", "--no-textconv",
		m.mergeBase(base, head), head, "--", path)
	if err != nil {
		return "", 0, false
	}
	return findHunk(out, side, line)
}

func findHunk(diff, side string, line int) (hunk string, position int, found bool) {
	var lines []string
	left, right, in := 0, 0, false
	for text := range strings.Lines(diff) {
		text = strings.TrimSuffix(text, "\n")
		if header := hunkHeader.FindStringSubmatch(text); header != nil {
			if in {
				position++
			}
			left, _ = strconv.Atoi(header[1])
			right, _ = strconv.Atoi(header[2])
			lines, in = []string{text}, true
			continue
		}
		if !in || text == "" {
			continue
		}
		lines = append(lines, text)
		position++
		onLeft, onRight := text[0] == '-' || text[0] == ' ', text[0] == '+' || text[0] == ' '
		if side == "LEFT" && onLeft && left == line || side != "LEFT" && onRight && right == line {
			return strings.Join(lines, "\n"), position, true
		}
		if onLeft {
			left++
		}
		if onRight {
			right++
		}
	}
	return "", 0, false
}
