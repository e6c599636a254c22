-- How far a child's sapling has grown, in thousandths of four weeks' allowance kept for one day, and
-- the last day that was added (NULL: none yet). It cannot be worked out later: pruning removes lines.
ALTER TABLE child
  ADD COLUMN sapling bigint NOT NULL DEFAULT 0 CHECK (sapling >= 0),
  ADD COLUMN sapling_day date;
