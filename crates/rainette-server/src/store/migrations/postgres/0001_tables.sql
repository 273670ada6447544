-- Tables as lists show them. Everything here but the invitation follows from the log.
CREATE TABLE tables (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    invite TEXT NOT NULL UNIQUE,
    is_public BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    line TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    -- When somebody last came to a table that waits.
    visited_at BIGINT NOT NULL DEFAULT 0,
    -- How often what is not in the log has changed: people, chat and the like. Whoever knows it need not look again.
    touched BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX tables_by_status ON tables (status, changed_at);

-- The log: the truth. Numbers are never used twice: the key is the fence between nodes.
CREATE TABLE log (
    table_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat SMALLINT,
    command TEXT,
    payload TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- A command counts once.
CREATE UNIQUE INDEX log_by_command ON log (table_id, seat, command) WHERE command IS NOT NULL;

-- Names and hashed tokens, apart from the log so that they can be erased.
CREATE TABLE people (
    table_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    name TEXT,
    holder BYTEA,
    PRIMARY KEY (table_id, number)
);

CREATE INDEX people_by_holder ON people (holder) WHERE holder IS NOT NULL;

CREATE TABLE chat (
    table_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    person BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- Whom somebody at a table does not hear.
CREATE TABLE mutes (
    table_id TEXT COLLATE "C" NOT NULL,
    person BIGINT NOT NULL,
    other BIGINT NOT NULL,
    PRIMARY KEY (table_id, person, other)
);

-- What somebody wants to take back, while others have not agreed. It counts while no later event has happened.
CREATE TABLE wishes (
    table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    payload TEXT NOT NULL
);

-- When nodes ran, so that clocks need not count the time when none did.
CREATE TABLE runs (
    began_at BIGINT NOT NULL,
    node BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (began_at, node)
);

CREATE INDEX runs_by_end ON runs (seen_at);

CREATE TABLE analyses (
    table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    payload TEXT NOT NULL
);

-- Codes that move seats to another device: only their hashes.
CREATE TABLE codes (
    hash BYTEA NOT NULL PRIMARY KEY,
    table_id TEXT COLLATE "C" NOT NULL,
    holder BYTEA NOT NULL,
    until BIGINT NOT NULL
);
