-- The schema as 0.9.0 left it, in one piece (docs/decisions/0109-one-schema-to-begin-with.md). Applied
-- files are never edited: what changes is a new file, 0002 and so on. family_id comes first in every
-- key, as a family is a shard; schema-exceptions.ts lists what is found in another way. Names with a
-- number behind them are PostgreSQL's own: later files name them, so they stay.

-- ---- Families and people ----

-- Every change locks its family's row first.
CREATE TABLE family (
  family_id uuid PRIMARY KEY,
  time_zone text NOT NULL,
  pay_automatically boolean NOT NULL DEFAULT false,
  spouse_share integer NOT NULL DEFAULT 50 CHECK (spouse_share BETWEEN 0 AND 100),
  created_at timestamptz NOT NULL,
  -- Names the state that a family's rows are in: every change replaces it, in its own transaction
  -- and under its lock (src/server/db/revision.ts). What was read under a revision is true for as
  -- long as the row still has it. At random and not counted, so that a database that lost its last
  -- moments (a standby that takes over) never comes to the same revision with other rows.
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What one adult may move within a rolling day before a fresh sign-in is needed (decision 91).
  ceiling_sats bigint NOT NULL DEFAULT 20000 CHECK (ceiling_sats >= 0),
  -- Lower ceilings that a raise has replaced: each counts for another 72 hours (decision 94).
  ceiling_before jsonb NOT NULL DEFAULT '[]'
);

-- People and how they sign in. Directory tables: they are found by e-mail or token, before the
-- family is known, and are listed as exceptions in schema-exceptions.ts.
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  family_id uuid NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('parent', 'spouse', 'child')),
  child_id uuid,
  first_name text,
  sharing_enabled boolean NOT NULL DEFAULT true,
  share_percentage integer NOT NULL DEFAULT 100 CHECK (share_percentage BETWEEN 0 AND 100),
  retention_months integer NOT NULL DEFAULT 12,
  auto_pruning boolean NOT NULL DEFAULT false,
  onboarded boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  -- A spouse with all the rights of a parent keeps the place of the second adult in the family.
  full_parent boolean NOT NULL DEFAULT false,
  -- In which language a person reads mails and what a device is told; null until a browser has said
  -- it.
  language text CHECK (language IN ('en', 'de', 'es')),
  -- Until then whoever made this person a full parent can undo it, and the rights wait.
  full_parent_at timestamptz NOT NULL DEFAULT '-infinity',
  -- In which unit a person types amounts. A child's choice is kept with its book, so that it is the
  -- same on a tablet that is handed over and where the child signs in itself.
  amount_unit text NOT NULL DEFAULT 'sats' CHECK (amount_unit IN ('sats', 'btc', 'own')),
  -- Whoever has claimed this server runs it, beside those of ADMIN_EMAILS. There is one at most: of
  -- two claims at once the later one fails.
  is_operator boolean NOT NULL DEFAULT false,
  -- Until then, somebody who came in by such a link has a spouse's rights.
  helped_until timestamptz,
  CHECK ((child_id IS NOT NULL) = (role = 'child'))
);

CREATE INDEX users_family ON users (family_id);

CREATE UNIQUE INDEX users_operator ON users (is_operator) WHERE is_operator;

-- A browser that is signed in, found by the hash of its cookie.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- A shared tablet in a child's hands: the session is the child's until it is handed back.
  handed_to uuid,
  -- When the person of a session last proved who they are. Null since a hand-over:
  -- then they are asked.
  fresh_at timestamptz,
  -- The code that confirms it is still the same person, good for this session only.
  code_hash bytea,
  code_tries integer NOT NULL DEFAULT 0,
  code_expires_at timestamptz,
  -- What a passkey has to sign next: once, in this session.
  challenge text,
  challenge_expires_at timestamptz,
  -- A child's own device, let in by a code. No PIN makes it the session of the parent who let it
  -- in.
  own_device boolean NOT NULL DEFAULT false,
  CHECK (NOT own_device OR handed_to IS NOT NULL)
);

CREATE INDEX session_of_user ON session (user_id);

-- A browser that somebody has signed in on, known by the hash of a cookie of its own.
CREATE TABLE device (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL
);

-- Links and codes that sign somebody in.
CREATE TABLE magic_link (
  token_hash bytea PRIMARY KEY,
  email text NOT NULL,
  pending_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  code_tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  code_expires_at timestamptz NOT NULL,
  -- A sign-in link for somebody who has lost every way in. It opens late, so that others can stop
  -- it.
  help_id uuid UNIQUE,
  -- Whom it signs in; one at a time.
  helps uuid UNIQUE REFERENCES users ON DELETE CASCADE,
  -- The parent who asked for it; null for the operator.
  asked_by uuid REFERENCES users ON DELETE CASCADE,
  opens_at timestamptz,
  CHECK (num_nulls(help_id, helps, opens_at) IN (0, 3)),
  CHECK (asked_by IS NULL OR helps IS NOT NULL)
);

CREATE INDEX magic_link_email ON magic_link (email);

CREATE INDEX magic_link_pending ON magic_link (pending_hash);

-- With which a person confirms who they are; they sign nobody in. Directory table, as session is.
CREATE TABLE passkey (
  passkey_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- True where the browser said, when the passkey was made, that it derives secrets (WebAuthn PRF).
  has_prf boolean NOT NULL DEFAULT false
);

CREATE INDEX passkey_of_user ON passkey (user_id);

-- Codes on paper, for somebody who has lost the mailbox and the passkey. Each works once and goes.
CREATE TABLE recovery_code (
  code_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  made_at timestamptz NOT NULL
);

CREATE INDEX recovery_code_of_user ON recovery_code (user_id);

-- Who is invited, by address: to a family, or by the operator to open one.
CREATE TABLE invitation (
  invitation_id uuid PRIMARY KEY,
  family_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('parent', 'spouse', 'child')),
  child_id uuid,
  net_worth_share integer NOT NULL DEFAULT 50 CHECK (net_worth_share BETWEEN 0 AND 100),
  invited_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answer text CHECK (answer IN ('joined', 'declined', 'cancelled')),
  answered_at timestamptz,
  CHECK ((child_id IS NOT NULL) = (role = 'child'))
);

CREATE INDEX invitation_email ON invitation (email) WHERE answer IS NULL;

CREATE INDEX invitation_family ON invitation (family_id) WHERE answer IS NULL;

-- Invitations are counted by the hour, answered ones too.
CREATE INDEX invitation_sent ON invitation (sent_at);

-- A device that joins a family by a code on a parent's screen: at most ten minutes, five tries.
CREATE TABLE joining (
  joining_id text PRIMARY KEY,
  family_id uuid NOT NULL REFERENCES family ON DELETE CASCADE,
  -- Whose device it becomes; null for an adult.
  child_id uuid,
  made_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  -- The browser that asks; its match number stands on both screens.
  pending_hash bytea UNIQUE,
  device text,
  match text,
  email text,
  let_in_at timestamptz,
  CHECK (num_nulls(pending_hash, device, match) IN (0, 3)),
  CHECK (let_in_at IS NULL OR pending_hash IS NOT NULL)
);

