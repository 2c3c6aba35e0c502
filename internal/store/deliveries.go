package store

import (
	"context"
	"fmt"
	"time"
)

// Delivery is a webhook that arrived, by GitHub's delivery id. Installation
// and Repo are 0 where it names none.
type Delivery struct {
	GUID, Event, Action string
	Installation, Repo  int64
}

// RecordDelivery notes a delivery, and says whether it is the first of its id.
func RecordDelivery(ctx context.Context, db DB, d Delivery) (first bool, err error) {
	tag, err := db.Exec(ctx, `INSERT INTO delivery (guid, event, action, installation_id, repo_id)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT (guid) DO NOTHING`, d.GUID, d.Event, d.Action, d.Installation, d.Repo)
	if err != nil {
		return false, fmt.Errorf("record delivery %s: %w", d.GUID, err)
	}
	return tag.RowsAffected() == 1, nil
}

// DeliveriesSeen are those of the ids that arrived.
func DeliveriesSeen(ctx context.Context, db DB, guids []string) (map[string]bool, error) {
	rows, err := db.Query(ctx, "SELECT guid FROM delivery WHERE guid = ANY($1)", guids)
	if err != nil {
		return nil, fmt.Errorf("deliveries seen: %w", err)
	}
	defer rows.Close()
	seen := map[string]bool{}
	for rows.Next() {
		var guid string
		if err := rows.Scan(&guid); err != nil {
			return nil, err
		}
		seen[guid] = true
	}
	return seen, rows.Err()
}

// ForgetDeliveries deletes those older than age.
func ForgetDeliveries(ctx context.Context, db DB, age time.Duration) error {
	_, err := db.Exec(ctx, "DELETE FROM delivery WHERE received_at < now() - $1::interval", age)
	return err
}
