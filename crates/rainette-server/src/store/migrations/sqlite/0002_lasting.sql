-- Whom somebody at a table does not hear.
CREATE TABLE mutes (
    table_id TEXT NOT NULL,
    person INTEGER NOT NULL,
    other INTEGER NOT NULL,
    PRIMARY KEY (table_id, person, other)
) WITHOUT ROWID;

-- What somebody wants to take back, while others have not agreed. It counts while no later event has happened.
CREATE TABLE wishes (
    table_id TEXT NOT NULL PRIMARY KEY,
    payload TEXT NOT NULL
) WITHOUT ROWID;

-- Codes that move seats to another device: only their hashes.
CREATE TABLE codes (
    hash BLOB NOT NULL PRIMARY KEY,
    table_id TEXT NOT NULL,
    holder BLOB NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;

-- When somebody last came to a table that waits.
ALTER TABLE tables ADD COLUMN visited_at INTEGER NOT NULL DEFAULT 0;
