-- A child's sub-wallet on the family's Alby Hub: an isolated app with a budget. Its connection is in
-- sealed_secret; the Hub's token, with which it was made, is kept nowhere.

ALTER TABLE sealed_secret DROP CONSTRAINT sealed_secret_purpose_check;

ALTER TABLE sealed_secret ADD CONSTRAINT sealed_secret_purpose_check CHECK (purpose IN ('wallet', 'chain-source', 'lightning-receive', 'lightning-spend') OR purpose LIKE 'sub-wallet %');

CREATE TABLE sub_wallet (
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  budget_sats bigint NOT NULL CHECK (budget_sats > 0),
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id)
);

ALTER TABLE sub_wallet ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON sub_wallet USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, DELETE ON sub_wallet TO satling_app;
