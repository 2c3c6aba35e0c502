-- The inverted index as rows that are read whole: by word, in which chunks it
-- stands and how often. To order chunks by the words that they hold, a search
-- through the GIN has to fetch every chunk that a common word selects (40,000
-- rows of a kilobyte for one that stands in a third of a large repository);
-- the same facts of that word are 200 kB here, and nothing else is touched.

-- One row per word and segment. A segment is a set of blobs that were stored
-- together (a batch of an index run), so that storing a blob writes rows of
-- its own and rewrites nobody's; small segments are merged when a repository
-- is collected.
CREATE TABLE posting (
    repo_id bigint NOT NULL,
    term    text NOT NULL,
    segment int NOT NULL,
    data    bytea NOT NULL,                   -- see appendPostings
    PRIMARY KEY (repo_id, term, segment)
);
-- Numbers compress little, and taking them apart again costs a search more
-- than reading them.
ALTER TABLE posting ALTER COLUMN data SET STORAGE EXTERNAL;

-- Numbers segments; the database's own, gaps mean nothing.
CREATE SEQUENCE posting_segment AS int;

-- The segment that holds a blob's postings; null: none yet (it was stored
-- before there were any, or its segment is being merged).
ALTER TABLE blob ADD COLUMN segment int;
-- Every search asks whether some are missing.
CREATE INDEX blob_unposted ON blob (repo_id) WHERE segment IS NULL;