CREATE INDEX joining_of_family ON joining (family_id);

-- A change of address waits until both mailboxes have said yes. A directory table: its links are
-- opened by whoever reads the mail, signed in or not.
CREATE TABLE email_change (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  new_email text NOT NULL CHECK (new_email = lower(new_email)),
  old_token_hash bytea NOT NULL,
  new_token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX email_change_old ON email_change (old_token_hash);

CREATE UNIQUE INDEX email_change_new ON email_change (new_token_hash);

-- Attempts, counted as rate-limiter-flexible counts them.
CREATE TABLE rate_limit (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- What a state-changing call answered, so that a repeated one books nothing again.
CREATE TABLE idempotency (
  family_id uuid NOT NULL,
  user_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, user_id, route, key)
);

-- ---- Children and their allowances ----

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
  amount_unit text NOT NULL DEFAULT 'sats' CHECK (amount_unit IN ('sats', 'btc', 'own')),
  -- Which face a child has chosen (core/faces.ts); NULL: the one by gender.
  face text,
  -- How far a child's sapling has grown, in thousandths of four weeks' allowance kept for one day,
  -- and the last day that was added (NULL: none yet). It cannot be worked out later: pruning
  -- removes lines.
  sapling bigint NOT NULL DEFAULT 0 CHECK (sapling >= 0),
  sapling_day date,
  PRIMARY KEY (family_id, child_id)
);

-- A closed book stays whole until due_at. Until then an adult can restore it, which removes the
-- row.
CREATE TABLE book_closing (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  closed_by uuid NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

-- How much a child has written in each hour of its last day, whatever calls it made: child-limit.ts
-- stops it at a number. Older hours are removed by the child's next write.
CREATE TABLE child_write (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  writes integer NOT NULL CHECK (writes > 0),
  PRIMARY KEY (family_id, child_id, hour),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

-- What an adult types to take a tablet back. Wrong tries are counted here, before the PIN is looked
-- at, so that several instances count together.
CREATE TABLE parent_pin (
  family_id uuid NOT NULL,
  user_id uuid NOT NULL,
  salt bytea NOT NULL,
  hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, user_id)
);

-- What one bitcoin is worth in the family's own money, as a parent typed it. It only helps people
-- to read amounts: no sum uses it. rate_no counts up; the highest is the rate of now. Without a
-- currency the family has gone back to the fixed estimate.
CREATE TABLE family_rate (
  family_id uuid NOT NULL REFERENCES family,
  rate_no integer NOT NULL CHECK (rate_no > 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the smallest unit of the currency: cents, or yen.
  minor_per_btc bigint CHECK (minor_per_btc > 0),
  typed_by uuid NOT NULL,
  typed_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, rate_no),
  CHECK ((currency IS NULL) = (minor_per_btc IS NULL))
);

-- What a child gets a week, and on which day, from a day on.
CREATE TABLE allowance_plan (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  valid_from date NOT NULL,
  weekday smallint NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  amount_sats bigint NOT NULL CHECK (amount_sats >= 0),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- What counts as later comes from a number, never from a clock: ids begin with the time of the
  -- instance that made them (docs/decisions/0085-order-never-comes-from-a-clock.md).
  plan_no integer NOT NULL,
  -- An allowance agreed in a currency: agreed_minor a week in its smallest unit, and amount_sats
  -- the most that is booked. Without agreed_currency, amount_sats is the allowance itself.
  agreed_currency text CHECK (agreed_currency ~ '^[A-Z]{3}$'),
  agreed_minor bigint CHECK (agreed_minor BETWEEN 1 AND 10000000000),
  PRIMARY KEY (family_id, child_id, plan_id),
  FOREIGN KEY (family_id, child_id) REFERENCES child,
  CHECK ((agreed_currency IS NULL) = (agreed_minor IS NULL)),
  CHECK (agreed_currency IS NULL OR amount_sats > 0)
);

-- Under the family's lock no number is given twice.
CREATE UNIQUE INDEX allowance_plan_order ON allowance_plan (family_id, child_id, plan_no);

-- Days on which no allowance is due.
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
  entry_id uuid,
  settled_at timestamptz NOT NULL,
  -- The agreement behind a week, and the price at which it was settled.
  agreed_currency text,
  agreed_minor bigint,
  minor_per_btc bigint,
  PRIMARY KEY (family_id, child_id, week_start),
  CHECK ((entry_id IS NULL) = (state = 'skipped')),
  CHECK ((agreed_currency IS NULL) = (agreed_minor IS NULL)),
  CHECK ((agreed_currency IS NULL) = (minor_per_btc IS NULL))
);

-- Which lessons a child has read: the first time of each, and which questions were not answered
-- right at once (their numbers, from 0), as something to talk about. Nothing is ever counted up.
CREATE TABLE lesson_progress (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  lesson text NOT NULL,
  band text NOT NULL CHECK (band IN ('starter', 'explorer', 'young')),
  missed jsonb NOT NULL,
  by_child boolean NOT NULL,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id, lesson),
  FOREIGN KEY (family_id, child_id) REFERENCES child
);

-- ---- The ledger ----

-- Double entry in whole satoshis, append-only. The outside account is the contra of all the others
-- and keeps no balance of its own.
CREATE TABLE account (
  family_id uuid NOT NULL REFERENCES family,
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('outside', 'savings', 'spending', 'goal')),
  child_id uuid,
  balance_sats bigint,
  held_sats bigint NOT NULL DEFAULT 0 CHECK (held_sats >= 0),
  -- One account per goal and contributor: a child, or the parents together (no child).
  goal_id uuid,
  -- What an account of a closed book holds; nothing moves it. NULL while the book is open.
  closed_sats bigint,
  PRIMARY KEY (family_id, account_id),
  CHECK ((balance_sats IS NULL) = (kind = 'outside')),
  CONSTRAINT not_overdrawn CHECK (balance_sats >= held_sats),
  -- Nobody holds more than there will ever be; it also keeps every sum far from the end of bigint.
  CONSTRAINT not_above_all CHECK (balance_sats <= 2100000000000000),
  CHECK (goal_id IS NULL OR kind = 'goal'),
  CONSTRAINT book_closed CHECK (closed_sats IS NULL OR balance_sats = closed_sats)
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX account_of_child ON account (family_id, child_id, kind) WHERE kind IN
  ('savings', 'spending');

CREATE UNIQUE INDEX account_outside ON account (family_id, kind) WHERE kind = 'outside';

CREATE UNIQUE INDEX account_of_goal ON account (family_id, goal_id, child_id) WHERE goal_id IS NOT
  NULL AND child_id IS NOT NULL;

CREATE UNIQUE INDEX account_of_goal_parents ON account (family_id, goal_id) WHERE goal_id IS NOT
  NULL AND child_id IS NULL;

CREATE STATISTICS account_of_family (ndistinct, dependencies) ON family_id, child_id FROM account;

