/** A payment to a Lightning address: an invoice is requested from its server, then paid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lnurlOf } from '#core/lightning/lnurl.ts';
import type { Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild } from '#tests/support/family.ts';
import { connectPayer, type PayoutWorld, startPayoutWorld } from '#tests/support/payouts.ts';
import type { PayResult } from './contract.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());

const askFor = (who: Visitor, childId: string, receiver: string, amount: number) =>
  who.send('POST', '/api/lightning/invoice-for', { childId, receiver, amount });
const reasonOf = ({ body }: { body: unknown }) => (body as { reason: string }).reason;

test('an address that is wrong, silent or returns nothing is refused; nothing is held in the meantime (LN-22)', async () => {
  const { app, wallet, receiver } = world;
  const anna = await app.signIn('anna-wrong@example.com');
  const { id: mia } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance: 10_000 });
  const address = receiver.addressOf('shop');
  expect(reasonOf(await askFor(anna, mia, address, 100))).toBe('NO_LIGHTNING');
  await connectPayer(anna, wallet.url);
  expect(reasonOf(await askFor(anna, mia, 'no address', 100))).toBe('LIGHTNING_ADDRESS_WRONG');
  receiver.isAway = true;
  expect(reasonOf(await askFor(anna, mia, address, 100))).toMatch(/^RECEIVER_(SILENT|REFUSED)$/);
  receiver.isAway = false;
  expect((await askFor(anna, mia, address, 0)).status).toBe(400);
  const { spendingBalance, availableSpending } = await getChild(anna, mia);
  expect([spendingBalance, availableSpending]).toEqual(['0.00010000', '0.00010000']);
});

test('the invoice of an address, or of an LNURL, is over the amount and is paid once as any other; a child asks only for itself (LN-01 LN-22)', async () => {
  const { app, wallet, receiver } = world;
  const anna = await app.signIn('anna-pays@example.com');
  const { id: mia } = await addChild(anna);
  const { id: leo } = await addChild(anna, { name: 'Leo' });
  await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance: 10_000 });
  await connectPayer(anna, wallet.url);
  const kid = await joinAsChild(app, anna, mia, 'mia-pays@example.com');
  const address = receiver.addressOf('shop');
  expect((await askFor(kid, leo, address, 100)).status).toBe(404);
  const [name, host] = address.split('@');
  const asked = await askFor(kid, mia, lnurlOf(`http://${host}/.well-known/lnurlp/${name}`), 700);
  expect(asked.status).toBe(200);
  const { body } = await askFor(anna, mia, address, 700);
  const { paymentRequest } = body as { paymentRequest: string };
  const read = await anna.send('POST', '/api/lightning/decode', { paymentRequest });
  expect(read.body).toMatchObject({ tokens: 700, feeLimit: 10 });
  const pay = () => anna.send('POST', '/api/lightning/pay', { childId: mia, paymentRequest });
  expect(((await pay()).body as PayResult).state).toBe('paid');
  expect(reasonOf(await pay())).toBe('INVOICE_KNOWN');
});
