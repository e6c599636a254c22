-- Goals: what a family or a child saves for, who gives what part of it, and pictures.

-- current_sats is the sum of the goal's accounts as long as it is open; it changes in the statement
-- that posts to them (server/ledger/post.ts). A bought goal keeps the figure it was bought at.
CREATE TABLE goal (
  family_id uuid NOT NULL REFERENCES family,
  goal_id uuid NOT NULL,
  created_by uuid NOT NULL,
  creator_type text NOT NULL CHECK (creator_type IN ('parent', 'child')),
  -- Whose personal goal it is; without a child it is the whole family's.
  owner_child_id uuid,
  title text NOT NULL,
  description text NOT NULL,
  category text NOT NULL CHECK (category IN ('vacation', 'education', 'toy', 'bike', 'car', 'home', 'electronics', 'sports', 'other')),
  target_sats bigint NOT NULL CHECK (target_sats > 0 AND target_sats <= 2100000000000000),
  current_sats bigint NOT NULL DEFAULT 0 CHECK (current_sats >= 0),
  target_date date,
  image_url text,
  image_id uuid,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'bought', 'deleted')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, goal_id),
  CONSTRAINT not_above_target CHECK (current_sats <= target_sats)
);

CREATE TABLE goal_image (
  family_id uuid NOT NULL,
  image_id uuid NOT NULL,
  goal_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 163840),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, image_id),
  FOREIGN KEY (family_id, goal_id) REFERENCES goal
);

-- One account per goal and contributor: a child, or the parents together (no child).
ALTER TABLE account ADD COLUMN goal_id uuid CHECK (goal_id IS NULL OR kind = 'goal');

CREATE UNIQUE INDEX account_of_goal ON account (family_id, goal_id, child_id) WHERE goal_id IS NOT NULL AND child_id IS NOT NULL;

CREATE UNIQUE INDEX account_of_goal_parents ON account (family_id, goal_id) WHERE goal_id IS NOT NULL AND child_id IS NULL;

-- A percentage for a goal: of each new allowance, or once of all savings. A child's waits for a yes.
CREATE TABLE goal_allocation (
  family_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  goal_id uuid NOT NULL,
  child_id uuid,
  percent_tenths integer NOT NULL CHECK (percent_tenths BETWEEN 1 AND 1000),
  apply_to text NOT NULL CHECK (apply_to IN ('new_contributions', 'entire_savings')),
  status text NOT NULL CHECK (status IN ('pending', 'active', 'denied', 'withdrawn', 'lapsed', 'stopped', 'ended')),
  note text,
  denial_reason text,
  entered_by uuid NOT NULL,
  session_kind text NOT NULL CHECK (session_kind IN ('child', 'handed_over', 'child_view', 'adult')),
  decided_by uuid,
  decided_at timestamptz,
  -- The one entry of an entire_savings allocation: once it is there, nothing moves again.
  done_entry_id uuid CHECK (done_entry_id IS NULL OR apply_to = 'entire_savings'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, allocation_id),
  FOREIGN KEY (family_id, goal_id) REFERENCES goal
);

CREATE INDEX goal_allocation_open ON goal_allocation (family_id, child_id, goal_id) WHERE status IN ('pending', 'active');

-- What an allocation gave, entry by entry; a reversal stands here with its minus.
CREATE TABLE goal_share (
  family_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats <> 0),
  PRIMARY KEY (family_id, allocation_id, entry_id)
);

CREATE INDEX goal_share_of_entry ON goal_share (family_id, entry_id);

-- What a contribution made by hand was called. The words stand here so that they can be erased.
CREATE TABLE goal_contribution (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  contribution_type text NOT NULL CHECK (contribution_type IN ('allowance', 'bonus', 'savings', 'chores', 'gift')),
  description text,
  PRIMARY KEY (family_id, entry_id)
);

ALTER TABLE goal ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON goal USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal_image ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON goal_image USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal_allocation ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON goal_allocation USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal_share ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON goal_share USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal_contribution ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON goal_contribution USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON goal, goal_allocation, goal_contribution TO satling_app;

GRANT SELECT, INSERT, DELETE ON goal_image TO satling_app;

GRANT SELECT, INSERT ON goal_share TO satling_app;
