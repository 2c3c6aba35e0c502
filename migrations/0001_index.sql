-- The index: repositories, blob facts, files, edges and questions by
-- snapshot, term counts, cards and vectors.
--
-- Every primary key begins with repo_id, so that a repository can be deleted
-- whole and the tables distributed by that key. Without a repository:
-- schema_version (the database's own), local_repository (it gives ids out).

CREATE EXTENSION IF NOT EXISTS vector;

-- A GitHub repository by its numeric id; a local one by a negative id.
CREATE TABLE repository (
    repo_id    bigint PRIMARY KEY,
    full_name  text NOT NULL DEFAULT '',      -- of the moment, for links alone
    created_at timestamptz NOT NULL DEFAULT now()
);

-- A local repository is known by its git common directory (worktrees share it).
CREATE TABLE local_repository (
    git_dir text PRIMARY KEY,
    repo_id bigint GENERATED ALWAYS AS IDENTITY (START WITH -1 INCREMENT BY -1 MINVALUE -9223372036854775807 MAXVALUE -1) UNIQUE
);

-- Paths are interned: file, edge and question rows name them by number. A
-- path that is not UTF-8 stands here with its odd bytes escaped.
CREATE TABLE path (
    repo_id bigint NOT NULL,
    path_id int GENERATED ALWAYS AS IDENTITY,
    path    text NOT NULL,
    tsv     tsvector NOT NULL,                -- its words: they belong to the place, not to the blob
    PRIMARY KEY (repo_id, path_id),
    UNIQUE (repo_id, path)
);

-- A blob in one dialect as one extractor version saw it.
CREATE TABLE blob (
    repo_id   bigint NOT NULL,
    blob_id   int GENERATED ALWAYS AS IDENTITY,
    hash      bytea NOT NULL,
    dialect   text NOT NULL,
    extractor text NOT NULL,
    package   text NOT NULL,                  -- declared in the file, '' for none
    lines     int NOT NULL,
    errors    int NOT NULL,                   -- places where the parser had to recover
    generated bool NOT NULL,
    skipped   text NOT NULL,                  -- why its content was not read or not parsed, '' if it was
    PRIMARY KEY (repo_id, blob_id),
    UNIQUE (repo_id, hash, dialect, extractor)
);

CREATE TABLE symbol (
    repo_id    bigint NOT NULL,
    blob_id    int NOT NULL,
    ord        int NOT NULL,                  -- 0 is the module
    local      text NOT NULL,
    kind       text NOT NULL,
    name       text NOT NULL,
    parent     int NOT NULL,
    start_line int NOT NULL, start_col int NOT NULL,
    end_line   int NOT NULL, end_col   int NOT NULL,
    name_line  int NOT NULL, name_col  int NOT NULL,
    signature  text NOT NULL,
    doc        text NOT NULL,
    exported   bool NOT NULL,
    test       bool NOT NULL,
    properties jsonb,
    PRIMARY KEY (repo_id, blob_id, ord)
);
-- Symbol location asks by name whatever its case.
CREATE INDEX symbol_name ON symbol (repo_id, lower(name));

-- Pieces that are searched. A partition per repository, so that its GIN is
-- its own: one GIN for all walks everybody's history (twice as slow, tried).
CREATE TABLE chunk (
    repo_id    bigint NOT NULL,
    blob_id    int NOT NULL,
    ord        int NOT NULL,
    start_line int NOT NULL,
    end_line   int NOT NULL,
    symbol     int NOT NULL,                  -- ord of the symbol whose body it is
    len        int NOT NULL,                  -- in terms, for BM25
    tsv        tsvector NOT NULL,             -- labels: A names, B signature, C prose, D body
    PRIMARY KEY (repo_id, blob_id, ord)
) PARTITION BY LIST (repo_id);

-- One line of states, or one commit beside it. line_id 0 is the trunk, whose
-- states count from 1; every other line is an overlay with one state, 0, over
-- a base state of the trunk.
CREATE TABLE snapshot (
    repo_id     bigint NOT NULL,
    snapshot_id int GENERATED ALWAYS AS IDENTITY,
    sha         text NOT NULL,
    line_id     int NOT NULL,
    state       int NOT NULL,                 -- of the trunk: its own, or the base's
    version     text NOT NULL,                -- extractor and binder that made it
    head        bool NOT NULL,                -- the trunk's newest state
    chunks      int NOT NULL,                 -- chunks at paths
    terms       bigint NOT NULL,              -- sum of their lengths
    coverage    jsonb NOT NULL,
    published   timestamptz NOT NULL DEFAULT now(),
    leased      timestamptz,                  -- a reader holds it until then
    PRIMARY KEY (repo_id, snapshot_id)
);
CREATE INDEX snapshot_sha ON snapshot (repo_id, sha);
CREATE UNIQUE INDEX snapshot_head ON snapshot (repo_id) WHERE head;

-- What an overlay hides of its base: a path's file (changed or deleted), a
-- path's edges and questions (rebound), or both.
CREATE TABLE overlay_path (
    repo_id bigint NOT NULL,
    line_id int NOT NULL,
    path_id int NOT NULL,
    file    bool NOT NULL,
    edges   bool NOT NULL,
    PRIMARY KEY (repo_id, line_id, path_id)
);

-- Rows live in [valid_from, valid_to) of their line; open ones end at
-- 2147483647.
CREATE TABLE file (
    repo_id    bigint NOT NULL,
    line_id    int NOT NULL,
    path_id    int NOT NULL,
    valid_from int NOT NULL,
    valid_to   int NOT NULL DEFAULT 2147483647,
    blob_id    int NOT NULL,
    prefix     text NOT NULL,                 -- of qualified names at this path
    test       bool NOT NULL,
    PRIMARY KEY (repo_id, line_id, path_id, valid_from)
);
CREATE INDEX file_blob ON file (repo_id, blob_id);
CREATE INDEX file_closed ON file (repo_id, valid_to) WHERE valid_to < 2147483647;

-- Symbols as edges name them: a path and a local name.
CREATE TABLE symbol_key (
    repo_id bigint NOT NULL,
    sym_id  int GENERATED ALWAYS AS IDENTITY,
    path_id int NOT NULL,
    local   text NOT NULL,
    PRIMARY KEY (repo_id, sym_id),
    UNIQUE (repo_id, path_id, local)
);

CREATE TABLE edge (
    repo_id    bigint NOT NULL,
    edge_id    bigint GENERATED ALWAYS AS IDENTITY,
    line_id    int NOT NULL,
    valid_from int NOT NULL,
    valid_to   int NOT NULL DEFAULT 2147483647,
    src_path   int NOT NULL,
    src_sym    int NOT NULL,
    dst_sym    int,                           -- null: ambiguous, see candidates
    candidates int[],
    type       text NOT NULL,
    resolution text NOT NULL,
    name       text NOT NULL,
    line       int NOT NULL,
    col        int NOT NULL,
    properties jsonb,
    digest     bigint NOT NULL,               -- of all that was bound: rewriting keeps the rows that are the same
    PRIMARY KEY (repo_id, edge_id)
);
CREATE INDEX edge_path ON edge (repo_id, src_path, line_id);
CREATE INDEX edge_from ON edge (repo_id, src_sym, type);
CREATE INDEX edge_to ON edge (repo_id, dst_sym, type);
CREATE INDEX edge_closed ON edge (repo_id, valid_to) WHERE valid_to < 2147483647;

-- References without a target, by path and name: what "only" and "never"
-- must be checked against, and what coverage counts.
CREATE TABLE unbound (
    repo_id    bigint NOT NULL,
    line_id    int NOT NULL,
    path_id    int NOT NULL,
    valid_from int NOT NULL,
    valid_to   int NOT NULL DEFAULT 2147483647,
    resolution text NOT NULL,                 -- external or unknown
    name       text NOT NULL,
    n          int NOT NULL,
    PRIMARY KEY (repo_id, line_id, path_id, resolution, name, valid_from)
);
CREATE INDEX unbound_name ON unbound (repo_id, name) WHERE resolution = 'unknown';

-- Who asked which question while it was bound (a hash of the key), and who
-- answers the keys that paths do not tell.
CREATE TABLE question (
    repo_id    bigint NOT NULL,
    line_id    int NOT NULL,
    key        bigint NOT NULL,
    path_id    int NOT NULL,
    valid_from int NOT NULL,
    valid_to   int NOT NULL DEFAULT 2147483647,
    PRIMARY KEY (repo_id, key, path_id, line_id, valid_from)
);
CREATE INDEX question_path ON question (repo_id, path_id, line_id);

CREATE TABLE provider (
    repo_id    bigint NOT NULL,
    line_id    int NOT NULL,
    key        bigint NOT NULL,
    path_id    int NOT NULL,
    valid_from int NOT NULL,
    valid_to   int NOT NULL DEFAULT 2147483647,
    PRIMARY KEY (repo_id, key, path_id, line_id, valid_from)
);
CREATE INDEX provider_path ON provider (repo_id, path_id, line_id);

-- Chunks at paths that hold a term, at the trunk's head. Other states count
-- the chunks in which they differ from it.
CREATE TABLE term (
    repo_id bigint NOT NULL,
    term    text NOT NULL,
    df      int NOT NULL,
    PRIMARY KEY (repo_id, term)
);
CREATE INDEX term_gone ON term (repo_id) WHERE df <= 0;

-- What is embedded: once per distinct text.
CREATE TABLE card (
    repo_id bigint NOT NULL,
    card_id int GENERATED ALWAYS AS IDENTITY,
    hash    bytea NOT NULL,
    text    text NOT NULL,
    PRIMARY KEY (repo_id, card_id),
    UNIQUE (repo_id, hash)
);

CREATE TABLE card_of (
    repo_id bigint NOT NULL,
    path_id int NOT NULL,
    blob_id int NOT NULL,
    ord     int NOT NULL,                     -- of the chunk
    card_id int NOT NULL,
    PRIMARY KEY (repo_id, path_id, blob_id, ord)
);
CREATE INDEX card_of_card ON card_of (repo_id, card_id);

-- A partition per repository: its vectors are scanned exactly or have an HNSW
-- of their own (one for all finds almost nothing of a small repository, tried).
CREATE TABLE embedding (
    repo_id  bigint NOT NULL,
    embedder text NOT NULL,
    card_id  int NOT NULL,
    v        halfvec NOT NULL,
    PRIMARY KEY (repo_id, embedder, card_id)
) PARTITION BY LIST (repo_id);
