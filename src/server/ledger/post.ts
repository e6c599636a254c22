/**
 * Writes entries: one SQL statement for one entry or ten thousand. The caller holds the lock on the
 * family's row (database.ts changeFamily) or on the rows of all families it posts for; accounts are
 * therefore never locked in two orders.
 */

import postgres from 'postgres';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import {
  assertEntry,
  changesOf,
  type Entry,
  type EntryText,
  goalChangesOf,
  type Posting,
  reversed,
} from '#core/ledger.ts';
import { between, list } from '../db/columns.ts';
import type { Question, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { entryText } from './text.ts';

export const TOO_MUCH = because('ABOVE_ALL_BITCOIN');
export const NOT_ENOUGH = because('NOT_ENOUGH');
export const ABOVE_TARGET = because('ABOVE_TARGET');
export const GOAL_CLOSED = because('GOAL_CLOSED');

/**
 * Appends the entries and moves the balances, all or nothing. Sent at once: a caller may send what
 * comes next, COMMIT included, without waiting for the answer.
 * @throws RangeError when an entry is not balanced; Refusal CONFLICT when an account of a child or
 * goal would fall below what is held on it, or a goal would get more than it needs.
 */
export async function post(tx: Tx, entries: readonly Entry[], recordedAt: Date): Promise<void> {
  if (entries.length === 0) return;
  for (const entry of entries) assertEntry(entry);
  const [first] = entries;
  try {
    // Sent before the first await, so that what the caller sends next comes behind it.
    await (entries.length === 1 && first?.postings.length === 2 && !first.postings.some(intoGoal)
      ? oneTransfer(tx, first, recordedAt)
      : manyEntries(tx, entries, recordedAt)
    ).execute();
  } catch (error) {
    const broken = error instanceof postgres.PostgresError ? error.constraint_name : undefined;
    if (broken === 'not_overdrawn') throw new Refusal('CONFLICT', NOT_ENOUGH, 'amount');
    if (broken === 'not_above_target') throw new Refusal('CONFLICT', ABOVE_TARGET, 'amount');
    if (broken === 'not_above_all') throw new Refusal('CONFLICT', TOO_MUCH, 'amount');
    throw error;
  }
}

const intoGoal = ({ goalId }: Posting) => goalId !== undefined;

type Change = { familyId: string; accountId: string; sats: bigint };

/** What moves on each account, without those where it comes to nothing. */
function changesIn(entries: readonly Entry[]): Change[] {
  const familyOf = new Map<string, string>();
  for (const { familyId, postings } of entries)
    for (const { accountId } of postings) familyOf.set(accountId, familyId);
  return [...changesOf(entries)]
    .filter(([, sats]) => sats !== 0n)
    .map(([accountId, sats]) => ({ familyId: familyOf.get(accountId) as string, accountId, sats }));
}

/**
 * What nearly every call posts: one entry of two postings. The same rows as manyEntries in half the
 * CPU time, as there are no arrays and each value is sent once. (The outside account keeps no
 * balance, so its row stays as it is.)
 */
function oneTransfer(tx: Tx, e: Entry, recordedAt: Date): Question {
  const values = valuesOf(e, recordedAt);
  return e.text
    ? tx.unsafe(ONE_WITH_TEXT, [...values, e.text.salt, e.text.text] as never[], { prepare: true })
    : tx.unsafe(ONE_TRANSFER, values as never[], { prepare: true });
}

function valuesOf(e: Entry, recordedAt: Date): unknown[] {
  const [from, to] = e.postings as [Posting, Posting];
  return [
    ...[e.familyId, e.entryId, e.type, e.childId ?? null, e.amountSats, e.occurredAt, recordedAt],
    ...[e.madeBy, e.reverses ?? null, e.text?.hash ?? null],
    ...[from.accountId, from.amountSats, to.accountId, to.amountSats],
  ];
}

/** @param more statements of the WITH, each behind a comma. */
const ONE_AND = (more: string, check = (moved: string) => `SELECT ${moved}`) => `
  WITH new_entry AS (
    INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at, recorded_at, made_by, reverses, text_hash)
    VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10)
  ), new_unsealed AS (
    INSERT INTO unsealed (family_id, entry_id, recorded_at) VALUES ($1, $2, $7)
  ), new_posting AS (
    INSERT INTO posting (family_id, entry_id, account_id, amount_sats)
    VALUES ($1, $2, $11::uuid, $12::bigint), ($1, $2, $13::uuid, $14::bigint)
  ), change (account_id, sats) AS (
    VALUES ($11, $12), ($13, $14)
  ), moved AS (
    UPDATE account SET balance_sats = balance_sats + change.sats
    FROM change
    WHERE family_id = $1 AND account.account_id = change.account_id AND kind <> 'outside'
  )${more}
  ${check(`${allOf('2')} FROM account JOIN change USING (account_id) WHERE family_id = $1`)}`;

/** Exported for the bench, which measures it without our process. */
export const ONE_TRANSFER = ONE_AND('');
const NEW_TEXT = `, new_text AS (
    INSERT INTO entry_text (family_id, entry_id, salt, text) VALUES ($1, $2, $15, $16)
  )`;
const ONE_WITH_TEXT = ONE_AND(NEW_TEXT);

/**
 * The same statement with more in it. Its parameters: $1 family, $4 child, $8 who made it; those of
 * `more` begin at $17.
 * @param check the SELECT that ends it; `moved` is what is to be selected in it, and fails unless
 *   both accounts exist.
 */
export const oneTransferAnd = (more: string, check: (moved: string) => string) =>
  ONE_AND(`${NEW_TEXT}${more}`, check);

export type WithText = Entry & { text: EntryText };

/** @throws RangeError when the entry is not balanced, or does not fit oneTransferAnd. */
export function valuesOfOne(e: WithText, recordedAt: Date): unknown[] {
  assertEntry(e);
  if (e.postings.length !== 2 || e.postings.some(intoGoal))
    throw new RangeError(`Entry ${e.entryId} is no transfer between two accounts`);
  return [...valuesOf(e, recordedAt), e.text.salt, e.text.text];
}

/** Any number of entries, of any families, as arrays of columns: the plan does not grow with them. */
function manyEntries(tx: Tx, entries: readonly Entry[], recordedAt: Date): Question {
  const changes = changesIn(entries);
  const postings = entries.flatMap((e) => e.postings.map((p) => ({ ...p, ...idsOf(e) })));
  const texts = entries.filter((e) => e.text);
  const inBatch = between(tx, 'account.family_id', changes, (c) => c.familyId);
  const goals = goalChangesIn(entries);
  const hex = (bytes: Uint8Array | undefined) =>
    bytes ? Buffer.from(bytes).toString('hex') : null;
  return tx`
    WITH new_entry AS (
      INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at, recorded_at, made_by, reverses, text_hash)
      SELECT family_id, entry_id, type, child_id, amount_sats, occurred_at, ${recordedAt}, made_by, reverses, decode(text_hash, 'hex')
      FROM unnest(
        ${list(entries, (e) => e.familyId)}::uuid[], ${list(entries, (e) => e.entryId)}::uuid[],
        ${entries.map((e) => e.type)}::text[], ${list(entries, (e) => e.childId ?? null)}::uuid[],
        ${list(entries, (e) => e.amountSats)}::bigint[],
        ${list(entries, (e) => e.occurredAt.toISOString())}::timestamptz[],
        ${list(entries, (e) => e.madeBy)}::uuid[], ${list(entries, (e) => e.reverses ?? null)}::uuid[],
        ${list(entries, (e) => hex(e.text?.hash))}::text[]
      ) AS e (family_id, entry_id, type, child_id, amount_sats, occurred_at, made_by, reverses, text_hash)
      RETURNING family_id, entry_id
    ), new_unsealed AS (
      INSERT INTO unsealed (family_id, entry_id, recorded_at)
      SELECT family_id, entry_id, ${recordedAt} FROM new_entry
    ), new_text AS (
      INSERT INTO entry_text (family_id, entry_id, salt, text)
      SELECT family_id, entry_id, decode(salt, 'hex'), text
      FROM unnest(
        ${texts.map((e) => e.familyId)}::uuid[], ${texts.map((e) => e.entryId)}::uuid[],
        ${texts.map((e) => hex(e.text?.salt))}::text[], ${texts.map((e) => e.text?.text ?? '')}::text[]
      ) AS t (family_id, entry_id, salt, text)
    ), new_posting AS (
      INSERT INTO posting (family_id, entry_id, account_id, amount_sats)
      SELECT * FROM unnest(
        ${list(postings, (p) => p.familyId)}::uuid[], ${list(postings, (p) => p.entryId)}::uuid[],
        ${list(postings, (p) => p.accountId)}::uuid[], ${list(postings, (p) => p.amountSats)}::bigint[])
    ), change AS MATERIALIZED (
      SELECT * FROM unnest(
        ${list(changes, (c) => c.familyId)}::uuid[], ${list(changes, (c) => c.accountId)}::uuid[],
        ${list(changes, (c) => c.sats)}::bigint[]) AS c (family_id, account_id, sats)
    ), moved AS (
      UPDATE account SET balance_sats = balance_sats + change.sats
      FROM change
      WHERE account.family_id = change.family_id AND account.account_id = change.account_id
        AND account.kind <> 'outside' AND ${inBatch}
    ) ${goals.length > 0 ? filled(tx, goals) : tx``}
    SELECT ${tx.unsafe(allOf(String(changes.length)))}
      ${goals.length > 0 ? tx`, (SELECT ${tx.unsafe(allOf(String(goals.length)))} FROM filled)` : tx``}
    FROM account JOIN change USING (family_id, account_id)
    WHERE ${inBatch}`;
}

type GoalChange = { familyId: string; goalId: string; sats: bigint };

function goalChangesIn(entries: readonly Entry[]): GoalChange[] {
  const familyOf = new Map<string, string>();
  for (const { familyId, postings } of entries)
    for (const { goalId } of postings) if (goalId) familyOf.set(goalId, familyId);
  return [...goalChangesOf(entries)]
    .filter(([, sats]) => sats !== 0n)
    .map(([goalId, sats]) => ({ familyId: familyOf.get(goalId) as string, goalId, sats }));
}

/** A goal's total moves with its accounts; one that is closed is not counted, which fails below. */
const filled = (tx: Tx, goals: readonly GoalChange[]) => tx`
  , filled AS (
    UPDATE goal SET current_sats = current_sats + g.sats
    FROM unnest(
      ${list(goals, (g) => g.familyId)}::uuid[], ${list(goals, (g) => g.goalId)}::uuid[],
      ${list(goals, (g) => g.sats)}::bigint[]) AS g (family_id, goal_id, sats)
    WHERE goal.family_id = g.family_id AND goal.goal_id = g.goal_id AND goal.state = 'open'
      AND ${between(tx, 'goal.family_id', goals, (g) => g.familyId)}
    RETURNING 1
  )`;

/**
 * Fails the statement, and with it the transaction, unless all accounts exist: no caller can go on
 * by not looking. The sentence is no number, so the error of the cast quotes it.
 */
function allOf(count: string): string {
  return `CASE WHEN count(*) = ${count} THEN 0
    ELSE ('moved ' || count(*) || ' of ' || ${count} || ' accounts')::int END`;
}

const idsOf = ({ familyId, entryId }: Entry) => ({ familyId, entryId });

/**
 * Takes an entry back with a reversal entry, once.
 * @throws Refusal NOT_FOUND when the family has no such entry; CONFLICT when it was taken back
 * before, is itself a reversal, or its money is no longer there.
 */
export async function reverse(
  tx: Tx,
  familyId: string,
  entryId: string,
  by: { madeBy: string; now: Date; why: string },
): Promise<string> {
  const [entry] = await tx<
    {
      type: string;
      childId: string | null;
      amountSats: bigint;
      reverses: string | null;
      again: boolean;
    }[]
  >`
    SELECT type, child_id, amount_sats, reverses,
      EXISTS (SELECT FROM entry r WHERE r.family_id = e.family_id AND r.reverses = e.entry_id) AS again
    FROM entry e WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
  if (!entry) throw new Refusal('NOT_FOUND', because('NO_ENTRY'));
  if (entry.reverses) throw new Refusal('CONFLICT', because('REVERSAL_FINAL'));
  if (entry.again) throw new Refusal('CONFLICT', because('ENTRY_TAKEN_BACK'));
  const postings = await postingsOf(tx, familyId, entryId);
  const reversalId = newId(by.now.getTime());
  await post(
    tx,
    [
      {
        entryId: reversalId,
        familyId,
        type: entry.type,
        childId: entry.childId ?? undefined,
        amountSats: -entry.amountSats,
        occurredAt: by.now,
        madeBy: by.madeBy,
        reverses: entryId,
        text: entryText(by.why),
        postings: reversed(postings),
      },
    ],
    by.now,
  );
  // A week whose allowance is taken back stays settled: nothing books it again.
  await tx`
    UPDATE allowance_occurrence SET state = 'reversed'
    WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
  // What allocations gave with it, they have not given.
  await tx`
    INSERT INTO goal_share (family_id, allocation_id, entry_id, amount_sats)
    SELECT family_id, allocation_id, ${reversalId}, -amount_sats FROM goal_share
    WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
  return reversalId;
}

/** @throws Refusal CONFLICT when some of it went into a goal that is closed by now. */
async function postingsOf(tx: Tx, familyId: string, entryId: string): Promise<Posting[]> {
  const rows = await tx<
    { accountId: string; amountSats: bigint; goalId: string | null; state: string | null }[]
  >`
    SELECT p.account_id, p.amount_sats, a.goal_id, g.state
    FROM posting p
    JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
    LEFT JOIN goal g ON g.family_id = a.family_id AND g.goal_id = a.goal_id
    WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId}`;
  if (rows.some(({ state }) => state !== null && state !== 'open'))
    throw new Refusal('CONFLICT', GOAL_CLOSED);
  return rows.map(({ accountId, amountSats, goalId }) => ({
    accountId,
    amountSats,
    goalId: goalId ?? undefined,
  }));
}
