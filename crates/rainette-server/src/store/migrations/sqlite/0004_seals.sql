-- Checks, so that damage shows. Every row of a log is chained to the one before.
ALTER TABLE log ADD COLUMN chain BLOB;
ALTER TABLE tables ADD COLUMN seal BLOB;
ALTER TABLE runs ADD COLUMN seal BLOB;
ALTER TABLE codes ADD COLUMN seal BLOB;

-- Of every table: the number and the check of the last event, and the sum of the checks of what stands beside its log.
CREATE TABLE seals (
    table_id TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    chain BLOB NOT NULL,
    beside BLOB NOT NULL
) WITHOUT ROWID;

-- How many tables there are, and the sum of the checks of their ids. The only row is made when all that there was is sealed.
CREATE TABLE whole (
    is_it INTEGER NOT NULL PRIMARY KEY CHECK (is_it = 1),
    tables INTEGER NOT NULL,
    ids BLOB NOT NULL
);
