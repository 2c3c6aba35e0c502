package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/migrations"
)

const templatePrefix = "plumbline_template_" // then a hash of the migrations

// templateLock lets one process make templates at a time.
const templateLock = 0x706c7465

// templateName follows from the migrations' names and content.
func templateName() string {
	sum := sha256.New()
	_ = fs.WalkDir(migrations.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := migrations.Files.ReadFile(path)
		fmt.Fprintf(sum, "%s %d\n%s", path, len(content), content)
		return err
	})
	return templatePrefix + hex.EncodeToString(sum.Sum(nil)[:6])
}

// makeTemplate makes the template under another name and renames it when it is
// whole, so that whoever finds it can copy it. Templates of other schemas are
// dropped.
func makeTemplate(ctx context.Context, conn *pgx.Conn, server, template string) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return err
	}
	defer func() { _, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", templateLock) }()
	names, err := databases(ctx, conn, templatePrefix)
	if err != nil {
		return err
	}
	for _, name := range names {
		if name == template { // another process made it while we waited
			return nil
		}
		// One that is being copied this moment stays until next time.
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(name))
	}
	unfinished := template + "_unfinished"
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+quote(unfinished)+" TEMPLATE template0"); err != nil {
		return err
	}
	err = session(ctx, withDatabase(server, unfinished), func(conn *pgx.Conn) error {
		_, err := migrations.Apply(ctx, conn)
		return err
	})
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, fmt.Sprintf("ALTER DATABASE %s RENAME TO %s", quote(unfinished), quote(template)))
	return err
}

func databases(ctx context.Context, conn *pgx.Conn, prefix string) ([]string, error) {
	rows, err := conn.Query(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)", prefix)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// withDatabase is the connection string with another database in it, in
// either of PostgreSQL's two forms.
func withDatabase(server, name string) string {
	if u, err := url.Parse(server); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		u.Path = "/" + name
		return u.String()
	}
	return server + " dbname=" + name
}
