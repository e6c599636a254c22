-- A sign-in link for somebody who has lost every way in. It opens late, so that others can stop it.
ALTER TABLE magic_link
  ADD COLUMN help_id uuid UNIQUE,
  -- Whom it signs in; one at a time.
  ADD COLUMN helps uuid UNIQUE REFERENCES users ON DELETE CASCADE,
  -- The parent who asked for it; null for the operator.
  ADD COLUMN asked_by uuid REFERENCES users ON DELETE CASCADE,
  ADD COLUMN opens_at timestamptz,
  ADD CHECK (num_nulls(help_id, helps, opens_at) IN (0, 3)),
  ADD CHECK (asked_by IS NULL OR helps IS NOT NULL);

-- Until then, somebody who came in by such a link has a spouse's rights.
ALTER TABLE users ADD COLUMN helped_until timestamptz;
