-- Names the state that a family's rows are in: every change replaces it, in its own transaction and
-- under its lock (src/server/db/revision.ts). What was read under a revision is true for as long as
-- the row still has it. At random and not counted, so that a database that lost its last moments
-- (a standby that takes over) never comes to the same revision with other rows.
ALTER TABLE family ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
