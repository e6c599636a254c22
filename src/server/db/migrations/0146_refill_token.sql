-- SHA-256 of a random token that lies in the family's vault (0073): what a browser sends with it
-- continues the prepared addresses of this wallet (0087), and asks nobody for a fresh sign-in.
ALTER TABLE wallet ADD COLUMN refill_hash bytea;
