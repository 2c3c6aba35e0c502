-- GitHub: what arrived, what people asked, what was posted, and who works.
--
-- Every table that holds a repository's data has a primary key that begins
-- with repo_id. Without one, and why:
--   delivery      is kept by GitHub's delivery id before it is known whose it
--                 is; it holds no content, and a repository's rows go with it
--   installation  spans repositories
--   process       is a running program
--   river_*       are River's own (0002); jobs carry repo_id in their arguments

-- One row per X-GitHub-Delivery: a repeated delivery finds its row and makes
-- no second job. GitHub redelivers for three days; rows are kept for seven.
CREATE TABLE delivery (
    guid            text PRIMARY KEY,
    event           text NOT NULL,
    action          text NOT NULL,
    installation_id bigint NOT NULL DEFAULT 0,
    repo_id         bigint NOT NULL DEFAULT 0,
    received_at     timestamptz NOT NULL DEFAULT now()
);
-- Expiry reads the oldest; deletion of a repository finds its own.
CREATE INDEX delivery_received ON delivery (received_at);
CREATE INDEX delivery_repo ON delivery (repo_id) WHERE repo_id <> 0;

-- An installation of the App. Writes to it are a second apart across all
-- processes, and wait until not_before when GitHub said so.
CREATE TABLE installation (
    installation_id bigint PRIMARY KEY,
    state           text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'removed')),
    last_write      timestamptz NOT NULL DEFAULT '-infinity',
    not_before      timestamptz NOT NULL DEFAULT '-infinity',
    changed_at      timestamptz NOT NULL DEFAULT now()
);

-- Which installation a repository belongs to. No row: nothing is done for it.
CREATE TABLE installed (
    repo_id         bigint PRIMARY KEY,
    installation_id bigint NOT NULL,
    full_name       text NOT NULL,            -- of the moment
    settings_sha    text NOT NULL DEFAULT '', -- blob of the settings whose problems were reported
    added_at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX installed_installation ON installed (installation_id);

-- The head that is wanted of a repository's ref. A push raises wanted; a
-- worker notes which wanted it has seen when it is done. The SHA is what the
-- ref was when it worked, never what a payload said.
CREATE TABLE head (
    repo_id   bigint NOT NULL,
    ref       text NOT NULL,
    wanted    bigint NOT NULL DEFAULT 1,
    done      bigint NOT NULL DEFAULT 0,
    sha       text NOT NULL DEFAULT '',
    done_at   timestamptz,
    PRIMARY KEY (repo_id, ref)
);

-- The same for the impact summary of a pull request.
CREATE TABLE pull (
    repo_id   bigint NOT NULL,
    number    int NOT NULL,
    wanted    bigint NOT NULL DEFAULT 1,
    done      bigint NOT NULL DEFAULT 0,
    head_sha  text NOT NULL DEFAULT '',       -- that the posted summary speaks of
    note      text NOT NULL DEFAULT '',       -- why there is none
    done_at   timestamptz,
    PRIMARY KEY (repo_id, number)
);

-- A comment that asks. One job for each distinct (comment, question): wanted
-- changes only when the hash of its questions does.
CREATE TABLE ask (
    repo_id         bigint NOT NULL,
    source          text NOT NULL,            -- issue_comment, review_comment or issue
    source_id       bigint NOT NULL,          -- GitHub's id of it
    number          int NOT NULL,             -- of the issue or pull request
    asker_id        bigint NOT NULL,
    wanted          bytea NOT NULL,           -- hash of the newest questions
    answered        bytea,                    -- hash of the questions that the reply answers
    state           text NOT NULL DEFAULT 'wanted'
        CHECK (state IN ('wanted', 'answered', 'help', 'refused', 'failed', 'withdrawn', 'ended')),
    note            text NOT NULL DEFAULT '', -- why it ended so
    created_at      timestamptz NOT NULL DEFAULT now(),
    done_at         timestamptz,
    PRIMARY KEY (repo_id, source, source_id)
);
-- A person's quota counts the asks of a day.
CREATE INDEX ask_asker ON ask (repo_id, asker_id, created_at);

-- How an answer came to be, for its page.
CREATE TABLE trace (
    repo_id    bigint NOT NULL,
    trace_id   bigint GENERATED ALWAYS AS IDENTITY,
    source     text NOT NULL,
    source_id  bigint NOT NULL,
    question   text NOT NULL,
    sha        text NOT NULL,
    status     text NOT NULL,
    trace      bytea NOT NULL,                -- as the use case wrote it
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (repo_id, trace_id)
);
CREATE INDEX trace_source ON trace (repo_id, source, source_id);

-- A comment of ours, recorded with its random key before it is made. subject
-- says what for: a question has one reply, a pull request one summary.
CREATE TABLE effect (
    repo_id    bigint NOT NULL,
    subject    text NOT NULL,
    key        text NOT NULL,
    tried_at   timestamptz,                   -- first call that may have made it; null: none did
    last_try   timestamptz,
    comment_id bigint,                        -- known to be there
    body_hash  bytea,                         -- of what it shows
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (repo_id, subject)
);

-- A running program's lease on the jobs that it works.
CREATE TABLE process (
    id         text PRIMARY KEY,
    started_at timestamptz NOT NULL DEFAULT now(),
    beat_at    timestamptz NOT NULL DEFAULT now()
);

-- Work that a repository's deletion must find: jobs by the repository in
-- their arguments.
CREATE INDEX river_job_repo ON river_job (((args ->> 'repo_id')::bigint));
