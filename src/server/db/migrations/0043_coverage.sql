-- What the books promised and the wallet held: a row for each change that was seen.
CREATE TABLE coverage_point (
  family_id uuid NOT NULL REFERENCES family,
  at timestamptz NOT NULL,
  promised_sats bigint NOT NULL,
  held_sats bigint NOT NULL,
  PRIMARY KEY (family_id, at)
);

ALTER TABLE coverage_point ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON coverage_point USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON coverage_point TO satling_app;

-- Since when the wallet holds too little; its adults are told when it is set.
ALTER TABLE wallet ADD COLUMN short_since timestamptz;