-- What happened. A correction is a new entry, which names the one that it reverses.
CREATE TABLE entry (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  type text NOT NULL,
  child_id uuid,
  amount_sats bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  made_by uuid NOT NULL,
  reverses uuid,
  text_hash bytea,
  PRIMARY KEY (family_id, entry_id)
);

CREATE INDEX entry_recent ON entry (family_id, occurred_at DESC, entry_id DESC);

CREATE INDEX entry_of_child ON entry (family_id, child_id, occurred_at DESC, entry_id DESC);

CREATE UNIQUE INDEX entry_reversed_once ON entry (family_id, reverses) WHERE reverses IS NOT NULL;

-- What was written lately: the ceiling of an adult is looked up with each call that moves money.
CREATE INDEX entry_recorded ON entry (family_id, recorded_at);

-- A family's child has few accounts and a share of that family's entries. Without these the planner
-- multiplies two shares of the whole table, expects a row or none, and reads the book once per
-- line.
CREATE STATISTICS entry_of_family (ndistinct, dependencies) ON family_id, child_id FROM entry;

-- The words of an entry stand apart, so that they can be erased while the entry stays.
CREATE TABLE entry_text (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  salt bytea NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (family_id, entry_id)
);

-- What an entry moved, account by account: a balance is the sum of them.
CREATE TABLE posting (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats <> 0),
  PRIMARY KEY (family_id, entry_id, account_id)
);

CREATE INDEX posting_of_account ON posting (family_id, account_id, entry_id);

CREATE STATISTICS posting_of_family_account (ndistinct, dependencies) ON family_id, account_id FROM
  posting;

CREATE STATISTICS posting_of_family_entry (ndistinct, dependencies) ON family_id, entry_id FROM
  posting;

-- Money that is promised to something and cannot be spent meanwhile.
CREATE TABLE hold (
  family_id uuid NOT NULL,
  hold_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  entry_id uuid,
  PRIMARY KEY (family_id, hold_id),
  FOREIGN KEY (family_id, account_id) REFERENCES account
);

CREATE INDEX hold_open ON hold (family_id, account_id) WHERE ended_at IS NULL;

-- Committed entries that the sealer has not yet put into the chain.
CREATE TABLE unsealed (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  queue_no bigint NOT NULL,
  PRIMARY KEY (family_id, entry_id)
);

-- Each entry's place in the family's chain of HMACs.
CREATE TABLE seal (
  family_id uuid NOT NULL,
  seal_no bigint NOT NULL,
  entry_id uuid NOT NULL,
  mac bytea NOT NULL,
  PRIMARY KEY (family_id, seal_no)
);

CREATE UNIQUE INDEX seal_of_entry ON seal (family_id, entry_id);

-- Where a pruned chain goes on: the seal of the last entry that was removed.
CREATE TABLE checkpoint (
  family_id uuid PRIMARY KEY REFERENCES family,
  seal_no bigint NOT NULL CHECK (seal_no > 0),
  seal_mac bytea NOT NULL,
  newest_at timestamptz NOT NULL,
  made_at timestamptz NOT NULL,
  mac bytea NOT NULL
);

-- What the removed postings came to: balance = this + postings.
CREATE TABLE checkpoint_sum (
  family_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats <> 0),
  PRIMARY KEY (family_id, account_id),
  FOREIGN KEY (family_id, account_id) REFERENCES account
);

-- What became of the money of an entry: one appended event for each change, the newest one counts.
-- An entry without events is recorded, and that is all the book says of it.
CREATE TABLE payment_event (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  event_no integer NOT NULL CHECK (event_no > 0),
  state text NOT NULL CHECK (state IN ('waiting', 'checking', 'paid', 'cancelled')),
  at timestamptz NOT NULL,
  made_by uuid NOT NULL,
  source text NOT NULL,
  -- How sure it is that an entry was paid: a confirmed transaction or a preimage proves it, a
  -- wallet's own record states it, or a person said so. Empty in older events, whose source says
  -- it.
  proof text CHECK (proof IN ('proven', 'stated', 'person')),
  PRIMARY KEY (family_id, entry_id, event_no)
);

-- Entries that were pruned and came back from the family's own backup: to look up, nothing more. No
-- balance stands on them; what they came to is in the checkpoint.
CREATE TABLE returned_entry (
  family_id uuid NOT NULL REFERENCES family,
  entry_id uuid NOT NULL,
  child_id uuid,
  type text NOT NULL,
  amount_sats bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  text text NOT NULL,
  made_by_name text NOT NULL,
  movements text NOT NULL,
  returned_at timestamptz NOT NULL,
  -- Who brought the line; of those that came before, nobody knows.
  brought_by uuid,
  PRIMARY KEY (family_id, entry_id)
);

CREATE INDEX returned_entry_recent ON returned_entry (family_id, occurred_at DESC, entry_id DESC);

-- ---- Requests and goals ----

-- What a child asks an adult for; the money is held until the answer.
CREATE TABLE request (
  family_id uuid NOT NULL REFERENCES family,
  request_id uuid NOT NULL,
  child_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('withdrawal', 'savings_transfer', 'earned', 'import')),
  amount_sats bigint CHECK (amount_sats > 0),
  reason text NOT NULL,
  entered_by uuid NOT NULL,
  session_kind text NOT NULL CHECK (session_kind IN ('child', 'handed_over', 'child_view')),
  hold_id uuid,
  payload_id uuid,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'denied',
    'withdrawn', 'lapsed')),
  created_at timestamptz NOT NULL,
  decided_by uuid,
  decided_at timestamptz,
  approved_sats bigint,
  denial_reason text,
  entry_id uuid,
  -- A savings transfer that the family's wallet pays to the parents' Lightning address. While its
  -- payment is open nobody answers the request, whose hold is the payment's too.
  paying boolean NOT NULL DEFAULT false,
  PRIMARY KEY (family_id, request_id),
  FOREIGN KEY (family_id, child_id) REFERENCES child,
  CHECK (approved_sats > 0 AND approved_sats <= amount_sats),
  CHECK ((amount_sats IS NULL) = (kind = 'import')),
  CHECK ((payload_id IS NOT NULL) = (kind = 'import')),
  CHECK ((hold_id IS NOT NULL) = (kind IN ('withdrawal', 'savings_transfer'))),
  CHECK ((decided_at IS NULL) = (state = 'pending')),
  CHECK ((decided_by IS NULL) = (state IN ('pending', 'lapsed'))),
  CHECK (denial_reason IS NULL OR state = 'denied'),
  CHECK ((approved_sats IS NULL) = (state <> 'approved' OR kind = 'import')),
  CHECK (entry_id IS NULL OR state = 'approved')
);

CREATE INDEX request_open ON request (family_id, created_at) WHERE state = 'pending';

CREATE INDEX request_of_child ON request (family_id, child_id, created_at);

CREATE INDEX request_answered ON request (family_id, decided_at) WHERE state <> 'pending';

