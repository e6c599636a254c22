/**
 * Writes entries: one SQL statement for one entry or ten thousand. The caller holds the lock on the
 * family's row (database.ts changeFamily) or on the rows of all families it posts for, so accounts
 * are never locked in two orders.
 */

import postgres from 'postgres';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { assertEntry, changesOf, type Entry, goalChangesOf } from '#core/ledger.ts';
import { between, list } from '../db/columns.ts';
import type { Question, Tx } from '../db/sql.ts';
import { priceThen } from './price.ts';

export const TOO_MUCH = because('ABOVE_ALL_BITCOIN');
export const NOT_ENOUGH = because('NOT_ENOUGH');
export const ABOVE_TARGET = because('ABOVE_TARGET');
export const CLOSED_MONEY_STAYS = because('CLOSED_MONEY_STAYS');

/**
 * Appends the entries and moves the balances, all or nothing. It is sent at once: a caller may send
 * the next statements, COMMIT included, without waiting for the answer.
 * @throws RangeError when an entry is not balanced; Refusal CONFLICT when an account of a child or
 * goal would fall below its holds, a goal would get more than it needs, or an account belongs to a
 * closed book.
 */
export async function post(tx: Tx, entries: readonly Entry[], recordedAt: Date): Promise<void> {
  if (entries.length === 0) return;
  for (const entry of entries) assertEntry(entry);
  try {
    // Sent before the first await; the caller's next statement follows it.
    await statementOf(tx, entries, recordedAt).execute();
  } catch (error) {
    const broken = error instanceof postgres.PostgresError ? error.constraint_name : undefined;
    if (broken === 'not_overdrawn') throw new Refusal('CONFLICT', NOT_ENOUGH, 'amount');
    if (broken === 'not_above_target') throw new Refusal('CONFLICT', ABOVE_TARGET, 'amount');
    if (broken === 'book_closed') throw new Refusal('CONFLICT', CLOSED_MONEY_STAYS);
    if (broken === 'not_above_all') throw new Refusal('CONFLICT', TOO_MUCH, 'amount');
    throw error;
  }
}

type Change = { familyId: string; accountId: string; sats: bigint };

/** The sum for each account, without zeros. */
function changesIn(entries: readonly Entry[]): Change[] {
  const familyOf = new Map<string, string>();
  for (const { familyId, postings } of entries)
    for (const { accountId } of postings) familyOf.set(accountId, familyId);
  return [...changesOf(entries)]
    .filter(([, sats]) => sats !== 0n)
    .map(([accountId, sats]) => ({ familyId: familyOf.get(accountId) as string, accountId, sats }));
}

/**
 * Any number of entries, of any families, as arrays of columns: the plan does not grow with them.
 * The ends of the queues are read once (MATERIALIZED), not again for each entry.
 */
function statementOf(tx: Tx, entries: readonly Entry[], recordedAt: Date): Question {
  const changes = changesIn(entries);
  const postings = entries.flatMap((e) => e.postings.map((p) => ({ ...p, ...idsOf(e) })));
  const texts = entries.filter((e) => e.text);
  const inBatch = between(tx, 'account.family_id', changes, (c) => c.familyId);
  const goals = goalChangesIn(entries);
  const hex = (bytes: Uint8Array | undefined) =>
    bytes ? Buffer.from(bytes).toString('hex') : null;
  return tx`
    WITH queue AS MATERIALIZED (
      SELECT f.family_id, coalesce((SELECT max(u.queue_no) FROM unsealed u
        WHERE u.family_id = f.family_id), 0) AS queue_no
      FROM (SELECT DISTINCT f FROM unnest(
        ${list(entries, (e) => e.familyId)}::uuid[]) AS f) AS f (family_id)
    ), new_entry AS (
      INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at, recorded_at,
        made_by, reverses, text_hash, rate_currency, rate_minor_per_btc)
      SELECT e.family_id, entry_id, type, child_id, amount_sats, occurred_at, ${recordedAt},
        made_by, reverses, decode(text_hash, 'hex'), p.currency, p.minor_per_btc
      FROM unnest(
        ${list(entries, (e) => e.familyId)}::uuid[], ${list(entries, (e) => e.entryId)}::uuid[],
        ${entries.map((e) => e.type)}::text[], ${list(entries, (e) => e.childId ?? null)}::uuid[],
        ${list(entries, (e) => e.amountSats)}::bigint[],
        ${list(entries, (e) => e.occurredAt.toISOString())}::timestamptz[],
        ${list(entries, (e) => e.madeBy)}::uuid[],
          ${list(entries, (e) => e.reverses ?? null)}::uuid[],
        ${list(entries, (e) => hex(e.text?.hash))}::text[]
      ) AS e (family_id, entry_id, type, child_id, amount_sats, occurred_at, made_by, reverses,
        text_hash)
      LEFT JOIN LATERAL ${priceThen(tx)} AS p ON true
      RETURNING family_id, entry_id
    ), new_unsealed AS (
      INSERT INTO unsealed (family_id, entry_id, recorded_at, queue_no)
      SELECT n.family_id, n.entry_id, ${recordedAt}, n.at + queue.queue_no
      FROM unnest(
        ${list(entries, (e) => e.familyId)}::uuid[], ${list(entries, (e) => e.entryId)}::uuid[]
      ) WITH ORDINALITY AS n (family_id, entry_id, at)
      JOIN queue ON queue.family_id = n.family_id
    ), new_text AS (
      INSERT INTO entry_text (family_id, entry_id, salt, text)
      SELECT family_id, entry_id, decode(salt, 'hex'), text
      FROM unnest(
        ${texts.map((e) => e.familyId)}::uuid[], ${texts.map((e) => e.entryId)}::uuid[],
        ${texts.map((e) => hex(e.text?.salt))}::text[],
          ${texts.map((e) => e.text?.text ?? '')}::text[]
      ) AS t (family_id, entry_id, salt, text)
    ), new_posting AS (
      INSERT INTO posting (family_id, entry_id, account_id, amount_sats)
      SELECT * FROM unnest(
        ${list(postings, (p) => p.familyId)}::uuid[], ${list(postings, (p) => p.entryId)}::uuid[],
        ${list(postings, (p) => p.accountId)}::uuid[],
          ${list(postings, (p) => p.amountSats)}::bigint[])
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

/** A goal's total moves with its accounts; a closed goal is not counted, which fails below. */
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

/** Fails the transaction unless all accounts exist: the cast's error quotes the sentence. */
function allOf(count: string): string {
  return `CASE WHEN count(*) = ${count} THEN 0
    ELSE ('moved ' || count(*) || ' of ' || ${count} || ' accounts')::int END`;
}

const idsOf = ({ familyId, entryId }: Entry) => ({ familyId, entryId });
