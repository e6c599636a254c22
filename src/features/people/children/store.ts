/** SQL for children: the row with its plans and balances, in one read. */

import type * as v from 'valibot';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { birthMonthFor } from '#core/ages.ts';
import type { CivilDate } from '#core/calendar.ts';
import type { CoverName } from '#core/covers.ts';
import type { FaceName } from '#core/faces.ts';
import { firstWeek, nextDue, type Pause, type Plan } from '#core/pay-days.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { openChildAccounts } from '#server/ledger/accounts.ts';
import { plansOf, type RawPlan, readPlan } from './agreed.ts';
import { DEFAULT_THRESHOLD_SATS, type GENDERS, MAX_CHILDREN, type NewChild } from './contract.ts';

export type ChildRow = {
  childId: string;
  name: string;
  birthMonth: string;
  gender: (typeof GENDERS)[number];
  face: FaceName | null;
  cover: CoverName | null;
  slot: number;
  /** The child's unit for typing amounts. */
  amountUnit: TypedUnit;
  spendingThresholdSats: bigint;
  nextWeek: string;
  nextDue: string;
  createdAt: Date;
  updatedAt: Date;
  savingsSats: bigint;
  savingsHeldSats: bigint;
  spendingSats: bigint;
  spendingHeldSats: bigint;
  goalsSats: bigint;
  userId: string | null;
  email: string | null;
  parentId: string | null;
  invitedEmail: string | null;
  plans: Plan[];
  pauses: Pause[];
};

export type RawChild = Omit<ChildRow, 'plans' | 'pauses'> & {
  plans: RawPlan[];
  pauses: Pause[];
};

/** Amounts are text in JSON, because a JSON number is a double. */
export const childSelect = (sql: Sql, now: Date) => sql`
  SELECT c.child_id, c.name, c.birth_month, c.gender, c.amount_unit, c.face, c.cover,
    (SELECT count(*)::integer FROM child o
      WHERE o.family_id = c.family_id AND o.child_id < c.child_id) AS slot,
    c.spending_threshold_sats, c.next_week, c.next_due, c.created_at, c.updated_at,
    s.balance_sats AS savings_sats,
    s.held_sats AS savings_held_sats, l.balance_sats AS spending_sats,
    l.held_sats AS spending_held_sats,
    coalesce((SELECT sum(g.balance_sats)::bigint FROM account g WHERE g.family_id = c.family_id
      AND g.child_id = c.child_id AND g.kind = 'goal'), 0) AS goals_sats, u.user_id, u.email,
    (SELECT p.user_id FROM users p WHERE p.family_id = c.family_id AND p.role = 'parent'
      ORDER BY p.created_at LIMIT 1) AS parent_id,
    (SELECT i.email FROM invitation i
      WHERE i.family_id = c.family_id AND i.child_id = c.child_id AND i.answer IS NULL
        AND i.expires_at > ${now} ORDER BY i.sent_at DESC LIMIT 1) AS invited_email,
    ${plansOf(sql, now)} AS plans,
    coalesce((SELECT json_agg(json_build_object('from', p.from_date, 'to', p.to_date)
        ORDER BY p.from_date, p.to_date, p.pause_id)
      FROM allowance_pause p WHERE p.family_id = c.family_id
        AND p.child_id = c.child_id), '[]') AS pauses
  FROM child c
  JOIN account s ON s.family_id = c.family_id AND s.child_id = c.child_id AND s.kind = 'savings'
  JOIN account l ON l.family_id = c.family_id AND l.child_id = c.child_id AND l.kind = 'spending'
  LEFT JOIN users u ON u.family_id = c.family_id AND u.child_id = c.child_id`;

export const readChild = ({ plans, pauses, ...row }: RawChild): ChildRow => ({
  ...row,
  plans: plans.map(readPlan),
  pauses,
});

/** The name of the child `c`; null for a closed book. */
export const shownName = (sql: Sql) => sql`
  CASE WHEN c.removed_at IS NULL THEN c.name ELSE '' END`;

/** For a list of messages: the name of the child of the message `m`. */
export const nameInMessage = (sql: Sql) => sql`
  SELECT c.name FROM child c WHERE c.family_id = m.family_id AND c.child_id = m.child_id`;

/** A family's children in order of creation, without those with a closed book. */
export async function listChildren(tx: Tx, familyId: string, now: Date): Promise<ChildRow[]> {
  const rows = await tx<RawChild[]>`
    ${childSelect(tx, now)} WHERE c.family_id = ${familyId} AND c.removed_at IS NULL
      ORDER BY c.child_id`;
  return rows.map(readChild);
}

