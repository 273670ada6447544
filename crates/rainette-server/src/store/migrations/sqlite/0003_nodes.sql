-- How often what is not in the log has changed: people, chat and the like. Whoever knows it need not look again.
ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
