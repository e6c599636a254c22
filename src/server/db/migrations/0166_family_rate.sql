-- What one bitcoin is worth in the family's own money, as a parent typed it. It only helps people to
-- read amounts: no sum uses it. rate_no counts up; the highest is the rate of now. Without a currency
-- the family has gone back to the fixed estimate.
CREATE TABLE family_rate (
  family_id uuid NOT NULL REFERENCES family,
  rate_no integer NOT NULL CHECK (rate_no > 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the smallest unit of the currency: cents, or yen.
  minor_per_btc bigint CHECK (minor_per_btc > 0),
  typed_by uuid NOT NULL,
  typed_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, rate_no),
  CHECK ((currency IS NULL) = (minor_per_btc IS NULL))
);

ALTER TABLE family_rate ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON family_rate USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, DELETE ON family_rate TO satling_app;
