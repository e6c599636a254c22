-- True where the browser said, when the passkey was made, that it derives secrets (WebAuthn PRF).
ALTER TABLE passkey ADD COLUMN has_prf boolean NOT NULL DEFAULT false;

-- With which passkeys adults unlock their family's vault: its passphrase, sealed with a key that
-- only the passkey makes, from this salt. Neither that key nor the PRF output is ever on this server.
CREATE TABLE vault_passkey (
  family_id uuid NOT NULL REFERENCES family,
  passkey_id uuid NOT NULL REFERENCES passkey ON DELETE CASCADE,
  salt text NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, passkey_id)
);

ALTER TABLE vault_passkey ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON vault_passkey USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON vault_passkey TO satling_app;
