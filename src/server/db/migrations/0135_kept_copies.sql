-- What a call that redirects or destroys money has replaced, for 72 hours (features/changes). copy_no
-- counts up behind the family's lock. call: the call as the documents name it; of one that took a
-- change back, undid is the call that had made it. box holds the former state, sealed with
-- SECRET_KEY; plain holds what is never kept beside an encrypted wallet, sealed apart.
CREATE TABLE kept_copy (
  family_id uuid NOT NULL REFERENCES family,
  copy_id uuid NOT NULL,
  copy_no integer NOT NULL CHECK (copy_no > 0),
  call text NOT NULL,
  undid text,
  child_id uuid,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  box text NOT NULL,
  plain text,
  -- An adult has left the family since: they know what comes back.
  adult_left boolean NOT NULL DEFAULT false,
  -- Who asked the other adult to erase it at once.
  forget_asked_by uuid,
  PRIMARY KEY (family_id, copy_id)
);

CREATE UNIQUE INDEX kept_copy_in_order ON kept_copy (family_id, copy_no);

ALTER TABLE kept_copy ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON kept_copy USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON kept_copy TO satling_app;
