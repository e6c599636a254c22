-- What waits for somebody's yes, and what people are told.

-- A request of a child, whoever typed it in. Its state changes once, from pending to one of the
-- others; an entry that follows from it has the request's id.
CREATE TABLE request (
  family_id uuid NOT NULL REFERENCES family,
  request_id uuid NOT NULL,
  child_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('withdrawal', 'savings_transfer', 'earned', 'import')),
  amount_sats bigint CHECK (amount_sats > 0),
  reason text NOT NULL,
  entered_by uuid NOT NULL,
  session_kind text NOT NULL CHECK (session_kind IN ('child', 'handed_over', 'child_view')),
  hold_id uuid,
  payload_id uuid,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'denied', 'withdrawn', 'lapsed')),
  created_at timestamptz NOT NULL,
  decided_by uuid,
  decided_at timestamptz,
  approved_sats bigint CHECK (approved_sats > 0 AND approved_sats <= amount_sats),
  denial_reason text,
  entry_id uuid,
  PRIMARY KEY (family_id, request_id),
  FOREIGN KEY (family_id, child_id) REFERENCES child,
  CHECK ((amount_sats IS NULL) = (kind = 'import')),
  CHECK ((payload_id IS NOT NULL) = (kind = 'import')),
  CHECK ((hold_id IS NOT NULL) = (kind IN ('withdrawal', 'savings_transfer'))),
  CHECK ((decided_at IS NULL) = (state = 'pending')),
  CHECK ((decided_by IS NULL) = (state IN ('pending', 'lapsed'))),
  CHECK (denial_reason IS NULL OR state = 'denied'),
  CHECK ((approved_sats IS NULL) = (state <> 'approved' OR kind = 'import')),
  CHECK (entry_id IS NULL OR state = 'approved')
);

CREATE INDEX request_open ON request (family_id, created_at) WHERE state = 'pending';

CREATE INDEX request_of_child ON request (family_id, child_id, created_at);

CREATE INDEX request_answered ON request (family_id, decided_at) WHERE state <> 'pending';

-- What one person is told. No sentence: its kind and facts, worded in the reader's language.
CREATE TABLE message (
  family_id uuid NOT NULL REFERENCES family,
  user_id uuid NOT NULL,
  message_id uuid NOT NULL,
  kind text NOT NULL,
  child_id uuid,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (family_id, user_id, message_id)
);

CREATE INDEX message_newest ON message (family_id, user_id, created_at);

CREATE INDEX message_of_child ON message (family_id, child_id) WHERE child_id IS NOT NULL;

ALTER TABLE request ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON request USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE message ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON message USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON request TO satling_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON message TO satling_app;
