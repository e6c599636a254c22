-- A family's child has few accounts and a share of that family's entries. Without these the planner
-- multiplies two shares of the whole table, expects a row or none, and reads the book once per line.

CREATE STATISTICS entry_of_family (ndistinct, dependencies) ON family_id, child_id FROM entry;

CREATE STATISTICS account_of_family (ndistinct, dependencies) ON family_id, child_id FROM account;

CREATE STATISTICS posting_of_family_account (ndistinct, dependencies) ON family_id, account_id FROM posting;

CREATE STATISTICS posting_of_family_entry (ndistinct, dependencies) ON family_id, entry_id FROM posting;

ANALYZE entry;

ANALYZE account;

ANALYZE posting;
