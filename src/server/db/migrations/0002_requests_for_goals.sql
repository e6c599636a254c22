-- A child's request for a goal is a request: `request` says who asked, what was answered and in
-- which words, `goal_allocation` what it asks for and whether it runs.

ALTER TABLE request DROP CONSTRAINT request_kind_check;

ALTER TABLE request ADD CONSTRAINT request_kind_check CHECK (kind IN ('withdrawal',
  'savings_transfer', 'earned', 'import', 'allocation'));

ALTER TABLE request DROP CONSTRAINT request_check1;

ALTER TABLE request ADD CONSTRAINT request_check1 CHECK ((amount_sats IS NULL) = (kind IN ('import',
  'allocation')));

ALTER TABLE request DROP CONSTRAINT request_check2;

ALTER TABLE request ADD CONSTRAINT request_check2 CHECK ((payload_id IS NOT NULL) = (kind IN
  ('import', 'allocation')));

ALTER TABLE request DROP CONSTRAINT request_check7;

ALTER TABLE request ADD CONSTRAINT request_check7 CHECK ((approved_sats IS NULL) = (state <>
  'approved' OR amount_sats IS NULL));

-- Of an allocation that ended nobody knows who ended it: only a yes has named somebody. What has
-- no time of its own ended with the child's book.
INSERT INTO request (family_id, request_id, child_id, kind, reason, entered_by, session_kind,
  payload_id, state, created_at, decided_by, decided_at, denial_reason)
SELECT l.family_id, l.allocation_id, l.child_id, 'allocation', coalesce(l.note, ''), l.entered_by,
  l.session_kind, l.allocation_id, s.state, l.created_at,
  CASE WHEN s.state NOT IN ('pending', 'lapsed') THEN coalesce(l.decided_by, l.entered_by) END,
  CASE WHEN s.state <> 'pending' THEN coalesce(l.decided_at, c.removed_at, l.created_at) END,
  CASE WHEN s.state = 'denied' THEN l.denial_reason END
FROM goal_allocation l
JOIN child c ON c.family_id = l.family_id AND c.child_id = l.child_id
CROSS JOIN LATERAL (SELECT CASE
  WHEN l.status IN ('pending', 'denied', 'withdrawn', 'lapsed') THEN l.status
  WHEN l.status = 'ended' AND l.decided_by IS NULL THEN 'lapsed'
  ELSE 'approved' END AS state) s
WHERE l.session_kind <> 'adult';

ALTER TABLE goal_allocation ADD COLUMN stopped_by uuid;

ALTER TABLE goal_allocation ADD COLUMN stopped_at timestamptz;

ALTER TABLE goal_allocation DROP CONSTRAINT goal_allocation_status_check;

DROP INDEX goal_allocation_open;

UPDATE goal_allocation SET
  stopped_by = CASE WHEN status = 'stopped' THEN coalesce(decided_by, entered_by) END,
  stopped_at = CASE WHEN status = 'stopped' THEN coalesce(decided_at, created_at) END,
  status = CASE WHEN status = 'pending' THEN 'asked'
    WHEN status IN ('denied', 'withdrawn', 'lapsed') THEN 'ended' ELSE status END;

-- `asked` waits for the answer to the request with its id; one that was refused has ended.
ALTER TABLE goal_allocation ADD CONSTRAINT goal_allocation_status_check CHECK (status IN ('asked',
  'active', 'stopped', 'ended'));

ALTER TABLE goal_allocation ADD CONSTRAINT goal_allocation_stopped_check CHECK ((status =
  'stopped') = (stopped_at IS NOT NULL) AND (stopped_by IS NULL) = (stopped_at IS NULL));

CREATE INDEX goal_allocation_open ON goal_allocation (family_id, child_id, goal_id) WHERE status IN
  ('asked', 'active');

ALTER TABLE goal_allocation DROP COLUMN note;

ALTER TABLE goal_allocation DROP COLUMN denial_reason;

ALTER TABLE goal_allocation DROP COLUMN session_kind;

ALTER TABLE goal_allocation DROP COLUMN decided_by;

ALTER TABLE goal_allocation DROP COLUMN decided_at;
