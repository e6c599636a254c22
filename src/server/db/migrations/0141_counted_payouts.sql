-- Against whose ceiling a payout counts, and since when; empty where it counts against nobody's.
-- confirmed: a parent said yes to it with a fresh sign-in, so no ceiling stops it.
ALTER TABLE payout
  ADD COLUMN counted_for uuid,
  ADD COLUMN counted_at timestamptz,
  ADD COLUMN confirmed boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT counted_whole CHECK ((counted_for IS NULL) = (counted_at IS NULL));
