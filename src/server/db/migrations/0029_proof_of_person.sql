-- When the person of a session last proved who they are. Null since a hand-over, and for sessions
-- from before this column: they are asked.
ALTER TABLE session ADD COLUMN fresh_at timestamptz;

-- The code that confirms it is still the same person, good for this session only.
ALTER TABLE session ADD COLUMN code_hash bytea;

ALTER TABLE session ADD COLUMN code_tries integer NOT NULL DEFAULT 0;

ALTER TABLE session ADD COLUMN code_expires_at timestamptz;

-- Until then whoever made this person a full parent can undo it, and the rights wait.
ALTER TABLE users ADD COLUMN full_parent_at timestamptz NOT NULL DEFAULT '-infinity';
