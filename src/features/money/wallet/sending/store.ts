/** SQL for sends. */
import { DAY } from '#core/time.ts';
import { type Filled, type Payment, selectPayment } from '#features/book/payments/row.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import type { SendFacts, Standing } from './rules.ts';

/** A send, or a part of a vault day, which neither holds nor books anything. */
export type SendRow = Payment &
  Filled<'childId' | 'address' | 'scriptHash' | 'madeBy'> &
  SendFacts & {
    purpose: 'send' | 'vault_day';
    /** Index of the address in the family's wallet; null for any other address. */
    addressIndex: number | null;
  };

const selected = (sql: Sql) => sql`
  ${selectPayment(sql, sql`, a.address_index`)}
  LEFT JOIN wallet_address a ON a.family_id = p.family_id AND a.script_hash = p.script_hash
    AND a.branch = 'receive'`;

/** Sends and the parts of vault days. */
const ours = (sql: Sql) => sql`p.purpose IN ('send', 'vault_day')`;

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

/** How long ended sends are listed. */
const SHOWN_DAYS = 30;
/** How long a confirmed send is watched: no reorganization reaches further back. */
const WATCHED_DAYS = 7;
/** How long a cancelled one may still be mined; after that, nodes have dropped it. */
const LATE_DAYS = 14;

/** Nothing was seen of it before it was cancelled at `seen_at`. */
export const mayComeLate = (sql: Sql, now: Date) => sql`
  purpose = 'send' AND state = 'declined' AND seen_at > ${daysAgo(now, LATE_DAYS)}`;

/** Sends of open books. */
export const shownSends = (tx: Tx, familyId: string, now: Date, childId?: string) => tx<SendRow[]>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} ${childId ? tx`AND p.child_id = ${childId}` : tx``}
    AND p.purpose = 'send' AND c.removed_at IS NULL
    AND (p.state = 'open' OR p.created_at > ${daysAgo(now, SHOWN_DAYS)})
  ORDER BY p.created_at DESC, p.payment_id DESC LIMIT 200`;

/** Parts of vault days: open ones, and those made after `since`. */
export const shownParts = (tx: Tx, familyId: string, since: Date) => tx<SendRow[]>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} AND p.purpose = 'vault_day' AND c.removed_at IS NULL
    AND (p.state = 'open' OR p.created_at > ${since})
  ORDER BY p.created_at DESC, p.pays DESC, p.payment_id LIMIT 500`;

export const partsOf = (tx: Tx, familyId: string, vaultDayId: string) => tx<SendRow[]>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} AND p.purpose = 'vault_day'
    AND p.pays = ${vaultDayId} ORDER BY p.payment_id`;

/**
 * Sends that a block may still change, oldest first: equal ones claim outputs in turn, and
 * cancelled ones claim the remaining outputs.
 */
export const watchedSends = (tx: Tx, familyId: string, now: Date) => tx<SendRow[]>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} AND ${ours(tx)} AND (p.state = 'open'
    OR p.state = 'paid' AND p.ended_at > ${daysAgo(now, WATCHED_DAYS)}
    OR ${mayComeLate(tx, now)})
  ORDER BY p.state = 'declined', p.created_at, p.payment_id`;

/** Sends that a payment may still reach, in the same order. */
export const openSends = (tx: Tx, familyId: string) => tx<SendRow[]>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} AND ${ours(tx)} AND p.state = 'open'
  ORDER BY p.created_at, p.payment_id`;

export async function findSend(
  tx: Tx,
  familyId: string,
  paymentId: string,
): Promise<SendRow | undefined> {
  const [row] = await tx<SendRow[]>`
    ${selected(tx)}
    WHERE p.family_id = ${familyId} AND p.payment_id = ${paymentId} AND ${ours(tx)}`;
  return row;
}

type NewSend = Pick<
  SendRow,
  | 'paymentId'
  | 'purpose'
  | 'childId'
  | 'address'
  | 'scriptHash'
  | 'amountSats'
  | 'pays'
  | 'holdId'
  | 'madeBy'
  | 'knownTxids'
>;

export const addSend = (tx: Tx, familyId: string, s: NewSend, now: Date) => tx`
  INSERT INTO payment (family_id, payment_id, purpose, child_id, address, script_hash, amount_sats,
    state, hold_id, made_by, pays, known_txids, created_at)
  VALUES (${familyId}, ${s.paymentId}, ${s.purpose}, ${s.childId}, ${s.address}, ${s.scriptHash},
    ${s.amountSats}, 'open', ${s.holdId}, ${s.madeBy}, ${s.pays},
    ${s.knownTxids && [...s.knownTxids]}, ${now})`;

/** Records once, before any claim, which transactions paid the address earlier. */
export const setKnown = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  txids: readonly string[],
) => tx`
  UPDATE payment SET known_txids = ${[...txids]}::text[]
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND known_txids IS NULL`;

export const setStanding = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  { state, failure, txid, vout }: Standing,
  now: Date,
) => tx`
  UPDATE payment SET state = ${state}, failure = ${failure}, txid = ${txid}, vout = ${vout},
    proof = ${state === 'paid' ? 'proven' : null},
    seen_at = ${state === 'open' && txid === null ? null : tx`coalesce(seen_at, ${now})`},
    ended_at = ${state === 'paid' ? tx`coalesce(ended_at, ${now})` : null}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId}`;

export const setMoney = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  { holdId, entryId }: Pick<SendRow, 'holdId' | 'entryId'>,
) => tx`
  UPDATE payment SET hold_id = ${holdId}, entry_id = ${entryId}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId}`;

/** The outputs claimed by other sends of the family. */
export async function claimedOutputs(
  tx: Tx,
  familyId: string,
  except: string,
): Promise<Set<string>> {
  const rows = await tx<{ txid: string; vout: number }[]>`
    SELECT txid, vout FROM payment
    WHERE family_id = ${familyId} AND direction = 'out' AND payment_id <> ${except}
      AND txid IS NOT NULL`;
  return new Set(rows.map(({ txid, vout }) => `${txid}:${vout}`));
}
