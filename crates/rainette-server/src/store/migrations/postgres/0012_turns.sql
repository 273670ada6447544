-- Whom games wait for, for the list of somebody's own tables. It follows from the log, and is written anew when a table is
-- loaded: nothing is lost if it is.
CREATE TABLE turns (
    table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- The number of the last event: what was true earlier does not replace what was true later.
    number BIGINT NOT NULL,
    payload TEXT
) WITH (fillfactor = 50);

-- What people have reported to whoever runs the server. A copy of what was said stands with it.
CREATE TABLE reports (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    payload TEXT NOT NULL
);

CREATE INDEX reports_by_table ON reports (table_id);
