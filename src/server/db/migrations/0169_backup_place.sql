-- Of off-site storage: when a copy was last sent there and read back, and what went wrong tonight.
ALTER TABLE backup_run
  ADD COLUMN placed_at timestamptz,
  ADD COLUMN place_problem text CHECK (place_problem IN ('not_encrypted', 'refused', 'unreachable', 'differs'));
