-- Checks of what had none. Of a report that was stored before, or by an older version, there is none.
ALTER TABLE reports ADD COLUMN seal BLOB;
-- The sum of the checks of all keys of tokens; none until those that there are were sealed.
ALTER TABLE whole ADD COLUMN keys BLOB;
