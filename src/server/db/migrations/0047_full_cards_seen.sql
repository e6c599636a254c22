-- Who has seen that the goal is full: its page turns once for each of them. A child by its book, an
-- adult by the sign-in.
ALTER TABLE goal ADD COLUMN full_seen_by uuid[] NOT NULL DEFAULT '{}';