-- What a child or a family saves for.
CREATE TABLE goal (
  family_id uuid NOT NULL REFERENCES family,
  goal_id uuid NOT NULL,
  created_by uuid NOT NULL,
  creator_type text NOT NULL CHECK (creator_type IN ('parent', 'child')),
  owner_child_id uuid,
  title text NOT NULL,
  description text NOT NULL,
  category text NOT NULL CHECK (category IN ('vacation', 'education', 'toy', 'bike', 'car', 'home',
    'electronics', 'sports', 'other')),
  target_sats bigint NOT NULL CHECK (target_sats > 0 AND target_sats <= 2100000000000000),
  current_sats bigint NOT NULL DEFAULT 0 CHECK (current_sats >= 0),
  target_date date,
  image_url text,
  image_id uuid,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'bought', 'deleted')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Which drawing was chosen for a goal (core/goal-drawings.ts); NULL: the one of its category.
  drawing text,
  -- Who has seen that the goal is full: its page turns once for each of them. A child by its book,
  -- an adult by the sign-in.
  full_seen_by uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (family_id, goal_id),
  CONSTRAINT not_above_target CHECK (current_sats <= target_sats)
);

-- A goal's own picture.
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

-- What an allocation gave, entry by entry; a reversal stands here with its minus.
CREATE TABLE goal_share (
  family_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats <> 0),
  PRIMARY KEY (family_id, allocation_id, entry_id)
);

CREATE INDEX goal_share_of_entry ON goal_share (family_id, entry_id);

-- A percentage for a goal: of each new allowance, or once of all savings. A child's waits for a
-- yes.
CREATE TABLE goal_allocation (
  family_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  goal_id uuid NOT NULL,
  child_id uuid,
  percent_tenths integer NOT NULL CHECK (percent_tenths BETWEEN 1 AND 1000),
  apply_to text NOT NULL CHECK (apply_to IN ('new_contributions', 'entire_savings')),
  status text NOT NULL CHECK (status IN ('pending', 'active', 'denied', 'withdrawn', 'lapsed',
    'stopped', 'ended')),
  note text,
  denial_reason text,
  entered_by uuid NOT NULL,
  session_kind text NOT NULL CHECK (session_kind IN ('child', 'handed_over', 'child_view',
    'adult')),
  decided_by uuid,
  decided_at timestamptz,
  -- The one entry of an entire_savings allocation: once it is there, nothing moves again.
  done_entry_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, allocation_id),
  FOREIGN KEY (family_id, goal_id) REFERENCES goal,
  CHECK (done_entry_id IS NULL OR apply_to = 'entire_savings')
);

CREATE INDEX goal_allocation_open ON goal_allocation (family_id, child_id, goal_id) WHERE status IN
  ('pending', 'active');

-- What a contribution made by hand was called. The words stand here so that they can be erased.
CREATE TABLE goal_contribution (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  contribution_type text NOT NULL CHECK (contribution_type IN ('allowance', 'bonus', 'savings',
    'chores', 'gift')),
  description text,
  PRIMARY KEY (family_id, entry_id)
);

-- ---- Payments and pay days ----

-- One attempt to pay, or one arrival. It is asked for, is open while it may move, and ends; an
-- arrival that had expired is still paid when proof comes late.
CREATE TABLE payment (
  family_id uuid NOT NULL CONSTRAINT payment_family_id_fkey1 REFERENCES family,
  payment_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('spend', 'payout', 'transfer', 'send', 'vault_day',
    'invoice', 'gift', 'deposit', 'subscription')),
  -- `operator`: paid to whoever runs the server. No sum of a family counts it.
  direction text NOT NULL GENERATED ALWAYS AS (CASE WHEN purpose IN ('invoice', 'gift', 'deposit')
    THEN 'in' WHEN purpose = 'subscription' THEN 'operator' ELSE 'out' END) STORED,
  child_id uuid,
  amount_sats bigint NOT NULL CONSTRAINT payment_amount_sats_check1 CHECK (amount_sats > 0),
  state text NOT NULL CONSTRAINT payment_state_check1 CHECK (state IN ('asked', 'open', 'paid',
    'failed', 'declined', 'expired')),
  -- Why it failed, or why nobody knows; of a send, what the chain said last.
  failure text,
  fee_limit_sats bigint CHECK (fee_limit_sats >= 0),
  fee_sats bigint,
  proof text CHECK (proof IN ('proven', 'stated', 'person')),
  preimage text,
  -- Over Lightning.
  payment_hash text,
  invoice text,
  payee text,
  verify_url text,
  -- The connection that was told to pay, or that made the invoice; of a subscription, the
  -- operator's.
  connection_id text,
  provider text,
  -- A parent's browser talks to the wallet; and the session of the one that has taken it.
  by_browser boolean NOT NULL DEFAULT false,
  handed_to uuid,
  -- On the chain. `known_txids`: what paid the address before.
  address text,
  script_hash text,
  txid text,
  vout integer CHECK (vout >= 0),
  height integer,
  known_txids text[],
  -- The words of the invoice, or of whoever gives.
  description text NOT NULL DEFAULT '',
  -- What it pays: the entry of a pay day, the request of a transfer, the vault day.
  pays uuid,
  hold_id uuid,
  entry_id uuid,
  made_by uuid,
  by_child boolean NOT NULL DEFAULT false,
  -- Who said yes or no, and to whom an arrival belongs.
  decided_by uuid,
  decided_at timestamptz,
  answer text CHECK (answer IN ('savings', 'spending', 'goal', 'child', 'promised', 'nobody')),
  -- What a subscription buys.
  months integer CHECK (months IN (1, 12)),
  referral_code text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  sent_at timestamptz,
  seen_at timestamptz,
  ended_at timestamptz,
  -- When the wallet is asked next.
  look_at timestamptz,
  PRIMARY KEY (family_id, payment_id),
  CONSTRAINT lightning_or_chain CHECK (CASE WHEN purpose IN ('send', 'vault_day', 'deposit') THEN
    address IS NOT NULL AND script_hash IS NOT NULL AND payment_hash IS NULL ELSE payment_hash IS
    NOT NULL AND invoice IS NOT NULL AND expires_at IS NOT NULL AND txid IS NULL END),
  CONSTRAINT whole_output CHECK ((txid IS NULL) = (vout IS NULL)),
  CONSTRAINT of_a_child CHECK (child_id IS NOT NULL OR purpose IN ('deposit', 'subscription')),
  CONSTRAINT made_by_somebody CHECK (made_by IS NOT NULL OR purpose IN ('gift', 'deposit')),
  CONSTRAINT held_or_booked CHECK (hold_id IS NULL OR entry_id IS NULL),
  CONSTRAINT held_while_open CHECK (purpose NOT IN ('spend', 'payout', 'transfer') OR (hold_id IS
    NOT NULL) = (state IN ('asked', 'open'))),
  CONSTRAINT booked_when_paid CHECK (purpose NOT IN ('spend', 'payout', 'transfer') OR (entry_id IS
    NOT NULL) = (state = 'paid')),
  CONSTRAINT fee_of_what_is_paid CHECK (fee_limit_sats IS NOT NULL OR purpose NOT IN ('spend',
    'payout', 'transfer')),
  CONSTRAINT names_what_it_pays CHECK ((pays IS NOT NULL) = (purpose IN ('payout', 'transfer',
    'vault_day'))),
  CONSTRAINT vault_day_posts_nothing CHECK (purpose <> 'vault_day' OR hold_id IS NULL AND entry_id
    IS NULL),
  CONSTRAINT ended_when_arrived CHECK (purpose NOT IN ('invoice', 'gift', 'subscription') OR
    (ended_at IS NOT NULL) = (state = 'paid')),
  CONSTRAINT answered_by_somebody CHECK ((answer IS NULL) = (decided_by IS NULL) OR purpose NOT IN
    ('gift', 'deposit')),
  CONSTRAINT gift_booked_when_answered CHECK (purpose <> 'gift' OR (entry_id IS NOT NULL) =
    (coalesce(answer, 'nobody') <> 'nobody')),
  CONSTRAINT months_of_subscription CHECK ((months IS NOT NULL) = (purpose = 'subscription'))
);

