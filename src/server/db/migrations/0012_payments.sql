-- What became of the money of an entry: one appended event for each change, the newest one counts.
-- An entry without events is recorded, and that is all the book says of it.
CREATE TABLE payment_event (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  event_no int NOT NULL CHECK (event_no > 0),
  state text NOT NULL CHECK (state IN ('waiting', 'checking', 'paid', 'cancelled')),
  at timestamptz NOT NULL,
  made_by uuid NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (family_id, entry_id, event_no)
);

ALTER TABLE payment_event ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON payment_event USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT ON payment_event TO satling_app;
