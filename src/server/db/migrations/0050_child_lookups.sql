-- When the family's child addresses were last looked up from an open screen, and why that failed:
-- screens that ask sooner than the next turn get this answer.
ALTER TABLE wallet ADD COLUMN asked_at timestamptz;

ALTER TABLE wallet ADD COLUMN ask_failure text;
