package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// documentFrequencies counts the chunks at paths of a snapshot that hold each
// term. The trunk's head has a table of them; another snapshot is the head,
// plus the chunks of files that it alone shows, minus those that the head
// alone shows.
func documentFrequencies(ctx context.Context, db DB, s code.Snapshot, terms []code.QueryTerm) (map[string]int, error) {
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = t.Word
	}
	head, err := TrunkHead(ctx, db, s.Repo)
	if err != nil {
		return nil, err
	}
	rows, err := db.Query(ctx, "SELECT term, df FROM term WHERE repo_id = $1 AND term = ANY($2)", s.Repo, words)
	if err != nil {
		return nil, err
	}
	frequency := map[string]int{}
	if err := addCounts(rows, frequency); err != nil || s.ID == head.ID {
		return frequency, err
	}
	if rows, err = db.Query(ctx, differenceSQL(s, head), words); err != nil {
		return nil, err
	}
	return frequency, addCounts(rows, frequency)
}

func addCounts(rows pgx.Rows, into map[string]int) error {
	var word string
	var n int
	_, err := pgx.ForEachRow(rows, []any{&word, &n}, func() error {
		into[word] += n
		return nil
	})
	return err
}

// differenceSQL counts each word of $1 in the chunks in which two snapshots
// differ, plus for one and minus for the other. A file that both show falls
// out of the two EXCEPT ALL.
func differenceSQL(s, head code.Snapshot) string {
	files := func(of code.Snapshot) string {
		return "SELECT f.path_id, f.blob_id FROM file f WHERE " + VisibleFile(of, "f")
	}
	return fmt.Sprintf(`
		WITH changed AS (
			SELECT blob_id, 1 AS sign FROM (%[1]s EXCEPT ALL %[2]s) x
			UNION ALL
			SELECT blob_id, -1 FROM (%[2]s EXCEPT ALL %[1]s) x),
		blobs AS (SELECT blob_id, sum(sign) AS sign FROM changed GROUP BY blob_id HAVING sum(sign) <> 0)
		SELECT w.word, sum(b.sign)::int FROM blobs b
		JOIN chunk_%[3]s c ON c.blob_id = b.blob_id
		JOIN unnest($1::text[]) AS w(word) ON c.tsv @@ (%[4]s)::tsquery
		GROUP BY w.word`, files(s), files(head), partition(s.Repo), quotedWord)
}

// quotedWord quotes w.word for a tsquery, as lexeme does.
const quotedWord = `'''' || replace(replace(w.word, '\', '\\'), '''', '''''') || ''''`
