/** The payee’s wallet reports on a pay day that the family’s wallet denies. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processDue } from '#tests/support/paydays.ts';
import {
  money,
  newest,
  newPayingHome,
  type PayoutWorld,
  payPayouts,
  settle,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());

test('what the payee says has come is not owed again, proven or not; not proven, a person ends it (T28)', async () => {
  const { app, wallet, receiver } = world;
  const home = await newPayingHome(world, 'vague-lea', true);
  await processDue(home.parent);
  wallet.mood = 'refuses';
  await watchLater(app, 2 * MINUTE_MS);
  const [hash] = [...receiver.names].find(([, name]) => name === 'vague-lea') ?? [];
  receiver.arrived.add(String(hash));
  const invoices = receiver.invoices();
  for (const ms of [20 * MINUTE_MS, 3 * DAY_MS]) {
    await watchLater(app, ms);
    const row = await newest(home);
    expect(row).toMatchObject({ state: 'checking' });
    for (const refused of [
      await payPayouts(home.parent, [row]),
      await settle(home, row.id, { how: 'kept' }),
    ])
      expect(refused).toMatchObject({ status: 409, body: { reason: 'PAYMENT_CHECKING' } });
  }
  expect([receiver.invoices(), wallet.paid.size]).toEqual([invoices, 0]);
  const { paymentId } = await newest(home);
  const path = `/api/lightning/payments/${paymentId}/say`;
  const said = await home.parent.send('POST', path, { paid: true });
  expect(said.body).toMatchObject({ state: 'paid', proof: 'person' });
  expect(await money(home)).toEqual(['0.00000000', '0.00000000', '0.00010000']);
});
