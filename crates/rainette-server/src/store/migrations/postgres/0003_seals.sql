-- Checks, so that damage shows. Every row of a log is chained to the one before.
ALTER TABLE log ADD COLUMN chain BYTEA;
ALTER TABLE tables ADD COLUMN seal BYTEA;
ALTER TABLE runs ADD COLUMN seal BYTEA;
ALTER TABLE codes ADD COLUMN seal BYTEA;

-- Of every table: the number and the check of the last event, and the sum of the checks of what stands beside its log. The
-- row changes with every event, so it is narrow, and its pages have room for the next version.
CREATE TABLE seals (
    table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    chain BYTEA NOT NULL,
    beside BYTEA NOT NULL
) WITH (fillfactor = 50);

-- How many tables there are, and the sum of the checks of their ids. The only row is made when all that there was is sealed.
CREATE TABLE whole (
    is_it BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (is_it),
    tables BIGINT NOT NULL,
    ids BYTEA NOT NULL
);
