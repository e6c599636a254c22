/** A wallet drops a connection's budget without a parent's consent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChild, getChild } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  newest,
  newPayingHome,
  type PayoutWorld,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { freshInvoice, type ScriptedWallet } from '#tests/support/provider-script.ts';
import { paid } from '#tests/support/provider-words.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import type { PayResult } from './paying/contract.ts';

const BUDGET = { used_budget: 0, total_budget: 90_000_000, renewal_period: 'never' };
let world: PayoutWorld;
let wallet: ScriptedWallet;
beforeAll(async () => {
  world = await startPayoutWorld();
  wallet = await startScripted('nwc');
});
afterAll(async () => {
  await wallet.close();
  await world.close();
});

test('without the budget, purchases and pay days are refused as no-budget, and nothing is sent (T25)', async () => {
  const home = await newPayingHome(world, 'anna', false);
  const { parent, childId } = home;
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  wallet.play({ budget: BUDGET, pay: paid });
  const typed = { ...typedFor(wallet.settings), withoutBudget: false };
  expect((await parent.send('POST', '/api/lightning/connect', typed)).status).toBe(200);
  // The wallet still replies, and names none.
  for (const budget of [{}, undefined]) {
    wallet.play({ ...(budget && { budget }), pay: paid });
    const wish = { childId, paymentRequest: newInvoice().text };
    const { state, payment } = (await parent.send('POST', '/api/lightning/pay', wish))
      .body as PayResult;
    expect([state, payment.failure]).toEqual(['failed', 'no-budget']);
  }
  expect((await getChild(parent, childId)).availableSpending).toBe('0.00100000');
  await processDue(parent);
  const invoices = world.receiver.invoices();
  await watchLater(world.app, 120_000);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'no-budget' });
  expect([wallet.asked(), world.receiver.invoices()]).toEqual([0, invoices]);
});

test('the budget pays what it covers with its fee to the sat, and is not asked for one sat more (T25)', async () => {
  const parent = await world.app.signIn('eva-budget@example.com');
  const { id: childId } = await addChild(parent);
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  const typed = { ...typedFor(wallet.settings), withoutBudget: false };
  // An invoice of 2,100 sats, and 21 for its fee.
  const payWith = async (leftMsat: number) => {
    wallet.play({ budget: { ...BUDGET, total_budget: leftMsat }, pay: paid });
    await parent.send('POST', '/api/lightning/connect', typed);
    const wish = { childId, paymentRequest: freshInvoice() };
    const { state, payment } = (await parent.send('POST', '/api/lightning/pay', wish))
      .body as PayResult;
    return [state, payment.failure, wallet.asked()];
  };
  expect(await payWith(2_120_999)).toEqual(['failed', 'over-budget', 0]);
  expect(await payWith(2_121_000)).toEqual(['paid', null, 1]);
});

test('a parent who has stated that no budget can be set pays without one (T25)', async () => {
  const parent = await world.app.signIn('ben@example.com');
  const { id: childId } = await addChild(parent);
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  wallet.play({ pay: paid });
  await parent.send('POST', '/api/lightning/connect', typedFor(wallet.settings));
  const wish = { childId, paymentRequest: freshInvoice() };
  const { state } = (await parent.send('POST', '/api/lightning/pay', wish)).body as PayResult;
  expect([state, wallet.asked()]).toEqual(['paid', 1]);
});
