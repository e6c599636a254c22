-- What counts as later comes from a number, never from a clock: ids begin with the time of the
-- instance that made them (docs/decisions/0085-order-never-comes-from-a-clock.md). What is there
-- keeps the order it had.
ALTER TABLE allowance_plan ADD COLUMN plan_no integer NOT NULL DEFAULT 0;

UPDATE allowance_plan p SET plan_no = o.no
FROM (SELECT family_id, child_id, plan_id,
    row_number() OVER (PARTITION BY family_id, child_id ORDER BY plan_id) AS no
  FROM allowance_plan) o
WHERE p.family_id = o.family_id AND p.child_id = o.child_id AND p.plan_id = o.plan_id;

ALTER TABLE allowance_plan ALTER COLUMN plan_no DROP DEFAULT;

-- Under the family's lock no number is given twice.
CREATE UNIQUE INDEX allowance_plan_order ON allowance_plan (family_id, child_id, plan_no);

ALTER TABLE unsealed ADD COLUMN queue_no bigint NOT NULL DEFAULT 0;

UPDATE unsealed u SET queue_no = o.no
FROM (SELECT family_id, entry_id,
    row_number() OVER (PARTITION BY family_id ORDER BY recorded_at, entry_id) AS no
  FROM unsealed) o
WHERE u.family_id = o.family_id AND u.entry_id = o.entry_id;

ALTER TABLE unsealed ALTER COLUMN queue_no DROP DEFAULT;

ALTER TABLE message ADD COLUMN message_no bigint NOT NULL DEFAULT 0;

UPDATE message m SET message_no = o.no
FROM (SELECT family_id, user_id, message_id,
    row_number() OVER (PARTITION BY family_id, user_id ORDER BY created_at, message_id) AS no
  FROM message) o
WHERE m.family_id = o.family_id AND m.user_id = o.user_id AND m.message_id = o.message_id;

ALTER TABLE message ALTER COLUMN message_no DROP DEFAULT;

CREATE INDEX message_order ON message (family_id, user_id, message_no);

DROP INDEX message_newest;
