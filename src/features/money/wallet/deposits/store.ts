/** SQL for deposits. */

import { DAY } from '#core/time.ts';
import { type Filled, type Payment, selectPayment } from '#features/book/payments/row.ts';
import type { Eraser } from '#features/people/children/closing.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { DEPOSITS_ANSWERED_DAYS } from './contract.ts';
import { type DepositFacts, stateAt } from './rules.ts';

export type DepositRow = Payment &
  Filled<'address' | 'scriptHash' | 'txid' | 'vout' | 'seenAt'> &
  DepositFacts & {
    /** Only adults read it, so the email address replaces a missing name. */
    answeredByName: string | null;
    /** Its address belongs to an earlier wallet of the family. */
    isEarlier: boolean;
  };

const selected = (sql: Sql) =>
  selectPayment(
    sql,
    sql`, coalesce(d.first_name, d.email) AS answered_by_name, EXISTS (SELECT FROM earlier_address e
        WHERE e.family_id = p.family_id AND e.script_hash = p.script_hash)
      AND NOT EXISTS (SELECT FROM wallet_address a
        WHERE a.family_id = p.family_id AND a.script_hash = p.script_hash) AS is_earlier`,
  );

const answeredSince = (now: Date) => new Date(now.getTime() - DEPOSITS_ANSWERED_DAYS * DAY);

/** Open deposits, and those answered in the last 30 days, newest first. */
export const shownDeposits = (tx: Tx, familyId: string, now: Date) => tx<DepositRow[]>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} AND p.purpose = 'deposit'
    AND (p.answer IS NULL AND p.state <> 'failed'
      OR coalesce(p.decided_at, p.seen_at) > ${answeredSince(now)})
  ORDER BY p.seen_at DESC, p.payment_id DESC LIMIT 200`;

export async function findDeposit(
  tx: Tx,
  familyId: string,
  depositId: string,
): Promise<DepositRow | undefined> {
  const [row] = await tx<DepositRow[]>`
    ${selected(tx)} WHERE p.family_id = ${familyId} AND p.payment_id = ${depositId}
      AND p.purpose = 'deposit'`;
  return row;
}

export const depositsAt = (tx: Tx, familyId: string, scriptHashes: readonly string[]) =>
  tx<DepositRow[]>`
    ${selected(tx)}
    WHERE p.family_id = ${familyId} AND p.purpose = 'deposit'
      AND p.script_hash = ANY (${[...scriptHashes]}::text[])`;

const isIt = (tx: Tx, familyId: string, depositId: string) => tx`
  family_id = ${familyId} AND payment_id = ${depositId} AND purpose = 'deposit'`;

export type NewDeposit = {
  txid: string;
  vout: number;
  scriptHash: string;
  address: string;
  amountSats: bigint;
  height: number | null;
  childId: string | null;
};

/** @returns false if the output is already known */
export async function addDeposit(
  tx: Tx,
  familyId: string,
  { txid, vout, scriptHash, address, amountSats, height, childId }: NewDeposit,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO payment (family_id, payment_id, purpose, txid, vout, script_hash, address,
      amount_sats, height, child_id, state, proof, created_at, seen_at, ended_at)
    VALUES (${familyId}, ${newId(now.getTime())}, 'deposit', ${txid}, ${vout}, ${scriptHash},
      ${address}, ${amountSats}, ${height}, ${childId}, ${stateAt(height)},
      ${height === null ? null : 'proven'}, ${now}, ${now}, ${height === null ? null : now})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

export const moveDeposit = (
  tx: Tx,
  familyId: string,
  depositId: string,
  { height, state }: Pick<DepositFacts, 'height' | 'state'>,
  now: Date,
) => tx`
  UPDATE payment SET height = ${height}, state = ${state},
    failure = ${state === 'failed' ? 'evicted' : null}, proof = ${height === null ? null : 'proven'},
    ended_at = ${height === null ? null : now}
  WHERE ${isIt(tx, familyId, depositId)}`;

type DepositAnswer = { childId: string | null; isPromised: boolean; by: string; now: Date };

function answerOf(childId: string | null, isPromised: boolean): DepositFacts['answer'] {
  if (isPromised) return 'promised';
  return childId === null ? 'nobody' : 'child';
}

export const answerDeposit = (
  tx: Tx,
  familyId: string,
  depositId: string,
  { childId, isPromised, by, now }: DepositAnswer,
) => tx`
  UPDATE payment SET answer = ${answerOf(childId, isPromised)},
    child_id = coalesce(${childId}, child_id), decided_by = ${by}, decided_at = ${now}
  WHERE ${isIt(tx, familyId, depositId)}`;

export const setEntry = (tx: Tx, familyId: string, depositId: string, entryId: string | null) => tx`
  UPDATE payment SET entry_id = ${entryId} WHERE ${isIt(tx, familyId, depositId)}`;

/** When a person reverses the entry, the adults must assign the deposit again. */
export const depositReversal: ReversalHook = (tx, { familyId, entryId }) => tx`
  UPDATE payment d
  SET entry_id = NULL, answer = NULL, decided_by = NULL, decided_at = NULL,
    child_id = coalesce((SELECT a.child_id FROM wallet_address a
      WHERE a.family_id = d.family_id AND a.script_hash = d.script_hash), d.child_id)
  WHERE d.family_id = ${familyId} AND d.purpose = 'deposit' AND d.entry_id = ${entryId}`;

/** Sums up payments to the child's addresses that aren't in the book. */
export async function arriving(tx: Tx, familyId: string, childId: string): Promise<bigint> {
  const [row] = await tx<{ sats: bigint }[]>`
    SELECT coalesce(sum(amount_sats), 0)::bigint AS sats FROM payment
    WHERE family_id = ${familyId} AND child_id = ${childId} AND purpose = 'deposit'
      AND entry_id IS NULL AND state <> 'failed' AND (answer IS NULL OR answer = 'child')`;
  return row?.sats ?? 0n;
}

/** The addresses stay assigned, or they would be given out again. */
export const walletEraser: Eraser = {
  erase: async ({ tx, familyId, childId }) => {
    await tx`
      UPDATE wallet_address SET child_id = NULL
      WHERE family_id = ${familyId} AND child_id = ${childId}`;
    await tx`
      UPDATE earlier_address SET child_id = NULL
      WHERE family_id = ${familyId} AND child_id = ${childId}`;
  },
};
