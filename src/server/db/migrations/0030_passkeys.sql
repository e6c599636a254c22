-- With which a person confirms who they are; they sign nobody in. Directory table, as session is.
CREATE TABLE passkey (
  passkey_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX passkey_of_user ON passkey (user_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO satling_app;

-- What a passkey has to sign next: once, in this session.
ALTER TABLE session ADD COLUMN challenge text;

ALTER TABLE session ADD COLUMN challenge_expires_at timestamptz;
