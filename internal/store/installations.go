package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// The states of an installation.
const (
	Active    = "active"
	Suspended = "suspended"
	Removed   = "removed"
)

// Installed is a repository that an installation of the App covers.
type Installed struct {
	Repo, Installation int64
	FullName           string // of the moment
	Added              time.Time
}

// SetInstallation notes an installation's state.
func SetInstallation(ctx context.Context, db DB, installation int64, state string) error {
	_, err := db.Exec(ctx, `INSERT INTO installation (installation_id, state) VALUES ($1, $2)
		ON CONFLICT (installation_id) DO UPDATE SET state = $2, changed_at = now()`, installation, state)
	if err != nil {
		return fmt.Errorf("installation %d is %s: %w", installation, state, err)
	}
	return nil
}

// InstallationState is the state of an installation; one never heard of is
// active, since its webhooks arrive.
func InstallationState(ctx context.Context, db DB, installation int64) (state string, err error) {
	err = db.QueryRow(ctx, `SELECT coalesce((SELECT state FROM installation WHERE installation_id = $1), $2)`,
		installation, Active).Scan(&state)
	return state, err
}

// Installations are the states of those that are known.
func Installations(ctx context.Context, db DB) (map[int64]string, error) {
	rows, err := db.Query(ctx, "SELECT installation_id, state FROM installation")
	if err != nil {
		return nil, fmt.Errorf("installations: %w", err)
	}
	defer rows.Close()
	states := map[int64]string{}
	for rows.Next() {
		var id int64
		var state string
		if err := rows.Scan(&id, &state); err != nil {
			return nil, err
		}
		states[id] = state
	}
	return states, rows.Err()
}

// PutInstalled notes that an installation covers a repository, unless the
// installation was removed.
func PutInstalled(ctx context.Context, db DB, r Installed) error {
	// A conflict locks the row even where nothing is to be changed, and the
	// deliveries of one repository would wait for each other.
	_, err := db.Exec(ctx, `INSERT INTO installed (repo_id, installation_id, full_name)
		SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM installation WHERE installation_id = $2 AND state = 'removed')
			AND NOT EXISTS (SELECT 1 FROM installed WHERE repo_id = $1 AND installation_id = $2 AND full_name = $3)
		ON CONFLICT (repo_id) DO UPDATE SET installation_id = $2, full_name = $3`,
		r.Repo, r.Installation, r.FullName)
	if err != nil {
		return fmt.Errorf("repository %d is installed: %w", r.Repo, err)
	}
	return nil
}

// GetInstalled is the installation's note on a repository, or ErrNotFound.
func GetInstalled(ctx context.Context, db DB, repo int64) (r Installed, err error) {
	err = db.QueryRow(ctx, "SELECT repo_id, installation_id, full_name, added_at FROM installed WHERE repo_id = $1", repo).
		Scan(&r.Repo, &r.Installation, &r.FullName, &r.Added)
	return r, translate(err)
}

// InstalledOf lists the repositories of an installation, of all active ones
// for 0.
func InstalledOf(ctx context.Context, db DB, installation int64) ([]Installed, error) {
	rows, err := db.Query(ctx, `SELECT repo_id, installation_id, full_name, added_at FROM installed
		LEFT JOIN installation USING (installation_id)
		WHERE installation_id = $1 OR $1 = 0 AND coalesce(state, 'active') = 'active' ORDER BY repo_id`, installation)
	if err != nil {
		return nil, fmt.Errorf("repositories of installation %d: %w", installation, err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Installed, err error) {
		err = row.Scan(&r.Repo, &r.Installation, &r.FullName, &r.Added)
		return r, err
	})
}

// DropInstalled takes repositories off an installation: no job works for them
// from now on.
func DropInstalled(ctx context.Context, db DB, installation int64, repos []int64) error {
	_, err := db.Exec(ctx, "DELETE FROM installed WHERE installation_id = $1 AND repo_id = ANY($2)", installation, repos)
	return err
}

// SettingsTold is the blob of the settings file whose problems were reported
// last, "" for none.
func SettingsTold(ctx context.Context, db DB, repo int64) (blob string, err error) {
	err = db.QueryRow(ctx, "SELECT settings_sha FROM installed WHERE repo_id = $1", repo).Scan(&blob)
	return blob, translate(err)
}

// SettingsReported notes that the problems of a settings file were reported.
func SettingsReported(ctx context.Context, db DB, repo int64, blob string) error {
	_, err := db.Exec(ctx, "UPDATE installed SET settings_sha = $2 WHERE repo_id = $1", repo, blob)
	return err
}

// Pace is when an installation may be written to next: now, after the
// interval since its last write, or when GitHub said.
func Pace(ctx context.Context, db DB, installation int64, interval time.Duration) (wait, forbidden time.Duration, err error) {
	var pace, until float64
	err = db.QueryRow(ctx, `
		WITH row AS (INSERT INTO installation (installation_id) VALUES ($1)
			ON CONFLICT (installation_id) DO UPDATE SET installation_id = $1 RETURNING last_write, not_before)
		SELECT greatest(extract(epoch FROM greatest(last_write, clock_timestamp() - $2::interval) + $2::interval - clock_timestamp()), 0),
			greatest(extract(epoch FROM greatest(not_before, clock_timestamp()) - clock_timestamp()), 0) FROM row`,
		installation, interval).Scan(&pace, &until)
	return seconds(pace), seconds(until), err
}

// Wrote notes that an installation was written to just now.
func Wrote(ctx context.Context, db DB, installation int64) error {
	_, err := db.Exec(ctx, "UPDATE installation SET last_write = clock_timestamp() WHERE installation_id = $1", installation)
	return err
}

// HoldBack notes that GitHub wants no call of an installation for a time.
func HoldBack(ctx context.Context, db DB, installation int64, wait time.Duration) error {
	_, err := db.Exec(ctx, `INSERT INTO installation (installation_id, not_before) VALUES ($1, clock_timestamp() + $2::interval)
		ON CONFLICT (installation_id) DO UPDATE SET not_before = greatest(installation.not_before, EXCLUDED.not_before)`,
		installation, wait)
	return err
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