-- One invoice is paid once, and one that arrives is one row; tried again where nothing was sent.
CREATE UNIQUE INDEX payment_hash ON payment (family_id, direction, payment_hash) WHERE payment_hash
  IS NOT NULL AND state NOT IN ('failed', 'declined');

-- One output pays one send, and is one deposit.
CREATE UNIQUE INDEX payment_output ON payment (family_id, direction, txid, vout) WHERE txid IS NOT
  NULL;

-- A pay day and a transfer are paid by one attempt at a time.
CREATE UNIQUE INDEX payment_attempt ON payment (family_id, pays) WHERE purpose IN ('payout',
  'transfer') AND state IN ('open', 'paid');

CREATE INDEX payment_by_hash ON payment (family_id, payment_hash) WHERE payment_hash IS NOT NULL;

CREATE INDEX payment_of_child ON payment (family_id, child_id, created_at DESC);

CREATE INDEX payment_of_family ON payment (family_id, purpose, state);

-- The watchers ask for what is due in all families.
CREATE INDEX payment_due ON payment (direction, look_at) WHERE look_at IS NOT NULL;

-- How a child's pay day reaches its own wallet.
CREATE TABLE payout_plan (
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  plan text NOT NULL CHECK (plan IN ('lightning', 'vault')),
  address text,
  agreed_by uuid NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id),
  CONSTRAINT address_to_pay CHECK ((address IS NOT NULL) = (plan = 'lightning'))
);

-- A pay day that is to be paid out, and how that ended. undone: the allowance was taken back.
CREATE TABLE payout (
  family_id uuid NOT NULL REFERENCES family,
  entry_id uuid NOT NULL,
  child_id uuid NOT NULL,
  plan text NOT NULL CHECK (plan IN ('lightning', 'vault')),
  due_date date NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  state text NOT NULL CHECK (state IN ('due', 'checking', 'owed', 'paid', 'kept', 'undone')),
  failure text,
  tries integer NOT NULL DEFAULT 0,
  hold_id uuid,
  payment_id uuid,
  paid_entry_id uuid,
  proof text CHECK (proof IN ('proven', 'stated', 'person')),
  txid text,
  -- Who said yes to paying it, and to which Lightning address.
  agreed_by uuid NOT NULL,
  address text,
  settled_by uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the server tries next; empty where it waits for a person or for a wallet's answer.
  look_at timestamptz,
  -- Parents and child are told once that a pay day could not be paid out, however often it is
  -- tried.
  owed_told boolean NOT NULL DEFAULT false,
  -- Against whose ceiling a payout counts, and since when; empty where it counts against nobody's.
  -- confirmed: a parent said yes to it with a fresh sign-in, so no ceiling stops it.
  counted_for uuid,
  counted_at timestamptz,
  confirmed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (family_id, entry_id),
  CONSTRAINT held_while_open CHECK ((hold_id IS NOT NULL) = (plan = 'lightning' AND state IN ('due',
    'checking', 'owed'))),
  CONSTRAINT booked_when_paid CHECK ((paid_entry_id IS NOT NULL) = (plan = 'lightning' AND state =
    'paid')),
  CONSTRAINT address_to_pay CHECK ((address IS NOT NULL) = (plan = 'lightning')),
  CONSTRAINT ended_when_over CHECK ((ended_at IS NULL) = (state IN ('due', 'checking', 'owed'))),
  CONSTRAINT counted_whole CHECK ((counted_for IS NULL) = (counted_at IS NULL))
);

CREATE INDEX payout_due ON payout (look_at) WHERE look_at IS NOT NULL;

CREATE INDEX payout_of_child ON payout (family_id, child_id, created_at DESC);

-- ---- Wallets on the chain ----

-- Keys and addresses of wallets, sealed under a key from SECRET_KEY.
CREATE TABLE sealed_secret (
  family_id uuid NOT NULL REFERENCES family,
  purpose text NOT NULL CHECK (purpose IN ('wallet', 'chain-source', 'lightning-receive',
    'lightning-spend') OR purpose LIKE 'sub-wallet %'),
  box text NOT NULL,
  PRIMARY KEY (family_id, purpose)
);

-- The public key or address itself is in sealed_secret. A new configuration is a new wallet_id, so
-- that what an older one's scan finds is not written. script_type is empty for an address, and for
-- a key until it is known. Child addresses get next_index, behind the family's lock.
CREATE TABLE wallet (
  family_id uuid PRIMARY KEY REFERENCES family,
  wallet_id uuid NOT NULL,
  network text NOT NULL CHECK (network IN ('mainnet', 'testnet', 'signet', 'regtest')),
  kind text NOT NULL CHECK (kind IN ('address', 'key', 'vault')),
  script_type text CHECK (script_type IN ('p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr')),
  next_index integer NOT NULL DEFAULT 1 CHECK (next_index > 0),
  checked_at timestamptz,
  configured_by uuid NOT NULL,
  configured_at timestamptz NOT NULL,
  -- Since when the wallet holds too little; its adults are told when it is set.
  short_since timestamptz,
  -- Since when a parent waits for a vault day's fee to be under 2 % of the amount.
  fee_wait_since timestamptz,
  -- SHA-256 of a random token that lies in the family's vault: what a browser sends with it
  -- continues the prepared addresses of this wallet, and asks nobody for a fresh sign-in.
  refill_hash bytea
);

-- A wallet's addresses, and what was seen of each last.
CREATE TABLE wallet_address (
  family_id uuid NOT NULL REFERENCES wallet ON DELETE CASCADE,
  script_hash text NOT NULL,
  address text NOT NULL,
  script_type text,
  branch text NOT NULL CHECK (branch IN ('receive', 'change')),
  address_index integer NOT NULL CHECK (address_index >= 0),
  status text,
  confirmed_sats bigint NOT NULL DEFAULT 0,
  waiting_sats bigint NOT NULL DEFAULT 0,
  child_id uuid,
  handed_out_at timestamptz,
  -- An address that only vault days pay: what arrives there is not asked about.
  for_vault boolean NOT NULL DEFAULT false,
  PRIMARY KEY (family_id, script_hash)
);

CREATE INDEX wallet_address_of_child ON wallet_address (family_id, child_id, handed_out_at) WHERE
  child_id IS NOT NULL;

