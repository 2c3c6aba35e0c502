-- Health of the graph by snapshot. It is computed when somebody asks, never
-- while publishing (a publication costs what it changes), and kept so that
-- the next one can be compared with it and a chart drawn. So rows outlive
-- their snapshots: sha and trunk stand here again.
CREATE TABLE health (
    repo_id     bigint NOT NULL,
    snapshot_id int NOT NULL,
    sha         text NOT NULL,
    trunk       bool NOT NULL,                -- of the trunk: overlays are compared, but nothing with them
    made_at     timestamptz NOT NULL DEFAULT now(),
    report      jsonb NOT NULL,               -- as `plumbline graph health --json` prints it
    PRIMARY KEY (repo_id, snapshot_id)
);
