-- Whoever has claimed this server runs it, beside those of ADMIN_EMAILS. There is one at most: of two
-- claims at once the later one fails.
ALTER TABLE users ADD COLUMN is_operator boolean NOT NULL DEFAULT false;

CREATE UNIQUE INDEX users_operator ON users (is_operator) WHERE is_operator;
