-- What was erased or removed, by its id alone: a restore repeats what was done since its copy
-- (src/server/erasures.ts). It outlives the family, so it is not found by it.
CREATE TABLE erasure (
  kind text NOT NULL CHECK (kind IN ('family', 'book', 'person')),
  subject_id uuid NOT NULL,
  of_family uuid NOT NULL,
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (subject_id, erased_at)
);

GRANT INSERT ON erasure TO satling_app;

-- Each restore. Until it is checked, nobody but the operator signs in.
CREATE TABLE restored (
  restored_at timestamptz PRIMARY KEY,
  copied_at timestamptz NOT NULL,
  checked_at timestamptz
);

GRANT SELECT ON restored TO satling_app;
