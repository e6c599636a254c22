-- A balance changes far more often than an account is made. Room on its page keeps the new version
-- of the row beside the old one (a heap-only update): no index is touched.
ALTER TABLE account SET (fillfactor = 50);
