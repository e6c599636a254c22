/** Addresses and gifts in the database. */

import { DAY } from '#core/time.ts';
import { shownName } from '#features/children/store.ts';
import type { ClaimHook } from '#features/transactions/undo.ts';
import type { Pool, Sql, Tx } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { GIFTS_ANSWERED_DAYS, type GiftPurpose, type GiftState } from './contract.ts';

export type AddressRow = { name: string; familyId: string; childId: string };

/** Whose address it is, for somebody who knows nothing but its name. */
export async function findByName(app: Sql, name: string): Promise<AddressRow | undefined> {
  const [row] = await app<AddressRow[]>`
    SELECT name, family_id, child_id FROM gift_address WHERE name = ${name}`;
  return row;
}

export async function nameOfChild(
  tx: Tx,
  familyId: string,
  childId: string,
): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    SELECT name FROM gift_address WHERE family_id = ${familyId} AND child_id = ${childId}`;
  return row?.name;
}

/** The old one ends. */
export async function saveName(
  tx: Tx,
  { name, familyId, childId }: AddressRow,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await removeName(tx, familyId, childId);
  await tx`
    INSERT INTO gift_address (name, family_id, child_id, made_by, made_at)
    VALUES (${name}, ${familyId}, ${childId}, ${by}, ${now})`;
}

export const removeName = (tx: Tx, familyId: string, childId: string) => tx`
  DELETE FROM gift_address WHERE family_id = ${familyId} AND child_id = ${childId}`;

export type GiftRow = {
  giftId: string;
  childId: string;
  childName: string | null;
  paymentHash: string;
  invoice: string;
  verifyUrl: string | null;
  connectionId: string;
  amountSats: bigint;
  comment: string;
  state: GiftState | 'open';
  proof: 'proven' | 'stated' | null;
  preimage: string | null;
  purpose: GiftPurpose | null;
  entryId: string | null;
  answeredByName: string | null;
  answeredAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
  arrivedAt: Date | null;
};

const selected = (sql: Sql) => sql`
  SELECT g.gift_id, g.child_id, ${shownName(sql)} AS child_name, g.payment_hash, g.invoice,
    g.verify_url, g.connection_id, g.amount_sats, g.comment, g.state, g.proof, g.preimage,
    g.purpose, g.entry_id, u.first_name AS answered_by_name, g.answered_at, g.created_at,
    g.expires_at, g.arrived_at
  FROM gift g
  LEFT JOIN child c ON c.family_id = g.family_id AND c.child_id = g.child_id
  LEFT JOIN users u ON u.family_id = g.family_id AND u.user_id = g.answered_by`;

const answeredSince = (now: Date) => new Date(now.getTime() - GIFTS_ANSWERED_DAYS * DAY);

/** Those that wait, and the answers of the last 30 days; the newest first. */
export const shownGifts = (tx: Tx, familyId: string, now: Date) => tx<GiftRow[]>`
  ${selected(tx)}
  WHERE g.family_id = ${familyId} AND g.arrived_at IS NOT NULL
    AND (g.state = 'waiting' OR g.answered_at > ${answeredSince(now)})
  ORDER BY g.arrived_at DESC, g.gift_id DESC LIMIT 200`;

export async function findGift(
  tx: Tx,
  familyId: string,
  giftId: string,
): Promise<GiftRow | undefined> {
  const [row] = await tx<GiftRow[]>`
    ${selected(tx)} WHERE g.family_id = ${familyId} AND g.gift_id = ${giftId}`;
  return row;
}

export async function findGiftByHash(
  tx: Tx,
  familyId: string,
  paymentHash: string,
): Promise<GiftRow | undefined> {
  const [row] = await tx<GiftRow[]>`
    ${selected(tx)} WHERE g.family_id = ${familyId} AND g.payment_hash = ${paymentHash}`;
  return row;
}

type NewGift = Pick<
  GiftRow,
  | 'childId'
  | 'paymentHash'
  | 'invoice'
  | 'verifyUrl'
  | 'connectionId'
  | 'amountSats'
  | 'comment'
  | 'expiresAt'
> & { familyId: string };

/**
 * One statement without the family's lock: a stranger waits for nobody and holds nobody up.
 * @returns false where the invoice was handed out before, here or to a child
 */
export async function addGift(
  owner: Pool,
  one: NewGift,
  { now, lookAt }: { now: Date; lookAt: Date },
): Promise<boolean> {
  const { familyId, paymentHash } = one;
  const { count } = await owner`
    INSERT INTO gift (family_id, gift_id, child_id, payment_hash, invoice, verify_url,
      connection_id, amount_sats, comment, state, created_at, expires_at, look_at)
    SELECT ${familyId}, ${newId(now.getTime())}, ${one.childId}, ${paymentHash}, ${one.invoice},
      ${one.verifyUrl}, ${one.connectionId}, ${one.amountSats}, ${one.comment}, 'open', ${now},
      ${one.expiresAt}, ${lookAt}
    WHERE NOT EXISTS (SELECT FROM lightning_invoice
      WHERE family_id = ${familyId} AND payment_hash = ${paymentHash})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

