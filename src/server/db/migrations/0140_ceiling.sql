-- What one adult may move within a rolling day before a fresh sign-in is needed (decision 91).
ALTER TABLE family ADD COLUMN ceiling_sats bigint NOT NULL DEFAULT 20000 CHECK (ceiling_sats >= 0);
