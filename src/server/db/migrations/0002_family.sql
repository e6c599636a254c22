-- A family, its children and their allowances. family_id comes first in every key: a family is a
-- shard.

CREATE TABLE family (
  family_id uuid PRIMARY KEY,
  time_zone text NOT NULL,
  pay_automatically boolean NOT NULL DEFAULT false,
  spouse_share integer NOT NULL DEFAULT 50 CHECK (spouse_share BETWEEN 0 AND 100),
  created_at timestamptz NOT NULL
);

-- next_week and next_due follow from the plans and the settled weeks (allowances/rules.ts); they
-- stand here so that a run finds what is due without reading every plan.
CREATE TABLE child (
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  name text NOT NULL,
  birth_month text NOT NULL,
  gender text NOT NULL CHECK (gender IN ('boy', 'girl')),
  spending_threshold_sats bigint NOT NULL CHECK (spending_threshold_sats >= 0),
  next_week date NOT NULL,
  next_due date NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (family_id, child_id)
);

CREATE TABLE allowance_plan (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  valid_from date NOT NULL,
  weekday smallint NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  amount_sats bigint NOT NULL CHECK (amount_sats >= 0),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id, plan_id),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

CREATE TABLE allowance_pause (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  pause_id uuid NOT NULL,
  from_date date NOT NULL,
  to_date date NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id, pause_id),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

-- One row settles one family week of one child, for ever: whatever happens later, the week is not
-- booked again.
CREATE TABLE allowance_occurrence (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  week_start date NOT NULL,
  due_date date NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats >= 0),
  state text NOT NULL CHECK (state IN ('booked', 'skipped', 'reversed')),
  entry_id uuid CHECK ((entry_id IS NULL) = (state = 'skipped')),
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id, week_start)
);
