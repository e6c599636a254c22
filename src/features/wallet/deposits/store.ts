/** Deposits in the database. */

import { DAY } from '#core/time.ts';
import type { Eraser } from '#features/children/closing.ts';
import { shownName } from '#features/children/store.ts';
import type { Sql, Tx } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { DEPOSITS_ANSWERED_DAYS } from './contract.ts';
import type { DepositFacts } from './rules.ts';

export type DepositRow = DepositFacts & {
  depositId: string;
  txid: string;
  vout: number;
  scriptHash: string;
  address: string;
  amountSats: bigint;
  childId: string | null;
  childName: string | null;
  answeredBy: string | null;
  answeredByName: string | null;
  answeredAt: Date | null;
  entryId: string | null;
  seenAt: Date;
  confirmedAt: Date | null;
  /** It is at an address of a wallet that is no longer the family's. */
  isEarlier: boolean;
};

const selected = (sql: Sql) => sql`
  SELECT d.payment_id AS deposit_id, d.txid, d.vout, d.script_hash, d.address, d.amount_sats,
    d.height, d.state = 'failed' AS dropped, d.child_id, ${shownName(sql)} AS child_name, d.answer,
    d.decided_by AS answered_by, coalesce(u.first_name, u.email) AS answered_by_name,
    d.decided_at AS answered_at, d.entry_id, d.seen_at, d.ended_at AS confirmed_at,
    EXISTS (SELECT FROM earlier_address e
      WHERE e.family_id = d.family_id AND e.script_hash = d.script_hash)
    AND NOT EXISTS (SELECT FROM wallet_address a
      WHERE a.family_id = d.family_id AND a.script_hash = d.script_hash) AS is_earlier
  FROM payment d
  LEFT JOIN child c ON c.family_id = d.family_id AND c.child_id = d.child_id
  LEFT JOIN users u ON u.family_id = d.family_id AND u.user_id = d.decided_by`;

const answeredSince = (now: Date) => new Date(now.getTime() - DEPOSITS_ANSWERED_DAYS * DAY);

/** Those without an answer, and the answers of the last 30 days; the newest first. */
export const shownDeposits = (tx: Tx, familyId: string, now: Date) => tx<DepositRow[]>`
  ${selected(tx)}
  WHERE d.family_id = ${familyId} AND d.purpose = 'deposit'
    AND (d.answer IS NULL AND d.state <> 'failed'
      OR coalesce(d.decided_at, d.seen_at) > ${answeredSince(now)})
  ORDER BY d.seen_at DESC, d.payment_id DESC LIMIT 200`;

export async function findDeposit(
  tx: Tx,
  familyId: string,
  depositId: string,
): Promise<DepositRow | undefined> {
  const [row] = await tx<DepositRow[]>`
    ${selected(tx)} WHERE d.family_id = ${familyId} AND d.payment_id = ${depositId}
      AND d.purpose = 'deposit'`;
  return row;
}

export const depositsAt = (tx: Tx, familyId: string, scriptHashes: readonly string[]) =>
  tx<DepositRow[]>`
    ${selected(tx)}
    WHERE d.family_id = ${familyId} AND d.purpose = 'deposit'
      AND d.script_hash = ANY (${[...scriptHashes]}::text[])`;

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

/** False when the output is known already. */
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
      ${address}, ${amountSats}, ${height}, ${childId}, ${height === null ? 'open' : 'paid'},
      ${height === null ? null : 'proven'}, ${now}, ${now}, ${height === null ? null : now})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

export const moveDeposit = (
  tx: Tx,
  familyId: string,
  depositId: string,
  { height, dropped }: Pick<DepositFacts, 'height' | 'dropped'>,
  now: Date,
) => tx`
  UPDATE payment SET height = ${height}, state = ${stateAt(height, dropped)},
    failure = ${dropped ? 'evicted' : null}, proof = ${height === null ? null : 'proven'},
    ended_at = ${height === null ? null : now}
  WHERE ${isIt(tx, familyId, depositId)}`;

function stateAt(height: number | null, dropped: boolean): string {
  if (dropped) return 'failed';
  return height === null ? 'open' : 'paid';
}

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

/** A person takes its entry back: the adults are asked again whose it is. */
export const depositReversal: ReversalHook = (tx, { familyId, entryId }) => tx`
  UPDATE payment d
  SET entry_id = NULL, answer = NULL, decided_by = NULL, decided_at = NULL,
    child_id = coalesce((SELECT a.child_id FROM wallet_address a
      WHERE a.family_id = d.family_id AND a.script_hash = d.script_hash), d.child_id)
  WHERE d.family_id = ${familyId} AND d.purpose = 'deposit' AND d.entry_id = ${entryId}`;

/** What arrived at the child's addresses and is not in the book. */
export async function arriving(tx: Tx, familyId: string, childId: string): Promise<bigint> {
  const [row] = await tx<{ sats: bigint }[]>`
    SELECT coalesce(sum(amount_sats), 0)::bigint AS sats FROM payment
    WHERE family_id = ${familyId} AND child_id = ${childId} AND purpose = 'deposit'
      AND entry_id IS NULL AND state <> 'failed' AND (answer IS NULL OR answer = 'child')`;
  return row?.sats ?? 0n;
}

/** The addresses stay handed out: nobody is given them again. */
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
