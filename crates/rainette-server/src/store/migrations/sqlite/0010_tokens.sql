-- Keys by which tokens that were made here are known again.
CREATE TABLE token_keys (
    number INTEGER NOT NULL PRIMARY KEY,
    key BLOB NOT NULL UNIQUE
) WITHOUT ROWID;
