-- How much a child has written in each hour of its last day, whatever calls it made: child-limit.ts
-- stops it at a number. Older hours are removed by the child's next write.

CREATE TABLE child_write (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  writes integer NOT NULL CHECK (writes > 0),
  PRIMARY KEY (family_id, child_id, hour),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

ALTER TABLE child_write ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON child_write USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON child_write TO satling_app;
