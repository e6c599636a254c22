-- Which lessons a child has read: the first time of each, and which questions were not answered
-- right at once (their numbers, from 0), as something to talk about. Nothing is ever counted up.
CREATE TABLE lesson_progress (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  lesson text NOT NULL,
  band text NOT NULL CHECK (band IN ('starter', 'explorer', 'young')),
  missed jsonb NOT NULL,
  by_child boolean NOT NULL,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id, lesson),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

ALTER TABLE lesson_progress ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON lesson_progress USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, DELETE ON lesson_progress TO satling_app;