-- The search for a wallet's used addresses, one for each wallet.
CREATE TABLE wallet_scan (
  family_id uuid PRIMARY KEY REFERENCES wallet ON DELETE CASCADE,
  scan_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'cancelled', 'failed')),
  checked integer NOT NULL DEFAULT 0,
  used integer NOT NULL DEFAULT 0,
  failure text,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- When a scan is to be run, or run again after it was lost with its server; empty once it has
  -- ended.
  look_at timestamptz
);

CREATE INDEX wallet_scan_due ON wallet_scan (look_at) WHERE look_at IS NOT NULL;

-- Addresses of wallets that were replaced or forgotten. Children were given them, so whoever wrote
-- one down may still pay to it: what arrives is asked about until watched_until.
CREATE TABLE earlier_address (
  family_id uuid NOT NULL REFERENCES family,
  script_hash text NOT NULL,
  address text NOT NULL,
  network text NOT NULL,
  child_id uuid,
  handed_out_at timestamptz NOT NULL,
  status text,
  confirmed_sats bigint NOT NULL,
  waiting_sats bigint NOT NULL,
  watched_until timestamptz NOT NULL,
  PRIMARY KEY (family_id, script_hash)
);

-- What the family chose; without a row the operator's source counts, if there is one. The address
-- of the family's own source may hold a key: it is in sealed_secret.
CREATE TABLE chain_source (
  family_id uuid PRIMARY KEY REFERENCES family,
  kind text NOT NULL CHECK (kind IN ('none', 'operator', 'esplora', 'electrum')),
  chosen_by uuid NOT NULL,
  chosen_at timestamptz NOT NULL
);

-- What the books promised and the wallet held: a row for each change that was seen.
CREATE TABLE coverage_point (
  family_id uuid NOT NULL REFERENCES family,
  at timestamptz NOT NULL,
  promised_sats bigint NOT NULL,
  held_sats bigint NOT NULL,
  PRIMARY KEY (family_id, at)
);

-- How far each source was asked: the block at which its families' wallets were looked up last, and,
-- while a round is under way, the family it has come to. A source that failed is left alone for a
-- while. Named `operator`, or by the id of the family whose own source it is.
CREATE TABLE chain_tip (
  source text PRIMARY KEY,
  block_id text NOT NULL,
  reached uuid,
  retry_at timestamptz
);

-- ---- The vault ----

-- The family's wallet as a parent's browser has encrypted it (core/vault/payload.ts): no key of
-- this server opens it. The version goes up with each change, and never down. renewal_due: somebody
-- who knows the passphrase has left the family.
CREATE TABLE vault (
  family_id uuid PRIMARY KEY REFERENCES family,
  version integer NOT NULL CHECK (version > 0),
  prefers_encryption boolean NOT NULL,
  encrypted_data text,
  iv text,
  salt text,
  renewal_due boolean NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  -- What is known of the spending connection inside the payload: an id that another connection does
  -- not have, its provider's name, and the relays over which a parent's browser reaches the wallet
  -- (features/money/lightning/pipe dials no others).
  spending_id uuid,
  spending_provider text,
  spending_relays text[],
  rotation_due boolean NOT NULL DEFAULT false,
  CONSTRAINT whole_payload CHECK (num_nulls(encrypted_data, iv, salt) IN (0, 3)),
  CONSTRAINT encrypted_by_choice CHECK (encrypted_data IS NULL OR prefers_encryption),
  CONSTRAINT whole_spending CHECK (num_nulls(spending_id, spending_provider, spending_relays) IN (0,
    3)),
  CONSTRAINT spending_in_payload CHECK (spending_id IS NULL OR encrypted_data IS NOT NULL)
);

-- With which passkeys adults unlock their family's vault: its passphrase, sealed with a key that
-- only the passkey makes, from this salt. Neither that key nor the PRF output is ever on this
-- server.
CREATE TABLE vault_passkey (
  family_id uuid NOT NULL REFERENCES family,
  passkey_id uuid NOT NULL REFERENCES passkey ON DELETE CASCADE,
  salt text NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, passkey_id)
);

-- ---- Lightning ----

-- What a family has set about Lightning.
CREATE TABLE lightning_settings (
  family_id uuid PRIMARY KEY REFERENCES family,
  parent_address text,
  sync_frequency text NOT NULL DEFAULT 'weekly' CHECK (sync_frequency IN ('daily', 'every3days',
    'weekly', 'manual')),
  email_reminders boolean NOT NULL DEFAULT false,
  spending_alerts boolean NOT NULL DEFAULT false,
  reminded_at timestamptz NOT NULL
);

-- What was seen of each connection last; its secret is in sealed_secret. A new connection is a new
-- connection_id. balance_sats is empty where the wallet does not tell; budget_sats, where nothing
-- limits what the connection spends and a parent said "I know".
CREATE TABLE lightning_connection (
  family_id uuid NOT NULL REFERENCES family,
  purpose text NOT NULL CHECK (purpose IN ('receive', 'spend')),
  connection_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('nwc', 'alby_hub', 'phoenixd', 'address')),
  provider text NOT NULL,
  state text NOT NULL CHECK (state IN ('connected', 'silent', 'refused', 'can_pay')),
  balance_sats bigint,
  budget_sats bigint,
  checked_at timestamptz NOT NULL,
  look_at timestamptz NOT NULL,
  connected_by uuid NOT NULL,
  connected_at timestamptz NOT NULL,
  -- Somebody who knew the connection has left the family: it is to be removed in the wallet, and
  -- another one connected. Another connection has another row, or another spending_id.
  rotation_due boolean NOT NULL DEFAULT false,
  -- A parent has said that the wallet cannot set a budget for the connection that spends. Where
  -- nobody has, a wallet that names none is told to pay nothing.
  without_budget boolean NOT NULL DEFAULT false,
  PRIMARY KEY (family_id, purpose)
);

CREATE INDEX lightning_connection_due ON lightning_connection (look_at);

-- pay_limit_sats is what a child may pay within a day without asking, fees included: zero at first.
CREATE TABLE lightning_child (
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  address text,
  pay_limit_sats bigint NOT NULL DEFAULT 0 CHECK (pay_limit_sats >= 0),
  PRIMARY KEY (family_id, child_id)
);

-- A child's own wallet on the family's Alby Hub.
CREATE TABLE sub_wallet (
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  budget_sats bigint NOT NULL CHECK (budget_sats > 0),
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  -- A sub-wallet whose secret key is in the family's vault. Here are its public key and the
  -- connection without the secret, with which nobody can spend; both are empty where the server has
  -- it all.
  public_key text CHECK (public_key ~ '^[0-9a-f]{64}$'),
  wallet_url text CHECK (length(wallet_url) BETWEEN 1 AND 2000),
  PRIMARY KEY (family_id, child_id),
  CONSTRAINT in_vault CHECK ((public_key IS NULL) = (wallet_url IS NULL))
);

