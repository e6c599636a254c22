-- A savings transfer that the family's wallet pays to the parents' Lightning address. While its
-- payment is open nobody answers the request, whose hold is the payment's too.
ALTER TABLE request ADD COLUMN paying boolean NOT NULL DEFAULT false;

ALTER TABLE lightning_payment ADD COLUMN pays_request uuid;

-- No second one before the first surely failed.
CREATE UNIQUE INDEX lightning_payment_transfer ON lightning_payment (family_id, pays_request) WHERE pays_request IS NOT NULL AND state IN ('checking', 'paid');
