/**
 * Settles due weeks for one child, one family, or all families that pay automatically.
 * core/pay-days.ts decides which are due; rows are written in sets.
 */

import { addDays, type CivilDate } from '#core/calendar.ts';
import { type Entry, transfer } from '#core/ledger.ts';
import { dueOccurrences, nextDue, type Occurrence, weekAfter } from '#core/pay-days.ts';
import { type Shared, sharedPostings } from '#core/sharing.ts';
import { instantOf, localDate } from '#core/time-zone.ts';
import { sharesOf, writeShares } from '#features/pocket/goals/allocations/shares.ts';
import { between, list } from '#server/db/columns.ts';
import { retried, transaction } from '#server/db/database.ts';
import { markChanged } from '#server/db/revision.ts';
import type { Pool, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { PROGRAM } from '#server/ledger/program.ts';
import { type DueChild, readDue } from './due.ts';
import { addPayouts, type NewPayout } from './payouts.ts';

export type Booked = {
  childId: string;
  childName: string;
  amountSats: bigint;
  dueDate: CivilDate;
  entryId: string;
};

/** The local hour of automatic payments. */
export const PAY_HOUR = 6;

type Booking = { entryId: string; child: DueChild; amountSats: bigint; dueDate: CivilDate };
type Settled = { child: DueChild; occurrence: Occurrence; entryId: string | null };

/**
 * Settles every due week of these children, at most 520 each; call it until it returns nothing.
 * With `skip`, books nothing. The caller holds the locks of their families.
 */
export async function settle(
  tx: Tx,
  children: readonly DueChild[],
  by: { madeBy: string; now: Date; skip?: boolean },
): Promise<{ booked: Booked[]; settled: number }> {
  const settled = children.flatMap((child) =>
    settledNow(child, by.skip).map((occurrence): Settled => {
      const books = !occurrence.skipped && by.skip !== true;
      return { child, occurrence, entryId: books ? newId(by.now.getTime()) : null };
    }),
  );
  if (settled.length === 0) return { booked: [], settled: 0 };
  await writeOccurrences(tx, settled, by.now);
  const bookings = settled.flatMap(({ child, occurrence, entryId }) =>
    entryId === null ? [] : [{ entryId, child, ...occurrence }],
  );
  const shares = await sharesOf(
    tx,
    bookings.map(({ child, ...one }) => ({ ...one, ...idsOf(child) })),
  );
  const entries = bookings.map((one) => asEntry(one, shares.get(one.entryId), by));
  await post(tx, entries, by.now);
  await writeShares(tx, bookings, shares);
  await addPayouts(tx, bookings.flatMap(payoutOf(entries)), by.now);
  const booked = bookings.map(({ child, amountSats, dueDate, entryId }) => ({
    childId: child.childId,
    childName: child.name,
    amountSats,
    dueDate,
    entryId,
  }));
  return { booked, settled: settled.length };
}

/** Weeks are settled in order, so one that needs a newer price delays the later ones. */
function settledNow(child: DueChild, skip: boolean | undefined): Occurrence[] {
  const due = dueOccurrences(child);
  if (skip) return due;
  const waits = due.findIndex(({ skipped, agreed }) => !skipped && agreed?.isOld);
  return waits < 0 ? due : due.slice(0, waits);
}

/** The booking's part to pay out, without the shares of goals. */
const payoutOf =
  (entries: readonly Entry[]) =>
  ({ entryId, child, dueDate }: Booking, at: number): NewPayout[] => {
    const { familyId, childId, payoutPlan: plan, agreedBy, payoutAddress: address } = child;
    if (plan === null || agreedBy === null) return [];
    const { savings } = child;
    const saved = entries[at]?.postings.find(({ accountId }) => accountId === savings);
    const amountSats = saved?.amountSats ?? 0n;
    const due = { familyId, entryId, childId, dueDate, amountSats };
    return [{ ...due, plan, agreedBy, address, savings }];
  };

const idsOf = ({ familyId, childId }: DueChild) => ({ familyId, childId });

const asEntry = (
  { child, amountSats, dueDate, entryId }: Booking,
  shared: Shared | undefined,
  { madeBy, now }: { madeBy: string; now: Date },
): Entry => ({
  entryId,
  familyId: child.familyId,
  type: 'allowance',
  childId: child.childId,
  amountSats,
  occurredAt: momentOf(dueDate, child, now),
  madeBy,
  postings: shared
    ? sharedPostings(child, amountSats, shared)
    : transfer(child.outside, child.savings, amountSats),
});

/** The current time on the due day itself; for an earlier day, noon in the family's time zone. */
const momentOf = (date: CivilDate, { timeZone, today }: DueChild, now: Date): Date =>
  date === today ? now : instantOf(date, 12, timeZone);

/** Writes the weeks as rows, and each child's next week, in one statement. */
async function writeOccurrences(tx: Tx, rows: readonly Settled[], now: Date): Promise<void> {
  const last = new Map(rows.map((one) => [one.child.childId, one]));
  const next = [...last.values()].map(({ child, occurrence }) => {
    const nextWeek = weekAfter(occurrence.weekStart);
    return { child, nextWeek, nextDue: nextDue({ ...child, nextWeek }) };
  });
  await tx`
    WITH week AS (
      INSERT INTO allowance_occurrence (family_id, child_id, week_start, due_date, amount_sats,
        state, entry_id, settled_at, agreed_currency, agreed_minor, minor_per_btc)
      SELECT family_id, child_id, week_start, due_date, sats,
        CASE WHEN entry_id IS NULL THEN 'skipped' ELSE 'booked' END, entry_id, ${now},
        currency, minor, price
      FROM unnest(
        ${list(rows, (r) => r.child.familyId)}::uuid[],
        ${list(rows, (r) => r.child.childId)}::uuid[],
        ${list(rows, (r) => r.occurrence.weekStart)}::date[],
        ${list(rows, (r) => r.occurrence.dueDate)}::date[],
        ${list(rows, (r) => r.occurrence.amountSats)}::bigint[],
        ${list(rows, (r) => r.entryId)}::uuid[],
        ${list(rows, (r) => r.occurrence.agreed?.currency ?? null)}::text[],
        ${list(rows, (r) => r.occurrence.agreed?.minor ?? null)}::bigint[],
        ${list(rows, (r) => r.occurrence.agreed?.minorPerBtc ?? null)}::bigint[]
      ) AS w (family_id, child_id, week_start, due_date, sats, entry_id, currency, minor, price)
    )
    UPDATE child SET next_week = n.next_week, next_due = n.next_due
    FROM unnest(
      ${list(next, (n) => n.child.familyId)}::uuid[], ${list(next, (n) => n.child.childId)}::uuid[],
      ${list(next, (n) => n.nextWeek)}::date[], ${list(next, (n) => n.nextDue)}::date[]
    ) AS n (family_id, child_id, next_week, next_due)
    WHERE child.family_id = n.family_id AND child.child_id = n.child_id
      AND ${between(tx, 'child.family_id', next, (n) => n.child.familyId)}`;
}

/** Settles a family's due weeks, after any period of inactivity. */
export async function settleFamily(
  tx: Tx,
  family: { familyId: string; today: CivilDate },
  by: { madeBy: string; now: Date; skip?: boolean },
  onlyChild?: string,
): Promise<Booked[]> {
  const all: Booked[] = [];
  for (;;) {
    const due = await readDue(tx, new Map([[family.familyId, family.today]]), by.now, onlyChild);
    const { booked, settled } = await settle(tx, due, by);
    all.push(...booked);
    if (settled === 0) return all;
  }
}

const FAMILIES_PER_BATCH = 500;
/** While one batch is computed here, the database writes another. */
const BATCHES_AT_ONCE = 2;

/**
 * The worker: books due weeks in every family that pays automatically, from 06:00 family time, in
 * batches of families, whose rows are locked in the order of their ids. Any number of instances may
 * run it together; the locks and the row of each week settle every week exactly once. `onChange` is
 * called with the changed families.
 */
export async function settleAutomatic(
  owner: Pool,
  now: Date,
  onChange: (familyIds: readonly string[]) => void = () => undefined,
): Promise<number> {
  const zones = await owner<{ timeZone: string }[]>`
    SELECT DISTINCT time_zone FROM family WHERE pay_automatically`;
  const today = new Map(zones.map(({ timeZone }) => [timeZone, payDate(now, timeZone)]));
  const running: Promise<number>[] = [];
  const failed: string[] = [];
  let booked = 0;
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids: string[] = after === undefined ? [] : await dueFamilies(owner, after, today);
    after = ids.at(-1);
    if (running.length === BATCHES_AT_ONCE || after === undefined)
      booked += (await running.shift()) ?? 0;
    if (after === undefined && running.length === 0) break;
    if (after !== undefined) {
      const batch = settleApart(owner, { ids, today, now, failed, onChange });
      batch.catch(() => undefined); // rethrown when it is awaited
      running.push(batch);
    }
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} families were not paid, the first is ${failed[0]}`);
  return booked;
}

type Batch = {
  ids: readonly string[];
  today: ReadonlyMap<string, CivilDate>;
  now: Date;
  failed: string[];
  onChange: (familyIds: readonly string[]) => void;
};

/** A failing family must not block the others in its batch. */
async function settleApart(
  owner: Pool,
  { ids, today, now, failed, onChange }: Batch,
): Promise<number> {
  const together = async (some: readonly string[]) => {
    const booked = await retried(() =>
      transaction(owner, 'BEGIN', (tx) => settleBatch(tx, some, today, now)),
    );
    onChange(some);
    return booked;
  };
  try {
    return await together(ids);
  } catch {
    let booked = 0;
    for (const id of ids)
      booked += await together([id]).catch((error: Error) => {
        failed.push(`${id}: ${error.message}`);
        return 0;
      });
    return booked;
  }
}

/** For allowances, the day begins at 06:00. */
export function payDate(now: Date, zone: string): CivilDate {
  const date = localDate(now, zone);
  return now >= instantOf(date, PAY_HOUR, zone) ? date : addDays(date, -1);
}

/**
 * The next families with due weeks, by id. PostgreSQL does not turn this subquery into a join, so
 * it reads no further than the batch.
 */
async function dueFamilies(
  owner: Pool,
  after: string,
  today: ReadonlyMap<string, CivilDate>,
): Promise<string[]> {
  const rows = await owner<{ familyId: string }[]>`
    SELECT f.family_id
    FROM family f
    JOIN unnest(${[...today.keys()]}::text[], ${[...today.values()]}::date[]) AS z (zone, today)
      ON z.zone = f.time_zone
    WHERE f.pay_automatically AND f.family_id > ${after} AND (
      SELECT true FROM child c
      WHERE c.family_id = f.family_id AND c.removed_at IS NULL AND c.next_due <= z.today LIMIT 1)
    ORDER BY f.family_id LIMIT ${FAMILIES_PER_BATCH}`;
  return rows.map(({ familyId }) => familyId);
}

/**
 * Locks the families and checks again: they may have been paid since, or switched to manual
 * payment.
 */
async function settleBatch(
  tx: Tx,
  ids: readonly string[],
  today: ReadonlyMap<string, CivilDate>,
  now: Date,
): Promise<number> {
  const families = await tx<{ familyId: string; timeZone: string }[]>`
    SELECT family_id, time_zone FROM family
    WHERE family_id = ANY(${list(ids, (id) => id)}::uuid[]) AND pay_automatically
    ORDER BY family_id FOR UPDATE`;
  const dates = new Map<string, CivilDate>();
  for (const { familyId, timeZone } of families) {
    const date = today.get(timeZone); // a zone that is new to the run waits for the next one
    if (date !== undefined) dates.set(familyId, date);
  }
  await markChanged(tx, [...dates.keys()]);
  const { booked } = await settle(tx, await readDue(tx, dates, now), { madeBy: PROGRAM, now });
  return booked.length;
}
