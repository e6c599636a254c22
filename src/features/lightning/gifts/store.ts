/** Addresses and gifts in the database. */

import { DAY } from '#core/time.ts';
import { shownName } from '#features/children/store.ts';
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
  SELECT g.payment_id AS gift_id, g.child_id, ${shownName(sql)} AS child_name, g.payment_hash,
    g.invoice, g.verify_url, g.connection_id, g.amount_sats, g.description AS comment,
    ${stateOf(sql)} AS state,
    g.proof, g.preimage, nullif(g.answer, 'nobody') AS purpose, g.entry_id,
    u.first_name AS answered_by_name, g.decided_at AS answered_at, g.created_at, g.expires_at,
    g.ended_at AS arrived_at
  FROM payment g
  LEFT JOIN child c ON c.family_id = g.family_id AND c.child_id = g.child_id
  LEFT JOIN users u ON u.family_id = g.family_id AND u.user_id = g.decided_by`;

const stateOf = (sql: Sql) => sql`CASE
  WHEN g.state = 'open' THEN 'open' WHEN g.answer IS NULL THEN 'waiting'
  WHEN g.answer = 'nobody' THEN 'kept_out' ELSE 'booked' END`;

const answeredSince = (now: Date) => new Date(now.getTime() - GIFTS_ANSWERED_DAYS * DAY);

/** Those that wait, and the answers of the last 30 days; the newest first. */
export const shownGifts = (tx: Tx, familyId: string, now: Date) => tx<GiftRow[]>`
  ${selected(tx)}
  WHERE g.family_id = ${familyId} AND g.purpose = 'gift' AND g.state = 'paid'
    AND (g.answer IS NULL OR g.decided_at > ${answeredSince(now)})
  ORDER BY g.ended_at DESC, g.payment_id DESC LIMIT 200`;

export async function findGift(
  tx: Tx,
  familyId: string,
  giftId: string,
): Promise<GiftRow | undefined> {
  const [row] = await tx<GiftRow[]>`
    ${selected(tx)} WHERE g.family_id = ${familyId} AND g.payment_id = ${giftId}
      AND g.purpose = 'gift'`;
  return row;
}

export async function findGiftByHash(
  tx: Tx,
  familyId: string,
  paymentHash: string,
): Promise<GiftRow | undefined> {
  const [row] = await tx<GiftRow[]>`
    ${selected(tx)} WHERE g.family_id = ${familyId} AND g.direction = 'in'
      AND g.payment_hash = ${paymentHash} AND g.purpose = 'gift'`;
  return row;
}

const isIt = (tx: Tx, familyId: string, giftId: string) => tx`
  family_id = ${familyId} AND payment_id = ${giftId} AND purpose = 'gift'`;

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
  const { familyId } = one;
  const { count } = await owner`
    INSERT INTO payment (family_id, payment_id, purpose, child_id, payment_hash, invoice,
      verify_url, connection_id, amount_sats, description, state, created_at, expires_at, look_at)
    VALUES (${familyId}, ${newId(now.getTime())}, 'gift', ${one.childId}, ${one.paymentHash},
      ${one.invoice}, ${one.verifyUrl}, ${one.connectionId}, ${one.amountSats}, ${one.comment},
      'open', ${now}, ${one.expiresAt}, ${lookAt})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

/** Nobody paid it: nothing of it stays. */
export const removeUnpaid = (tx: Tx, familyId: string, giftId: string) => tx`
  DELETE FROM payment WHERE ${isIt(tx, familyId, giftId)} AND state = 'open'`;

type Answer = {
  purpose: GiftPurpose | null;
  entryId: string | null;
  by: string;
  now: Date;
};

export const saveAnswer = (
  tx: Tx,
  familyId: string,
  giftId: string,
  { purpose, entryId, by, now }: Answer,
) => tx`
  UPDATE payment SET answer = ${purpose ?? 'nobody'}, entry_id = ${entryId}, decided_by = ${by},
    decided_at = ${now}
  WHERE ${isIt(tx, familyId, giftId)}`;

/** Its entry is taken back: the money is still in the wallet, so the parents are asked again. */
export const giftReversal: ReversalHook = (tx, { familyId, entryId }) => tx`
  UPDATE payment SET answer = NULL, entry_id = NULL, decided_by = NULL, decided_at = NULL
  WHERE family_id = ${familyId} AND purpose = 'gift' AND entry_id = ${entryId}`;

/** Strangers' words are kept as long as the answers are shown. */
export const eraseOldComments = (tx: Tx, now: Date) => tx`
  UPDATE payment SET description = ''
  WHERE purpose = 'gift' AND description <> '' AND decided_at <= ${answeredSince(now)}`;
