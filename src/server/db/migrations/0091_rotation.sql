-- Somebody who knew the connection has left the family: it is to be removed in the wallet, and
-- another one connected. Another connection has another row, or another spending_id.
ALTER TABLE lightning_connection ADD COLUMN rotation_due boolean NOT NULL DEFAULT false;

ALTER TABLE vault ADD COLUMN rotation_due boolean NOT NULL DEFAULT false;
