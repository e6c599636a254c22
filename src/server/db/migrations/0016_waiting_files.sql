-- The file of a child that waits for a parent's yes, whole. It goes when the request is answered.
CREATE TABLE wallet_file (
  family_id uuid NOT NULL REFERENCES family,
  import_id uuid NOT NULL,
  child_id uuid NOT NULL,
  content text NOT NULL,
  filename text NOT NULL,
  answers jsonb NOT NULL,
  PRIMARY KEY (family_id, import_id)
);

ALTER TABLE wallet_file ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet_file USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, DELETE ON wallet_file TO satling_app;
