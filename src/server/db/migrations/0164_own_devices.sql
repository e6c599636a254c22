-- A child's own device, let in by a code. No PIN makes it the session of the parent who let it in.
ALTER TABLE session ADD COLUMN own_device boolean NOT NULL DEFAULT false;

ALTER TABLE session ADD CHECK (NOT own_device OR handed_to IS NOT NULL);
