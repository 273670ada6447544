-- What waits beside the log of a table: a choice before its turn, a wish to change seats. Each is stored by itself.
CREATE TABLE asides (
    table_id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (table_id, kind)
);
