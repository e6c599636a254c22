/** Deposits in the database. */

import { DAY } from '#core/time.ts';
import type { Eraser } from '#features/children/closing.ts';
import { shownName } from '#features/children/store.ts';
import type { ClaimHook } from '#features/transactions/undo.ts';
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
  SELECT d.deposit_id, d.txid, d.vout, d.script_hash, d.address, d.amount_sats, d.height, d.dropped,
    d.child_id, ${shownName(sql)} AS child_name, d.answer, d.answered_by,
    coalesce(u.first_name, u.email) AS answered_by_name, d.answered_at, d.entry_id, d.seen_at,
    d.confirmed_at,
    EXISTS (SELECT FROM earlier_address e
      WHERE e.family_id = d.family_id AND e.script_hash = d.script_hash)
    AND NOT EXISTS (SELECT FROM wallet_address a
      WHERE a.family_id = d.family_id AND a.script_hash = d.script_hash) AS is_earlier
  FROM wallet_deposit d
  LEFT JOIN child c ON c.family_id = d.family_id AND c.child_id = d.child_id
  LEFT JOIN users u ON u.family_id = d.family_id AND u.user_id = d.answered_by`;

const answeredSince = (now: Date) => new Date(now.getTime() - DEPOSITS_ANSWERED_DAYS * DAY);

/** Those without an answer, and the answers of the last 30 days; the newest first. */
export const shownDeposits = (tx: Tx, familyId: string, now: Date) => tx<DepositRow[]>`
  ${selected(tx)}
  WHERE d.family_id = ${familyId} AND (d.answer IS NULL AND NOT d.dropped
    OR coalesce(d.answered_at, d.seen_at) > ${answeredSince(now)})
  ORDER BY d.seen_at DESC, d.deposit_id DESC LIMIT 200`;

export async function findDeposit(
  tx: Tx,
  familyId: string,
  depositId: string,
): Promise<DepositRow | undefined> {
  const [row] = await tx<DepositRow[]>`
    ${selected(tx)} WHERE d.family_id = ${familyId} AND d.deposit_id = ${depositId}`;
  return row;
}

export const depositsAt = (tx: Tx, familyId: string, scriptHashes: readonly string[]) =>
  tx<DepositRow[]>`
    ${selected(tx)}
    WHERE d.family_id = ${familyId} AND d.script_hash = ANY (${[...scriptHashes]}::text[])`;

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
    INSERT INTO wallet_deposit (family_id, deposit_id, txid, vout, script_hash, address,
      amount_sats, height, child_id, seen_at, confirmed_at)
    VALUES (${familyId}, ${newId(now.getTime())}, ${txid}, ${vout}, ${scriptHash}, ${address},
      ${amountSats}, ${height}, ${childId}, ${now}, ${height === null ? null : now})
    ON CONFLICT (family_id, txid, vout) DO NOTHING`;
  return count === 1;
}

export const moveDeposit = (
  tx: Tx,
  familyId: string,
  depositId: string,
  { height, dropped }: Pick<DepositFacts, 'height' | 'dropped'>,
  now: Date,
) => tx`
  UPDATE wallet_deposit SET height = ${height}, dropped = ${dropped},
    confirmed_at = ${height === null ? null : now}
  WHERE family_id = ${familyId} AND deposit_id = ${depositId}`;

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
  UPDATE wallet_deposit SET answer = ${answerOf(childId, isPromised)},
    child_id = coalesce(${childId}, child_id), answered_by = ${by}, answered_at = ${now}
  WHERE family_id = ${familyId} AND deposit_id = ${depositId}`;

export const setEntry = (tx: Tx, familyId: string, depositId: string, entryId: string | null) => tx`
  UPDATE wallet_deposit SET entry_id = ${entryId}
  WHERE family_id = ${familyId} AND deposit_id = ${depositId}`;

export const depositClaim: ClaimHook = async (tx, familyId, entryId) => {
  const found = await tx`
    SELECT FROM wallet_deposit WHERE family_id = ${familyId} AND entry_id = ${entryId} LIMIT 1`;
  return found.length > 0 ? { isAnswer: true } : undefined;
};

/** A person takes its entry back: the adults are asked again whose it is. */
export const depositReversal: ReversalHook = (tx, { familyId, entryId }) => tx`
  UPDATE wallet_deposit d
  SET entry_id = NULL, answer = NULL, answered_by = NULL, answered_at = NULL,
    child_id = coalesce((SELECT a.child_id FROM wallet_address a
      WHERE a.family_id = d.family_id AND a.script_hash = d.script_hash), d.child_id)
  WHERE d.family_id = ${familyId} AND d.entry_id = ${entryId}`;

/** What arrived at the child's addresses and is not in the book. */
export async function arriving(tx: Tx, familyId: string, childId: string): Promise<bigint> {
  const [row] = await tx<{ sats: bigint }[]>`
    SELECT coalesce(sum(amount_sats), 0)::bigint AS sats FROM wallet_deposit
    WHERE family_id = ${familyId} AND child_id = ${childId} AND entry_id IS NULL AND NOT dropped
      AND (answer IS NULL OR answer = 'child')`;
  return row?.sats ?? 0n;
}

/** The addresses stay handed out, and the outputs known: nobody is given or booked them again. */
export const walletEraser: Eraser = {
  erase: async ({ tx, familyId, childId }) => {
    await tx`
      UPDATE wallet_address SET child_id = NULL
      WHERE family_id = ${familyId} AND child_id = ${childId}`;
    await tx`
      UPDATE earlier_address SET child_id = NULL
      WHERE family_id = ${familyId} AND child_id = ${childId}`;
    await tx`
      UPDATE wallet_deposit SET child_id = NULL
      WHERE family_id = ${familyId} AND child_id = ${childId}`;
  },
};
