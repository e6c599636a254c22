/**
 * Families created in sets: a signed-in parent, children with a plan, accounts, a year of lines.
 */
import { addDays, type CivilDate, weekdayOf } from '#core/calendar.ts';
import { transfer } from '#core/ledger.ts';
import { firstWeek, nextDue, type Plan } from '#core/pay-days.ts';
import type { Database } from '#server/db/database.ts';
import type { Pool } from '#server/db/sql.ts';
import { newToken, sessionCookie, sha256 } from '#server/http/actor.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';

export type SeededChild = { childId: string; savings: string; spending: string };
export type SeededFamily = {
  familyId: string;
  userId: string;
  /** The value of the cookie `session`. */
  session: string;
  outside: string;
  children: SeededChild[];
};

const AT_ONCE = 5_000;
const SINCE = '2026-01-01';
const WEEKS = 52;

/** `children` says how many the n-th family has; all were born into the books on `since`. */
export async function seedFamilies(
  owner: Pool,
  options: {
    count: number;
    children: (n: number) => number;
    since?: CivilDate;
    plan?: Omit<Plan, 'validFrom'>;
  },
): Promise<SeededFamily[]> {
  const { since = SINCE, plan: first = { weekday: 5, amountSats: 1_000n } } = options;
  const all: SeededFamily[] = [];
  for (let from = 0; from < options.count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, options.count - from);
    const families = Array.from({ length: size }, (_, i) => plan(options.children(from + i)));
    await write(owner, families, { ...first, validFrom: since });
    all.push(...families.map(({ token: _, ...family }) => family));
  }
  return all;
}

/** A weekly allowance for each child, and something earned: 52 weeks, from 1 January 2026. */
export async function liveAYear(db: Database, family: SeededFamily): Promise<void> {
  const { familyId, userId, outside, children } = family;
  const entries = Array.from({ length: WEEKS }, (_, week) => {
    const occurredAt = new Date(`${addDays(SINCE, 7 * week + 1)}T12:00:00Z`);
    return children.flatMap(({ childId, savings, spending }) => {
      const base = { familyId, childId, occurredAt, madeBy: userId };
      const entry = (type: string, from: string, to: string, amountSats: bigint) => ({
        ...base,
        entryId: newId(occurredAt.getTime()),
        type,
        amountSats,
        postings: transfer(from, to, amountSats),
      });
      return [
        entry('allowance', outside, savings, 1_000n),
        entry('earned', outside, spending, 300n),
      ];
    });
  }).flat();
  await db.changeFamily(familyId, (tx) => post(tx, entries, new Date()));
}

/**
 * Opens Home on an ordinary day: a book with lines, because otherwise it would see the first steps,
 * and a next pay day days away.
 */
export async function ordinaryFamily(db: Database): Promise<SeededFamily> {
  const since = new Date().toISOString().slice(0, 10);
  const yesterday = weekdayOf(addDays(since, -1));
  const [family] = await seedFamilies(db.owner, {
    count: 1,
    children: () => 3,
    since,
    plan: { weekday: yesterday, amountSats: 1_000n },
  });
  if (!family) throw new Error('No family was seeded');
  await liveAYear(db, family);
  return family;
}

type Planned = SeededFamily & { token: string };

function plan(children: number): Planned {
  const familyId = newId();
  const token = newToken();
  const session = sessionCookie(familyId, token);
  return {
    familyId,
    userId: newId(),
    session,
    token,
    outside: newId(),
    children: Array.from({ length: children }, () => ({
      childId: newId(),
      savings: newId(),
      spending: newId(),
    })),
  };
}

async function write(owner: Pool, families: readonly Planned[], first: Plan): Promise<void> {
  const of = families.map((f) => f.familyId);
  const kids = families.flatMap(({ familyId, children }) =>
    children.map((child) => ({ familyId, ...child })),
  );
  const nextWeek = firstWeek([first]);
  const due = nextDue({ plans: [first], pauses: [], nextWeek });
  await owner`
    INSERT INTO family (family_id, time_zone, pay_automatically, created_at)
    SELECT id, 'Europe/Berlin', true, now() FROM unnest(${of}::uuid[]) AS id`;
  await owner`
    INSERT INTO users (user_id, family_id, email, role, first_name, onboarded, created_at,
      last_active_at)
    SELECT u, f, u || '@example.org', 'parent', 'Robin', true, now(), now()
    FROM unnest(${families.map((f) => f.userId)}::uuid[], ${of}::uuid[]) AS x (u, f)`;
  await owner`
    INSERT INTO session (token_hash, session_id, user_id, device, created_at, last_seen_at,
      fresh_at)
    SELECT decode(h, 'hex'), s, u, 'bench', now(), now(), '2100-01-01'
    FROM unnest(
      ${families.map((f) => Buffer.from(sha256(f.token)).toString('hex'))}::text[],
      ${families.map(() => newId())}::uuid[], ${families.map((f) => f.userId)}::uuid[]
    ) AS x (h, s, u)`;
  await owner`
    INSERT INTO child (family_id, child_id, name, birth_month, gender, spending_threshold_sats,
      next_week, next_due, created_at, updated_at)
    SELECT f, c, 'Kim', '2017-01', 'girl', 100000, ${nextWeek}, ${due}, now(), now()
    FROM unnest(${kids.map((k) => k.familyId)}::uuid[], ${kids.map((k) => k.childId)}::uuid[])
      AS x (f, c)`;
  await owner`
    INSERT INTO allowance_plan (family_id, child_id, plan_id, plan_no, valid_from, weekday,
      amount_sats, created_by, created_at)
    SELECT f, c, p, 1, ${first.validFrom}, ${first.weekday}, ${first.amountSats}, f, now()
    FROM unnest(
      ${kids.map((k) => k.familyId)}::uuid[], ${kids.map((k) => k.childId)}::uuid[],
      ${kids.map(() => newId())}::uuid[]) AS x (f, c, p)`;
  await owner`
    INSERT INTO account (family_id, account_id, kind)
    SELECT f, a, 'outside'
    FROM unnest(${of}::uuid[], ${families.map((f) => f.outside)}::uuid[]) AS x (f, a)`;
  for (const kind of ['savings', 'spending'] as const)
    await owner`
      INSERT INTO account (family_id, account_id, kind, child_id, balance_sats)
      SELECT f, a, ${kind}, c, 0
      FROM unnest(
        ${kids.map((k) => k.familyId)}::uuid[], ${kids.map((k) => k[kind])}::uuid[],
        ${kids.map((k) => k.childId)}::uuid[]) AS x (f, a, c)`;
}