-- A child's own Lightning address, found by a payer who knows nothing but its name.
CREATE TABLE gift_address (
  name text PRIMARY KEY,
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX gift_address_child ON gift_address (family_id, child_id);

-- ---- Files of wallets ----

-- Files of wallets. These tables survive the pruning of entries: what was imported once is known
-- for ever. So they name entries and do not refer to them.
CREATE TABLE wallet_import (
  family_id uuid NOT NULL REFERENCES family,
  import_id uuid NOT NULL,
  child_id uuid NOT NULL,
  wallet text NOT NULL,
  format text NOT NULL,
  filename text NOT NULL,
  imported integer NOT NULL,
  skipped integer NOT NULL,
  matched integer NOT NULL,
  history integer NOT NULL,
  opening_sats bigint NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  undone_by uuid,
  undone_at timestamptz,
  PRIMARY KEY (family_id, import_id)
);

CREATE INDEX wallet_import_of_child ON wallet_import (family_id, child_id, made_at DESC);

-- The file of a child that waits for a parent's yes, whole. It goes when the request is answered.
CREATE TABLE wallet_file (
  family_id uuid NOT NULL REFERENCES family,
  import_id uuid NOT NULL,
  child_id uuid NOT NULL,
  content text NOT NULL,
  filename text NOT NULL,
  answers jsonb NOT NULL,
  PRIMARY KEY (family_id, import_id)
);

-- One row of a file, without its words. `counts`: part of the running sum of the wallet.
CREATE TABLE wallet_row (
  family_id uuid NOT NULL,
  wallet text NOT NULL,
  fingerprint uuid NOT NULL,
  child_id uuid NOT NULL,
  ordinal integer NOT NULL,
  import_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('posted', 'matched', 'history')),
  counts boolean NOT NULL,
  occurred_at timestamptz NOT NULL,
  source_id text,
  effect_sats bigint NOT NULL,
  amount_msat bigint NOT NULL,
  fee_msat bigint NOT NULL,
  entry_id uuid,
  PRIMARY KEY (family_id, wallet, fingerprint, child_id, ordinal),
  CHECK ((entry_id IS NULL) = (kind = 'history'))
);

-- What was booked so far as the opening amount of a wallet, and by which entries.
CREATE TABLE wallet_opening (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  wallet text NOT NULL,
  booked_sats bigint NOT NULL,
  entry_ids uuid[] NOT NULL,
  PRIMARY KEY (family_id, child_id, wallet)
);

-- When spending was last corrected, which files need after pruning.
CREATE TABLE kept_correction (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  corrected_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id)
);

-- What pruning keeps of entries for later files: spending that no row stands for yet.
CREATE TABLE kept_spending (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  child_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  amount_sats bigint NOT NULL,
  PRIMARY KEY (family_id, entry_id)
);

-- ---- Subscriptions and referrals ----

-- Months that were added, append-only. The newest expires_at is the subscription's.
CREATE TABLE subscription_credit (
  family_id uuid NOT NULL REFERENCES family,
  credit_id uuid NOT NULL,
  -- A paid invoice, the free month for having been invited, or the one for a friend who paid.
  source text NOT NULL CHECK (source IN ('invoice', 'invited', 'friend')),
  payment_hash text,
  months integer NOT NULL CHECK (months > 0),
  amount_sats bigint NOT NULL CHECK (amount_sats >= 0),
  credited_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, credit_id),
  CONSTRAINT invoice_named CHECK ((payment_hash IS NOT NULL) = (source = 'invoice'))
);

CREATE UNIQUE INDEX subscription_credit_hash ON subscription_credit (family_id, payment_hash);

-- Payment hashes of the invoices that the operator has handed out. One payment pays one thing, in
-- whatever family: a wallet that names an invoice twice has made one invoice.
CREATE TABLE sold_hash (
  payment_hash text PRIMARY KEY
);

-- Referrals: who invited whom. A code is found before its family is known.
CREATE TABLE referral_code (
  code text PRIMARY KEY,
  family_id uuid NOT NULL REFERENCES family,
  made_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX referral_code_family ON referral_code (family_id);

-- family_id was invited by referrer_id and has paid. credited_at is empty until the referrer has
-- its free month, or has had as many as a year gives.
CREATE TABLE referral (
  family_id uuid PRIMARY KEY REFERENCES family,
  referrer_id uuid NOT NULL REFERENCES family ON DELETE CASCADE,
  paid_at timestamptz NOT NULL,
  credited_at timestamptz
);

CREATE INDEX referral_referrer ON referral (referrer_id);

-- People who took part in a referral, by a keyed hash of their address. It outlives their family,
-- so that nobody deletes a family and is invited again.
CREATE TABLE referred_person (
  mac text PRIMARY KEY,
  noted_at timestamptz NOT NULL
);

-- ---- What people are told ----

-- What one person is told. No sentence: its kind and facts, worded in the reader's language.
CREATE TABLE message (
  family_id uuid NOT NULL REFERENCES family,
  user_id uuid NOT NULL,
  message_id uuid NOT NULL,
  kind text NOT NULL,
  child_id uuid,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  message_no bigint NOT NULL,
  PRIMARY KEY (family_id, user_id, message_id)
);

CREATE INDEX message_of_child ON message (family_id, child_id) WHERE child_id IS NOT NULL;

CREATE INDEX message_order ON message (family_id, user_id, message_no);

-- Devices that asked to be told when something waits: one address of a push service each. It lives
-- and dies with the session of the browser that asked.
CREATE TABLE push_subscription (
  family_id uuid NOT NULL REFERENCES family,
  session_id uuid NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  pay_day_told date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, session_id)
);

CREATE INDEX push_subscription_of_user ON push_subscription (family_id, user_id);

-- ---- What can be taken back, and what was erased ----

-- What a call that redirects or destroys money has replaced, for 72 hours (features/book/changes).
-- copy_no counts up behind the family's lock. call: the call as the documents name it; of one that
-- took a change back, undid is the call that had made it. box holds the former state, sealed with
-- SECRET_KEY; plain holds what is never kept beside an encrypted wallet, sealed apart.
CREATE TABLE kept_copy (
  family_id uuid NOT NULL REFERENCES family,
  copy_id uuid NOT NULL,
  copy_no integer NOT NULL CHECK (copy_no > 0),
  call text NOT NULL,
  undid text,
  child_id uuid,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  box text NOT NULL,
  plain text,
  -- An adult has left the family since: they know what comes back.
  adult_left boolean NOT NULL DEFAULT false,
  -- Who asked the other adult to erase it at once.
  forget_asked_by uuid,
  -- In which session something was changed or taken back: each has a number of its own (decision
  -- 94).
  session_id uuid,
  PRIMARY KEY (family_id, copy_id)
);

CREATE UNIQUE INDEX kept_copy_in_order ON kept_copy (family_id, copy_no);

-- A family that will be erased. Taking it back removes the row.
CREATE TABLE family_deletion (
  family_id uuid PRIMARY KEY REFERENCES family,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL
);

