-- The family's wallet as a parent's browser has encrypted it (core/vault/payload.ts): no key of
-- this server opens it. The version goes up with each change, and never down. renewal_due: somebody
-- who knows the passphrase has left the family.
CREATE TABLE vault (
  family_id uuid NOT NULL REFERENCES family,
  version integer NOT NULL CHECK (version > 0),
  prefers_encryption boolean NOT NULL,
  encrypted_data text,
  iv text,
  salt text,
  renewal_due boolean NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (family_id),
  CONSTRAINT whole_payload CHECK (num_nulls(encrypted_data, iv, salt) IN (0, 3)),
  CONSTRAINT encrypted_by_choice CHECK (encrypted_data IS NULL OR prefers_encryption)
);

ALTER TABLE vault ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON vault USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON vault TO satling_app;
