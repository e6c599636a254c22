/** Strangers' payments: a gift, or a deposit on the chain, as wallet look-ups write it. */
import { createHash } from 'node:crypto';
import { recordArrival } from '#features/book/payments/arrivals.ts';
import { giftArrival } from '#features/money/lightning/gifts/arrival.ts';
import { addGift, findGiftByHash } from '#features/money/lightning/gifts/store.ts';
import { addDeposit } from '#features/money/wallet/deposits/store.ts';
import type { Arrival } from './model-types.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;

/** @param name of the arrival; registers its id */
export async function arriveAt(
  { app, family, familyId, ids }: World,
  name: string,
  { child, sats: amountSats, isGift, isConfirmed }: Omit<Arrival, 'state'>,
): Promise<void> {
  const { db, clock, services } = app;
  const { now } = clock;
  const hash = createHash('sha256').update(`${family} ${name}`).digest('hex');
  const childId = child === undefined ? null : ids.children[child];
  const id = await db.changeFamily(familyId, async (tx) => {
    if (!isGift || childId === null) {
      const place = { txid: hash, vout: 0, scriptHash: hash, address: 'nobody looks there' };
      const height = isConfirmed ? 100 : null;
      await addDeposit(tx, familyId, { ...place, amountSats, childId, height }, now);
      const [row] = await tx<{ id: string }[]>`
        SELECT payment_id AS id FROM payment WHERE family_id = ${familyId} AND txid = ${hash}`;
      return row?.id;
    }
    const asked = { familyId, childId, paymentHash: hash, invoice: 'lnbcrt1', verifyUrl: null };
    const expiresAt = new Date(now.getTime() + HOUR_MS);
    const more = { connectionId: childId, amountSats, description: '', expiresAt };
    await addGift(db.owner, { ...asked, ...more }, { now, lookAt: now });
    const gift = (await findGiftByHash(tx, familyId, hash))?.paymentId ?? '';
    const found = { state: 'settled', proof: 'stated', feeSats: undefined } as const;
    const answered = { by: undefined, now };
    const settled = { found: { ...found, settledAt: undefined }, answered };
    await recordArrival(giftArrival, services, tx, familyId, gift, settled);
    return gift;
  });
  ids.made.set(name, id ?? '');
}
