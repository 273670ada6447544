-- Keys by which tokens that were made here are known again.
CREATE TABLE token_keys (
    number BIGINT NOT NULL PRIMARY KEY,
    key BYTEA NOT NULL UNIQUE
);
