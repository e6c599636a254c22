-- Addresses of wallets that were replaced or forgotten. Children were given them, so whoever wrote
-- one down may still pay to it: what arrives is asked about until watched_until.
CREATE TABLE earlier_address (
  family_id uuid NOT NULL REFERENCES family,
  script_hash text NOT NULL,
  address text NOT NULL,
  network text NOT NULL,
  child_id uuid,
  handed_out_at timestamptz NOT NULL,
  status text,
  confirmed_sats bigint NOT NULL,
  waiting_sats bigint NOT NULL,
  watched_until timestamptz NOT NULL,
  PRIMARY KEY (family_id, script_hash)
);

ALTER TABLE earlier_address ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON earlier_address USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON earlier_address TO satling_app;
