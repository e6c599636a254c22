-- A shared tablet in a child's hands: the session is the child's until it is handed back.
ALTER TABLE session ADD COLUMN handed_to uuid;

-- What an adult types to take a tablet back. Wrong tries are counted here, before the PIN is looked
-- at, so that several instances count together.
CREATE TABLE parent_pin (
  family_id uuid NOT NULL,
  user_id uuid NOT NULL,
  salt bytea NOT NULL,
  hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, user_id)
);

ALTER TABLE parent_pin ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON parent_pin USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON parent_pin TO satling_app;

-- A change of address waits until both mailboxes have said yes. A directory table: its links are
-- opened by whoever reads the mail, signed in or not.
CREATE TABLE email_change (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  new_email text NOT NULL CHECK (new_email = lower(new_email)),
  old_token_hash bytea NOT NULL,
  new_token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX email_change_old ON email_change (old_token_hash);

CREATE UNIQUE INDEX email_change_new ON email_change (new_token_hash);

GRANT SELECT, INSERT, UPDATE, DELETE ON email_change TO satling_app;

-- A spouse with all the rights of a parent keeps the place of the second adult in the family.
ALTER TABLE users ADD COLUMN full_parent boolean NOT NULL DEFAULT false;