-- What was erased or removed, by its id alone: a restore repeats what was done since its copy
-- (src/server/erasures.ts). It outlives the family, so it is not found by it.
CREATE TABLE erasure (
  kind text NOT NULL CHECK (kind IN ('family', 'book', 'person')),
  subject_id uuid NOT NULL,
  of_family uuid NOT NULL,
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (subject_id, erased_at)
);

-- Each restore. Until it is checked, nobody but the operator signs in.
CREATE TABLE restored (
  restored_at timestamptz PRIMARY KEY,
  copied_at timestamptz NOT NULL,
  checked_at timestamptz
);

-- ---- The server ----

-- What the operator has set on a page; the environment wins over it. Secrets are sealed boxes.
CREATE TABLE server_setting (
  name text PRIMARY KEY,
  value text NOT NULL,
  set_by uuid REFERENCES users ON DELETE SET NULL,
  set_at timestamptz NOT NULL
);

-- Each task's newest run: its number, which its writes check, and when a run last came to its end
-- (src/server/task-runs.ts). By the database's clock, as instances may disagree about the time.
CREATE TABLE task_run (
  name text PRIMARY KEY,
  run_no bigint NOT NULL DEFAULT 0,
  done_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What each night's backup came to (src/server/backup-runs.ts). No family stands in it.
CREATE TABLE backup_run (
  ran_at timestamptz PRIMARY KEY,
  -- Of the newest copy in the folder, whichever night it is of.
  copied_at timestamptz,
  bytes bigint,
  is_proven boolean NOT NULL,
  problem text CHECK (problem IN ('disk_full', 'not_written', 'may_not_create', 'no_room',
    'not_proven')),
  -- Of off-site storage: when a copy was last sent there and read back, and what went wrong
  -- tonight.
  placed_at timestamptz,
  place_problem text CHECK (place_problem IN ('not_encrypted', 'refused', 'unreachable', 'differs'))
);

-- What the operator sees of the whole program: counts of ten minutes each, to which every instance
-- adds. No family stands in them. The slot 1970 holds what is older than a week, added up.
CREATE TABLE request_figure (
  slot timestamptz NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  latency_class smallint NOT NULL,
  count bigint NOT NULL,
  total_us bigint NOT NULL,
  PRIMARY KEY (slot, route, status, latency_class)
);

-- `detail` says which of a kind: the type of an error, the name of a limit. `subject` is the
-- network it came from, never a whole address, and for a reset the operator.
CREATE TABLE incident (
  slot timestamptz NOT NULL,
  kind text NOT NULL,
  detail text NOT NULL,
  subject text NOT NULL,
  count bigint NOT NULL,
  total_us bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (slot, kind, detail, subject)
);

-- The newest crashes: the id that the reply and the log name, and where. No message, no parameter.
CREATE TABLE error_note (
  error_id uuid PRIMARY KEY,
  happened_at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  error text NOT NULL
);

-- How often each article of the blog was opened. Articles are files; nothing says who read them.
CREATE TABLE blog_view (
  slug text PRIMARY KEY CHECK (slug <> '' AND length(slug) <= 80),
  views bigint NOT NULL CHECK (views > 0)
);

-- ---- Row-level security ----
-- A second wall: each policy compares with the family that the transaction has named. The role
-- satling_app, which serves requests, sees and writes nothing else. The role is made by migrate.ts,
-- because roles belong to the whole server and not to one database.

ALTER TABLE family ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON family USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON idempotency USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE child ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON child USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE book_closing ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON book_closing USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE child_write ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON child_write USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE parent_pin ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON parent_pin USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE family_rate ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON family_rate USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE allowance_plan ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON allowance_plan USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE allowance_pause ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON allowance_pause USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE allowance_occurrence ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON allowance_occurrence USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE lesson_progress ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON lesson_progress USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE account ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON account USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON entry USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE entry_text ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON entry_text USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE posting ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON posting USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE hold ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON hold USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE unsealed ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON unsealed USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE seal ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON seal USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE checkpoint ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON checkpoint USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE checkpoint_sum ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON checkpoint_sum USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE payment_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON payment_event USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE returned_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON returned_entry USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE request ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON request USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON goal USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal_image ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON goal_image USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal_share ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON goal_share USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE goal_allocation ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON goal_allocation USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE goal_contribution ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON goal_contribution USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON payment USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE payout_plan ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON payout_plan USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE payout ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON payout USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE sealed_secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON sealed_secret USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE wallet ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON wallet USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE wallet_address ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON wallet_address USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE wallet_scan ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON wallet_scan USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE earlier_address ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON earlier_address USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE chain_source ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON chain_source USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE coverage_point ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON coverage_point USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE vault ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON vault USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE vault_passkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON vault_passkey USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE lightning_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON lightning_settings USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE lightning_connection ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON lightning_connection USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE lightning_child ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON lightning_child USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE sub_wallet ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON sub_wallet USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE wallet_import ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON wallet_import USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE wallet_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON wallet_file USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE wallet_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON wallet_row USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE wallet_opening ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON wallet_opening USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE kept_correction ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON kept_correction USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE kept_spending ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON kept_spending USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE subscription_credit ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON subscription_credit USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE message ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON message USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE push_subscription ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON push_subscription USING (family_id =
  current_setting('app.family_id')::uuid);

ALTER TABLE kept_copy ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON kept_copy USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE family_deletion ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_family ON family_deletion USING (family_id =
  current_setting('app.family_id')::uuid);

-- Of what a request may delete, there is one kind: a gift's invoice that nobody has paid.
CREATE POLICY unpaid_gifts ON payment AS RESTRICTIVE FOR DELETE USING (purpose = 'gift' AND state =
  'open');

-- ---- Rights ----
-- What requests may do. The book is appended to, and only the owner seals it.

GRANT SELECT, INSERT, UPDATE, DELETE ON users, session, device, magic_link, passkey, invitation,
  joining, email_change, rate_limit, child_write, parent_pin, payment, payout_plan, payout,
  sealed_secret, wallet, wallet_address, wallet_scan, earlier_address, chain_source, vault,
  vault_passkey, lightning_connection, lightning_child, message, push_subscription, kept_copy TO
  satling_app;

GRANT SELECT, INSERT, DELETE ON recovery_code, idempotency, book_closing, family_rate,
  lesson_progress, entry_text, returned_entry, goal_image, sub_wallet, gift_address, wallet_file,
  wallet_row, referred_person, family_deletion TO satling_app;

GRANT SELECT, INSERT, UPDATE ON family, child, allowance_plan, allowance_pause,
  allowance_occurrence, account, hold, request, goal, goal_allocation, goal_contribution,
  coverage_point, lightning_settings, wallet_import, wallet_opening, referral, blog_view TO
  satling_app;

GRANT SELECT, INSERT ON entry, posting, unsealed, payment_event, goal_share, subscription_credit,
  sold_hash, referral_code TO satling_app;

GRANT SELECT ON seal, checkpoint, checkpoint_sum, kept_correction, kept_spending, restored,
  task_run, backup_run TO satling_app;

GRANT INSERT ON erasure TO satling_app;
