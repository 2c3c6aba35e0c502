// Package eval measures retrieval against labelled sets. It is pure: who
// measures brings the pieces that were retrieved for each row. What it
// measures never reads the labels.
package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Row is one line of a set: a query about a repository at a commit, and where
// its answer stands.
type Row struct {
	ID    string `json:"id"`
	Repo  string `json:"repo"`
	SHA   string `json:"sha"`
	Query string `json:"query"`
	Kind  string `json:"kind"`
	Gold  []Gold `json:"gold"`
}

// Gold is a range that answers; without lines the file alone is wanted.
type Gold struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
}

// maxRow bounds a line of a set, in bytes.
const maxRow = 4 << 20

// ReadSet reads a set, one JSON object a line.
func ReadSet(r io.Reader) ([]Row, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxRow)
	var rows []Row
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if row.Repo == "" || row.SHA == "" || row.Query == "" || len(row.Gold) == 0 {
			return nil, fmt.Errorf("line %d: a row needs repo, sha, query and gold", n)
		}
		rows = append(rows, row)
	}
	return rows, lines.Err()
}
