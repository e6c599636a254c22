-- A parent has said that the wallet cannot set a budget for the connection that spends. Where nobody
-- has, a wallet that names none is told to pay nothing.
ALTER TABLE lightning_connection ADD COLUMN without_budget boolean NOT NULL DEFAULT false;

-- These never name a budget, so they were connected with that yes.
UPDATE lightning_connection SET without_budget = true WHERE purpose = 'spend' AND (type IN ('alby_hub', 'phoenixd') OR provider = 'CoinOS');
