package retrieve

import (
	"path"
	"regexp"
	"strings"
)

// fileName matches what a question, a stack trace or a log line calls a file.
var fileName = regexp.MustCompile(`[\pL\pN_@.+-]*(?:[/\\][\pL\pN_@.+-]+)*\.[a-z][a-z0-9+]{0,7}\b`)

// maxFiles bounds the files that a question can name.
const maxFiles = 200

// filesNamed are the paths that a text names, without their drive or line.
func filesNamed(text string) (out []string) {
	seen := map[string]bool{}
	for _, m := range fileName.FindAllString(text, maxFiles) {
		m = strings.ReplaceAll(m, `\`, "/")
		if !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	return out
}

// namedAs is how surely one of the names means the file at a path, from 0 to
// 1: the base name alone is half of it, a folder more the whole. What leads to
// the repository in the name, and from its root in the path, may differ.
func namedAs(file string, names []string) (sure float64) {
	for _, n := range names {
		if path.Base(n) != path.Base(file) {
			continue
		}
		sure = max(sure, 0.5)
		if folder := path.Base(path.Dir(n)); folder == path.Base(path.Dir(file)) && folder != "." {
			return 1
		}
	}
	return sure
}
