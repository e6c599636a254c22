/** A deposit already promised by the book: nothing is booked, and coverage rises. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Family } from '#features/household/family/contract.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { kinds, newWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import { scanContext } from '../../../../app/workers.ts';
import type { Coverage } from '../coverage/contract.ts';
import { watchChain } from '../watch.ts';
import type { ChildWallet, Deposit } from './contract.ts';

const lab = inject('lab');
let app: TestApp;
beforeAll(async () => {
  const server = readChainServer(`tcp://${lab.electrum}`);
  app = await startApp({ chain: { network: 'regtest', server, hosts: [] } });
});
afterAll(() => app.close());

const watch = () => watchChain(scanContext(app.services, app.services.jobs));
const got = async <Body>(who: Visitor, path: string) => (await who.get(path)).body as Body;

/** The book promises 50,000 sats, and the wallet's first 40,000 arrive at the child's address. */
async function home() {
  const anna = await app.signIn('anna@example.com');
  const mia = (await addChild(anna)).id;
  await anna.send('POST', `/api/children/${mia}/update-savings`, { newBalance: '0.00050000' });
  await anna.send('POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
  await expect
    .poll(async () => (await got<{ state: string }>(anna, '/api/wallet/family-info')).state)
    .toBe('connected');
  const { body } = await anna.send('POST', `/api/wallet/create/${mia}`);
  const address = (body as ChildWallet).bitcoinAddress;
  await press(lab, 'send', { payments: [{ address, sats: 40_000 }] });
  await anna.send('POST', `/api/wallet/sync/${mia}`);
  const state = async () => ({
    deposit: (await got<Deposit[]>(anna, '/api/wallet/deposits'))[0],
    savings: (await getChild(anna, mia)).savingsBalance,
    shortBy: (await got<Coverage>(anna, '/api/wallet/coverage')).shortBy,
    pending: (await got<{ pendingBalance: number }>(anna, `/api/wallet/balances/${mia}`))
      .pendingBalance,
    waiting: (await got<Family>(anna, '/api/family')).depositsWaiting,
    entries: (await got<unknown[]>(anna, '/api/transactions/recent')).length,
  });
  const id = (await state()).deposit?.id;
  const answer = (childId: string | null, isPromised?: boolean) =>
    anna.send('POST', `/api/wallet/deposits/${id}/answer`, {
      childId,
      ...(isPromised !== undefined && { isPromised }),
    });
  const mine = async () => {
    await press(lab, 'mine', {});
    await watch();
  };
  return { anna, mia, state, answer, mine };
}

test('what the book promises already is not booked twice: short by 10,000 stays that (DASH-22)', async () => {
  const { anna, mia, state, answer, mine } = await home();
  const promised = { savings: '0.00050000', entries: 1 };
  expect(await state()).toMatchObject({ ...promised, waiting: 0, pending: 0.0004 });
  expect((await answer(null, true)).body).toMatchObject({ reason: 'DEPOSIT_WAITS' });
  await mine();
  const asked = { ...promised, shortBy: '0.00010000', waiting: 1, pending: 0.0004 };
  expect(await state()).toMatchObject({ ...asked, deposit: { state: 'asked' } });

  const { status, body } = await answer(null, true);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ state: 'promised', childId: mia, entryId: null }),
  ]);
  const paid = { ...promised, shortBy: '0.00010000', waiting: 0, pending: 0 };
  expect(await state()).toMatchObject({ ...paid, deposit: { state: 'promised' } });

  // Its block goes and comes back: still no booking, and no new question.
  await press(lab, 'reorg', {});
  await watch();
  expect(await state()).toMatchObject({ ...promised, waiting: 0, pending: 0 });
  await mine();
  expect(await state()).toMatchObject({ ...paid, deposit: { state: 'promised' } });
  expect(await kinds(anna)).not.toContain('deposit_taken_back');

  // A wrong answer can be changed to yes; a booked one is final.
  expect((await answer(mia)).body).toMatchObject({ state: 'booked' });
  const booked = { savings: '0.00090000', shortBy: '0.00050000', entries: 2 };
  expect(await state()).toMatchObject(booked);
  expect((await answer(null, true)).body).toMatchObject({ reason: 'DEPOSIT_BOOKED' });
  expect(await state()).toMatchObject(booked);
});
