/** A removed or replaced Lightning connection leaves no secret behind. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPayer, type PayoutWorld, startPayoutWorld } from '#tests/support/payouts.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());

test('removing a connection removes its secret, and not the other connection (T48)', async () => {
  const { app, wallet, receiver } = world;
  const anna = await app.signIn('anna@example.com');
  const connect = async () => {
    const token = receiver.addressOf('anna');
    await anna.send('POST', '/api/lightning/connect', { type: 'address', token });
    await connectPayer(anna, wallet.url);
  };
  const kept = async () => {
    const rows = await app.db.owner<{ purpose: string }[]>`
      SELECT purpose FROM sealed_secret WHERE purpose LIKE 'lightning-%' ORDER BY purpose`;
    return rows.map(({ purpose }) => purpose);
  };
  const both = ['lightning-receive', 'lightning-spend'];
  await connect();
  const inAddress = await anna.send('DELETE', '/api/lightning/config?purpose=spend');
  expect([inAddress.status, await kept()]).toEqual([400, both]);
  for (const [named, left] of [
    [{ purpose: 'spend' }, ['lightning-receive']],
    [{ purpose: 'receive' }, ['lightning-spend']],
    [{}, []],
  ] as const) {
    await connect();
    expect(await kept()).toEqual(both);
    expect((await anna.send('DELETE', '/api/lightning/config', named)).status).toBe(200);
    expect([named, await kept()]).toEqual([named, left]);
  }
});