export async function findChild(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<ChildRow | undefined> {
  const [row] = await tx<RawChild[]>`
    ${childSelect(tx, now)}
    WHERE c.family_id = ${familyId} AND c.child_id = ${childId} AND c.removed_at IS NULL`;
  return row && readChild(row);
}

/**
 * Adds children with their accounts and first plans; returns their ids in the same order.
 * @throws Refusal CONFLICT when the family would have too many.
 */
export async function createChildren(
  tx: Tx,
  familyId: string,
  children: readonly v.InferOutput<typeof NewChild>[],
  by: { madeBy: string; now: Date; today: CivilDate },
): Promise<string[]> {
  if ((await countChildren(tx, familyId)) + children.length > MAX_CHILDREN)
    throw new Refusal('CONFLICT', because('AT_MOST_BOOKS', { most: MAX_CHILDREN }));
  const rows = children.map(({ weeklyAllowance, allowanceDay, ...child }) => {
    const first: Plan = {
      amountSats: weeklyAllowance,
      weekday: allowanceDay,
      validFrom: by.today,
    };
    const nextWeek = firstWeek([first]);
    const schedule = { plans: [first], pauses: [], nextWeek };
    return {
      ...child,
      childId: newId(by.now.getTime()),
      birthMonth: birthMonthFor(child.age, by.today),
      nextWeek,
      nextDue: nextDue(schedule),
      plan: first,
    };
  });
  const ids = rows.map(({ childId }) => childId);
  await tx`
    INSERT INTO child (family_id, child_id, name, birth_month, gender, face,
      spending_threshold_sats, next_week, next_due, created_at, updated_at)
    SELECT ${familyId}, child_id, name, birth_month, gender, face, ${DEFAULT_THRESHOLD_SATS},
      next_week, next_due, ${by.now}, ${by.now}
    FROM unnest(
      ${ids}::uuid[], ${rows.map((r) => r.name)}::text[], ${rows.map((r) => r.birthMonth)}::text[],
      ${rows.map((r) => r.gender)}::text[], ${rows.map((r) => r.face ?? null)}::text[],
      ${rows.map((r) => r.nextWeek)}::date[], ${rows.map((r) => r.nextDue)}::date[]
    ) AS c (child_id, name, birth_month, gender, face, next_week, next_due)`;
  await openChildAccounts(tx, familyId, ids, by.now);
  await addPlans(tx, familyId, rows, by);
  return ids;
}

/**
 * Writes new plans, in force from their first day; older ones stay unchanged. The caller holds the
 * family's lock, so the highest number marks the last saved plan.
 */
export async function addPlans(
  tx: Tx,
  familyId: string,
  plans: readonly { childId: string; plan: Plan }[],
  by: { madeBy: string; now: Date },
): Promise<void> {
  await tx`
    INSERT INTO allowance_plan (family_id, child_id, plan_id, plan_no, valid_from, weekday,
      amount_sats, agreed_currency, agreed_minor, created_by, created_at)
    SELECT ${familyId}, child_id, plan_id, at + coalesce((
        SELECT max(b.plan_no) FROM allowance_plan b
        WHERE b.family_id = ${familyId} AND b.child_id = p.child_id), 0),
      valid_from, weekday, sats, currency, minor, ${by.madeBy}, ${by.now}
    FROM unnest(
      ${plans.map((p) => p.childId)}::uuid[], ${plans.map(() => newId(by.now.getTime()))}::uuid[],
      ${plans.map((p) => p.plan.validFrom)}::date[],
      ${plans.map((p) => p.plan.weekday)}::smallint[],
      ${plans.map(({ plan }) => (plan.agreed?.mostSats ?? plan.amountSats).toString())}::bigint[],
      ${plans.map(({ plan }) => plan.agreed?.currency ?? null)}::text[],
      ${plans.map(({ plan }) => plan.agreed?.minor.toString() ?? null)}::bigint[]
    ) WITH ORDINALITY AS p (child_id, plan_id, valid_from, weekday, sats, currency, minor, at)`;
}

/** Includes restorable closed books, to reserve room for them. */
async function countChildren(tx: Tx, familyId: string): Promise<number> {
  const [row] = await tx<{ count: bigint }[]>`
    SELECT count(*) FROM child c
    WHERE c.family_id = ${familyId} AND (c.removed_at IS NULL OR EXISTS (
      SELECT FROM book_closing b WHERE b.family_id = c.family_id AND b.child_id = c.child_id))`;
  return Number(row?.count ?? 0n);
}

/** True if open requests hold any of the child's savings or spending money. */
export async function hasHolds(tx: Tx, familyId: string, childId: string): Promise<boolean> {
  const held = await tx`
    SELECT FROM account
    WHERE family_id = ${familyId} AND child_id = ${childId} AND held_sats > 0 LIMIT 1`;
  return held.length > 0;
}

export async function editChild(
  tx: Tx,
  familyId: string,
  childId: string,
  change: {
    name?: string | undefined;
    birthMonth?: string | undefined;
    gender?: string | undefined;
    face?: FaceName | undefined;
    cover?: CoverName | undefined;
    thresholdSats?: bigint | undefined;
  },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE child SET
      name = coalesce(${change.name ?? null}, name),
      birth_month = coalesce(${change.birthMonth ?? null}, birth_month),
      gender = coalesce(${change.gender ?? null}, gender),
      face = coalesce(${change.face ?? null}, face),
      cover = coalesce(${change.cover ?? null}, cover),
      spending_threshold_sats = coalesce(${change.thresholdSats ?? null}::bigint,
        spending_threshold_sats),
      updated_at = ${now}
    WHERE family_id = ${familyId} AND child_id = ${childId}`;
}

/**
 * Erases all data that identifies the child: the name, the month of birth, all texts of the book,
 * any invited address, and stored replies that mention it. Other features erase their own data
 * (closing.ts).
 */
export async function eraseChild(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE child SET name = '', birth_month = '0000-00', gender = 'boy', face = NULL,
      cover = NULL, sapling = 0, updated_at = ${now}, removed_at = ${now}
    WHERE family_id = ${familyId} AND child_id = ${childId}`;
  await tx`
    DELETE FROM entry_text t USING entry e
    WHERE t.family_id = ${familyId} AND e.family_id = t.family_id AND e.entry_id = t.entry_id
      AND e.child_id = ${childId}`;
  await tx`
    UPDATE invitation SET email = '' WHERE family_id = ${familyId} AND child_id = ${childId}`;
  await tx`DELETE FROM child_write WHERE family_id = ${familyId} AND child_id = ${childId}`;
  await tx`
    DELETE FROM idempotency WHERE family_id = ${familyId} AND reply LIKE ${`%${childId}%`}`;
}
