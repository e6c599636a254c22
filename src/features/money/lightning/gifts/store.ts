/** SQL for addresses and gifts. */

import { DAY } from '#core/time.ts';
import { type GiftRow, selectPayment } from '#features/book/payments/row.ts';
import type { Pool, Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { GIFTS_ANSWERED_DAYS, type GiftPurpose } from './contract.ts';

export type AddressRow = { name: string; familyId: string; childId: string };

/** Finds an address's owner by its name alone. */
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

/** Replaces the child's previous name. */
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

const answeredSince = (now: Date) => new Date(now.getTime() - GIFTS_ANSWERED_DAYS * DAY);

/** Open gifts, and those answered in the last 30 days, newest first. */
export const shownGifts = (tx: Tx, familyId: string, now: Date) => tx<GiftRow[]>`
  ${selectPayment(tx)}
  WHERE p.family_id = ${familyId} AND p.purpose = 'gift' AND p.state = 'paid'
    AND (p.answer IS NULL OR p.decided_at > ${answeredSince(now)} AND c.removed_at IS NULL)
  ORDER BY p.ended_at DESC, p.payment_id DESC LIMIT 200`;

export async function findGift(
  tx: Tx,
  familyId: string,
  giftId: string,
): Promise<GiftRow | undefined> {
  const [row] = await tx<GiftRow[]>`
    ${selectPayment(tx)} WHERE p.family_id = ${familyId} AND p.payment_id = ${giftId}
      AND p.purpose = 'gift'`;
  return row;
}

export async function findGiftByHash(
  tx: Tx,
  familyId: string,
  paymentHash: string,
): Promise<GiftRow | undefined> {
  const [row] = await tx<GiftRow[]>`
    ${selectPayment(tx)} WHERE p.family_id = ${familyId} AND p.direction = 'in'
      AND p.payment_hash = ${paymentHash} AND p.purpose = 'gift'`;
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
  | 'description'
  | 'expiresAt'
> & { familyId: string };

/**
 * One statement without the family's lock, so strangers neither wait for others nor delay them.
 * @returns false if the invoice was given out before, here or to a child
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
      ${one.invoice}, ${one.verifyUrl}, ${one.connectionId}, ${one.amountSats}, ${one.description},
      'open', ${now}, ${one.expiresAt}, ${lookAt})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

/** Removes every trace of an unpaid gift. */
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

/** The entry is reversed, but the money is still in the wallet: the parents must answer again. */
export const giftReversal: ReversalHook = (tx, { familyId, entryId }) => tx`
  UPDATE payment SET answer = NULL, entry_id = NULL, decided_by = NULL, decided_at = NULL
  WHERE family_id = ${familyId} AND purpose = 'gift' AND entry_id = ${entryId}`;

/** Deletes strangers' messages once the answers are no longer shown. */
export const eraseOldComments = (tx: Tx, now: Date) => tx`
  UPDATE payment SET description = ''
  WHERE purpose = 'gift' AND description <> '' AND decided_at <= ${answeredSince(now)}`;
