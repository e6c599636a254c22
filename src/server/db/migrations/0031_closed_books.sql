-- A closed book stays whole until due_at. Until then an adult can restore it, which removes the row.
CREATE TABLE book_closing (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  closed_by uuid NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

ALTER TABLE book_closing ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON book_closing USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, DELETE ON book_closing TO satling_app;

-- What an account of a closed book holds; nothing moves it. NULL while the book is open.
ALTER TABLE account ADD COLUMN closed_sats bigint;

ALTER TABLE account ADD CONSTRAINT book_closed CHECK (closed_sats IS NULL OR balance_sats = closed_sats);
