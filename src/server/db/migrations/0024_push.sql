-- Devices that asked to be told when something waits: one address of a push service each. It lives
-- and dies with the session of the browser that asked.
CREATE TABLE push_subscription (
  family_id uuid NOT NULL REFERENCES family,
  session_id uuid NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  pay_day_told date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, session_id)
);

CREATE INDEX push_subscription_of_user ON push_subscription (family_id, user_id);

ALTER TABLE push_subscription ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON push_subscription USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscription TO satling_app;
