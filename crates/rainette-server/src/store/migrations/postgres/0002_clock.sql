-- What nodes agree on: the time at tables is this database's plus a shift, which makes up for steps of its clock.
CREATE TABLE clock (
    is_it BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (is_it),
    shift BIGINT NOT NULL,
    -- The database's time when a node last said that it runs.
    said_at BIGINT NOT NULL
);

INSERT INTO clock (shift, said_at) VALUES (0, 0);
