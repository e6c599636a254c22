-- Entries that were pruned and came back from the family's own backup: to look up, nothing more. No
-- balance stands on them; what they came to is in the checkpoint.
CREATE TABLE returned_entry (
  family_id uuid NOT NULL REFERENCES family,
  entry_id uuid NOT NULL,
  child_id uuid,
  type text NOT NULL,
  amount_sats bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  text text NOT NULL,
  made_by_name text NOT NULL,
  movements text NOT NULL,
  returned_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, entry_id)
);

CREATE INDEX returned_entry_recent ON returned_entry (family_id, occurred_at DESC, entry_id DESC);

ALTER TABLE returned_entry ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON returned_entry USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, DELETE ON returned_entry TO satling_app;