export const noteArrived = (
  tx: Tx,
  familyId: string,
  giftId: string,
  { proof, preimage, now }: Pick<GiftRow, 'proof' | 'preimage'> & { now: Date },
) => tx`
  UPDATE gift SET state = 'waiting', proof = ${proof}, preimage = ${preimage},
    arrived_at = ${now}, look_at = NULL
  WHERE family_id = ${familyId} AND gift_id = ${giftId} AND state = 'open'`;

/** Nobody paid it: nothing of it stays. */
export const removeUnpaid = (tx: Tx, familyId: string, giftId: string) => tx`
  DELETE FROM gift WHERE family_id = ${familyId} AND gift_id = ${giftId} AND state = 'open'`;

export const lookAgain = (tx: Tx, familyId: string, giftId: string, at: Date) => tx`
  UPDATE gift SET look_at = ${at}
  WHERE family_id = ${familyId} AND gift_id = ${giftId} AND state = 'open'`;

type Answer = {
  purpose: GiftPurpose | null;
  goalId: string | null;
  entryId: string | null;
  by: string;
  now: Date;
};

export const saveAnswer = (
  tx: Tx,
  familyId: string,
  giftId: string,
  { purpose, goalId, entryId, by, now }: Answer,
) => tx`
  UPDATE gift SET state = ${entryId === null ? 'kept_out' : 'booked'}, purpose = ${purpose},
    goal_id = ${goalId}, entry_id = ${entryId}, answered_by = ${by}, answered_at = ${now}
  WHERE family_id = ${familyId} AND gift_id = ${giftId}`;

export const giftClaim: ClaimHook = async (tx, familyId, entryId) => {
  const found = await tx`
    SELECT FROM gift WHERE family_id = ${familyId} AND entry_id = ${entryId} LIMIT 1`;
  return found.length > 0 ? { isAnswer: true } : undefined;
};

/** Its entry is taken back: the money is still in the wallet, so the parents are asked again. */
export const giftReversal: ReversalHook = (tx, { familyId, entryId }) => tx`
  UPDATE gift SET state = 'waiting', purpose = NULL, goal_id = NULL, entry_id = NULL,
    answered_by = NULL, answered_at = NULL
  WHERE family_id = ${familyId} AND entry_id = ${entryId}`;

/** Strangers' words are kept as long as the answers are shown. */
export const eraseOldComments = (tx: Tx, now: Date) => tx`
  UPDATE gift SET comment = ''
  WHERE comment <> '' AND state <> 'waiting' AND answered_at <= ${answeredSince(now)}`;

export async function hasWaiting(tx: Tx, familyId: string, childId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM gift
    WHERE family_id = ${familyId} AND child_id = ${childId} AND state = 'waiting'`;
  return found.length > 0;
}

export async function eraseGifts(tx: Tx, familyId: string, childId: string): Promise<void> {
  await removeName(tx, familyId, childId);
  await tx`DELETE FROM gift WHERE family_id = ${familyId} AND child_id = ${childId}`;
}
