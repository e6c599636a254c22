/** A payment taken by a parent's browser counts as moved, despite any later report. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentRecord, PayResult } from '#features/money/lightning/paying/contract.ts';
import type { Visitor } from '#tests/support/app.ts';
import { type CappedHome, payInvoice } from '#tests/support/ceiling.ts';
import { addChild } from '#tests/support/family.ts';
import {
  keepInVault,
  type PayoutWorld,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { forgetProofs } from '#tests/support/proof.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** A child with a million sats to spend; the paying connection is in the vault. */
async function newHome(name: string): Promise<CappedHome> {
  const parent = await world.app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 1_000_000 });
  expect((await keepInVault(parent)).status).toBe(200);
  await forgetProofs(world.app.db);
  return { parent, childId };
}

const pay = ({ parent, childId }: CappedHome, sats: number) =>
  payInvoice(world, parent, childId, sats);
const begun = async (home: CappedHome, sats: number) =>
  ((await pay(home, sats)).body as PayResult).payment.id;
const of = (id: string, what = '') => `/api/lightning/payments/${id}${what}`;
const stateOf = async (who: Visitor, id: string) =>
  ((await who.get(of(id))).body as PaymentRecord).state;

test('what a browser took and reports as refused still counts; what no browser took does not (T59 T28)', async () => {
  const taken = await newHome('taken');
  const id = await begun(taken, 15_000);
  const take = await taken.parent.send('POST', of(id, '/take'), { version: 1 });
  expect(take.status, take.text).toBe(200);
  world.app.clock.advance(HOUR_MS);
  const no = { outcome: 'refused', reason: 'said-insufficient', version: 1 };
  await taken.parent.send('POST', of(id, '/tell'), no);
  expect(await stateOf(taken.parent, id)).toBe('failed');
  // 15,000 and 150, 4,802 and 48: exactly 20,000.
  expect((await pay(taken, 4_803)).body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect((await pay(taken, 4_802)).status).toBe(200);

  const left = await newHome('left');
  const waiting = await begun(left, 15_000);
  await watchLater(world.app, 20 * MINUTE_MS);
  expect(await stateOf(left.parent, waiting)).toBe('failed');
  expect((await pay(left, 19_802)).status).toBe(200);
});
