-- People and how they sign in. Directory tables: they are found by e-mail or token, before the
-- family is known, and are listed as exceptions in schema-exceptions.ts.

CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  family_id uuid NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('parent', 'spouse', 'child')),
  child_id uuid CHECK ((child_id IS NOT NULL) = (role = 'child')),
  first_name text,
  sharing_enabled boolean NOT NULL DEFAULT true,
  share_percentage integer NOT NULL DEFAULT 100 CHECK (share_percentage BETWEEN 0 AND 100),
  retention_months integer NOT NULL DEFAULT 12,
  auto_pruning boolean NOT NULL DEFAULT false,
  onboarded boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL
);

CREATE INDEX users_family ON users (family_id);

CREATE TABLE session (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);

CREATE INDEX session_of_user ON session (user_id);

CREATE TABLE magic_link (
  token_hash bytea PRIMARY KEY,
  email text NOT NULL,
  pending_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  code_tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  code_expires_at timestamptz NOT NULL
);

CREATE INDEX magic_link_email ON magic_link (email);

CREATE INDEX magic_link_pending ON magic_link (pending_hash);

CREATE TABLE device (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL
);

CREATE TABLE invitation (
  invitation_id uuid PRIMARY KEY,
  family_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('spouse', 'child')),
  child_id uuid CHECK ((child_id IS NOT NULL) = (role = 'child')),
  net_worth_share integer NOT NULL DEFAULT 50 CHECK (net_worth_share BETWEEN 0 AND 100),
  invited_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answer text CHECK (answer IN ('joined', 'declined', 'cancelled')),
  answered_at timestamptz
);

CREATE INDEX invitation_email ON invitation (email) WHERE answer IS NULL;

CREATE INDEX invitation_family ON invitation (family_id) WHERE answer IS NULL;

CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
