-- Tables as lists show them. Everything here but the invitation follows from the log.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    invite TEXT NOT NULL UNIQUE,
    is_public INTEGER NOT NULL,
    status TEXT NOT NULL,
    line TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX tables_by_status ON tables (status, changed_at);

-- The log: the truth. Numbers are never used twice.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER,
    command TEXT,
    payload TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

-- A command counts once.
CREATE UNIQUE INDEX log_by_command ON log (table_id, seat, command) WHERE command IS NOT NULL;

-- Names and hashed tokens, apart from the log so that they can be erased.
CREATE TABLE people (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT,
    holder BLOB,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE INDEX people_by_holder ON people (holder) WHERE holder IS NOT NULL;

CREATE TABLE chat (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    person INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

-- When the server ran, so that clocks need not count the time in between.
CREATE TABLE runs (
    began_at INTEGER NOT NULL PRIMARY KEY,
    seen_at INTEGER NOT NULL
);

CREATE TABLE analyses (
    table_id TEXT NOT NULL PRIMARY KEY,
    payload TEXT NOT NULL
) WITHOUT ROWID;
