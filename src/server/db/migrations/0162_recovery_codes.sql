-- Codes on paper, for somebody who has lost the mailbox and the passkey. Each works once and goes.
CREATE TABLE recovery_code (
  code_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  made_at timestamptz NOT NULL
);

CREATE INDEX recovery_code_of_user ON recovery_code (user_id);

GRANT SELECT, INSERT, DELETE ON recovery_code TO satling_app;
