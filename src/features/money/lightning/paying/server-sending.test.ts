/** Only the claimer of a payment may send it to a wallet, during its turn. */
import { expect, test } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { keepInVault } from '#tests/support/payouts.ts';
import { onRealClock } from '#tests/support/real-clock.ts';
import { newLease, whileHeld } from '../connections/lease.ts';
import { purposes } from '../purposes.ts';
import type { PayResult } from './contract.ts';
import { NO_ANSWER } from './outcome.ts';
import { recordOutcome } from './record.ts';
import { sendThrough } from './sending.ts';
import { claimSending } from './store.ts';

let app: TestApp;
onRealClock((started) => {
  app = started;
});

async function newPayment(name: string) {
  const anna = await app.signIn(`anna-${name}@example.com`);
  const { id: childId } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  expect((await keepInVault(anna)).status).toBe(200);
  const asked = { childId, paymentRequest: newInvoice().text };
  const { payment } = (await anna.send('POST', '/api/lightning/pay', asked)).body as PayResult;
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM payment WHERE payment_id = ${payment.id}`;
  const { familyId } = row as { familyId: string };
  return { anna, childId, familyId, paymentId: payment.id };
}

test('if no wallet opens, only an unclaimed payment has failed; one that another sends stays held (T28)', async () => {
  const { anna, childId, familyId, paymentId } = await newPayment('claimed');
  const send = () => sendThrough(app.services, familyId, paymentId, undefined);
  await app.db.changeFamily(familyId, (tx) =>
    claimSending(tx, familyId, paymentId, { connectionId: null, now: app.clock.now }),
  );
  const outcome = await send();
  expect(outcome).toEqual(NO_ANSWER);
  await app.db.changeFamily(familyId, (tx) =>
    recordOutcome({ ...app.services, purposes }, tx, familyId, paymentId, outcome ?? NO_ANSWER),
  );
  expect((await getChild(anna, childId)).availableSpending).not.toBe('0.00100000');

  const other = await newPayment('unclaimed');
  expect(await sendThrough(app.services, other.familyId, other.paymentId, undefined)).toEqual({
    ...{ is: 'failed', failure: 'unreachable', by: 'us' },
  });
});

test('a turn that was lost before a change makes none, and one lost in it goes no further (T28)', async () => {
  const { familyId, paymentId } = await newPayment('frozen');
  let isHeld = true;
  const lease = newLease(app.services.clock, () => undefined);
  const db = whileHeld(app.db, { ...lease, isHeld: () => isHeld });
  const claim = { connectionId: null, now: app.clock.now };
  // The program freezes between claiming and sending.
  const claiming = db.changeFamily(familyId, async (tx) => {
    const isOurs = await claimSending(tx, familyId, paymentId, claim);
    isHeld = false;
    return isOurs;
  });
  await expect(claiming).rejects.toThrow('This turn is lost');
  let begun = 0;
  const later = db.changeFamily(familyId, async () => {
    begun += 1;
  });
  await expect(later).rejects.toThrow('This turn is lost');
  expect(begun).toBe(0);
});
