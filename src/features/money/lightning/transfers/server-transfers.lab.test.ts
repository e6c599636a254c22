/**
 * A savings transfer on real nodes: the family's wallet pays the parents' Lightning address, on
 * another node.
 */
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { isProofOf } from '#core/lightning/proof.ts';
import type { Patience } from '#core/lightning/wallet.ts';
import { openWallet } from '#server/adapters/lightning/open.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { message, record } from '#tests/support/family.ts';
import { HASTY, PATIENT } from '#tests/support/patience.ts';
import { watchLater } from '#tests/support/payouts.ts';
import {
  answerTransfer,
  newTransferHome,
  paymentsOf,
  payTransfer,
  readOffer,
  saveParentAddress,
  TRANSFER_PAID,
  TRANSFER_WAITS,
  type TransferHome,
  transferMoney,
} from '#tests/support/transfers.ts';
import { press } from '../../../../../testkit/control.ts';

const lab = inject('lab');
const host = lab.lightningAddress.split('@')[1] as string;
const MINUTE_MS = 60_000;

const patience: { -readonly [Part in keyof Patience]: number } = { ...PATIENT };
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    // Invoices and wallets use the real clock.
    at: new Date().toISOString(),
    chain: {
      network: 'regtest',
      server: undefined,
      hosts: [new URL(lab.relay).host, host],
      patience,
    },
  });
});
afterAll(() => app.close());
afterEach(async () => {
  Object.assign(patience, PATIENT);
  app.clock.now = new Date();
  await press(lab, 'cheat', {});
  for (const service of ['lnurl', 'spending'] as const) await press(lab, 'heal', { service });
});

const newHome = (name: string, receiver = `${name}@${host}`) =>
  newTransferHome(app, name, receiver);
const connect = ({ parent }: TransferHome, over: object = {}) =>
  parent.send('POST', '/api/lightning/connect', {
    ...{ type: 'nwc', purpose: 'spend', token: lab.nwc.spending, ...over },
  });
/** The family's wallet balance, in sats. */
async function walletHas(): Promise<bigint> {
  const settings = { kind: 'nwc', connectionString: lab.nwc.spending } as const;
  const rules = { trusted: ['127.0.0.1'] };
  const wallet = await openWallet(settings, { network: 'regtest', rules, patience: PATIENT });
  try {
    return await wallet.balance();
  } finally {
    wallet.close();
  }
}
/** The other node's view of its invoice. */
const receivedAt = async (paymentHash: string) =>
  (await (await fetch(`http://${host}/verify/${paymentHash}`)).json()) as {
    settled: boolean;
    preimage: string;
  };

test('not without a paying wallet, not without an address, only by a parent, only what was shown (APPR-20 T25 T26)', async () => {
  const home = await newHome('rules', '');
  expect(await readOffer(home)).toMatchObject({ payer: 'none', obstacle: 'no-wallet' });
  expect((await payTransfer(home)).status).toBe(409);
  const receiving = { purpose: 'receive', token: lab.nwc.receiveOnly };
  expect((await connect(home, receiving)).status).toBe(200);
  expect(await readOffer(home)).toMatchObject({ payer: 'none', obstacle: 'no-wallet' });
  expect((await payTransfer(home)).status).toBe(409);
  expect((await connect(home)).status).toBe(200);
  expect(await readOffer(home)).toMatchObject({ payer: 'server', obstacle: 'no-address' });
  expect((await payTransfer(home)).status).toBe(409);
  await saveParentAddress(home, `rules@${host}`);
  const before = await walletHas();
  for (const other of [
    ...[{ seenReceiver: `eve@${host}` }, { seenAmount: 4_999 }, { seenFeeLimit: 51 }],
  ])
    expect([other, (await payTransfer(home, other)).status]).toEqual([other, 409]);
  const zoe = await app.signIn('zoe@example.com');
  const seen = { seenAmount: 5_000, seenFeeLimit: 50, seenReceiver: `rules@${host}` };
  expect((await payTransfer({ ...home, parent: home.kid }, seen)).status).toBe(403);
  expect((await payTransfer({ ...home, parent: zoe }, seen)).status).toBe(404);
  expect([await transferMoney(home), await paymentsOf(home)]).toEqual([TRANSFER_WAITS, []]);
  expect(await walletHas()).toBe(before);
});

test('an address that cheats or is silent, and a budget that is too small: nothing is paid (APPR-20 T25 T52)', async () => {
  const home = await newHome('cheated');
  await connect(home);
  const before = await walletHas();
  for (const [cheat, failure] of [
    [{ amountMsat: 6_000_000 }, 'receiver-refused'],
    [{ amountMsat: 4_000_000 }, 'receiver-refused'],
    [{ metadata: '[["text/plain","Pay Eve"]]' }, 'receiver-refused'],
    [{ callback: 'http://127.0.0.1:9/pay/eve' }, 'receiver-refused'],
  ] as const) {
    await press(lab, 'cheat', cheat);
    const { body } = await payTransfer(home);
    expect([cheat, body]).toMatchObject([cheat, { state: 'failed', failure, paymentId: null }]);
  }
  await press(lab, 'cheat', {});
  // Long enough for the family's wallet, whose budget is looked up first.
  Object.assign(patience, { answerMs: 5_000 });
  await press(lab, 'fail', { service: 'lnurl', fault: { kind: 'silent' } });
  const silent = (await payTransfer(home)).body;
  expect(silent).toMatchObject({ state: 'failed', failure: 'receiver-silent' });
  Object.assign(patience, PATIENT);
  await press(lab, 'heal', { service: 'lnurl' });

  const { parent, kid, child } = home;
  const balance = { newBalance: 2_000_000 };
  await parent.send('POST', `/api/lightning/sync-balance/${child}`, balance);
  await record(kid, child, 'savings_deposit', '0.01000001', 'A house');
  const pending = (await parent.get('/api/savings-transfers/pending')).body as { id: string }[];
  const large = pending.find(({ id }) => id !== home.id);
  const over = (await payTransfer({ ...home, id: String(large?.id) })).body;
  expect(over).toMatchObject({ state: 'failed', failure: 'over-budget', paymentId: null });
  expect([await paymentsOf(home), await walletHas()]).toEqual([[], before]);
  expect((await transferMoney(home))[0]).toBe('0.00000000');
});

test('paid once with the other node’s own preimage, whoever presses again (APPR-20 T26 T27 T28)', async () => {
  const home = await newHome('anna');
  await connect(home);
  const before = await walletHas();
  const both = await Promise.all([payTransfer(home), payTransfer(home)]);
  const paid = both.filter(({ body }) => (body as { success?: boolean }).success);
  expect(paid.length, both.map(({ text }) => text).join()).toBeGreaterThan(0);
  const [payment, ...others] = await paymentsOf(home);
  expect(others).toEqual([]);
  expect(payment).toMatchObject({ state: 'paid', proof: 'proven', amount: 5_000, fee: 0 });
  const { paymentHash = '', preimage } = payment ?? {};
  expect(isProofOf(preimage ?? '', paymentHash)).toBe(true);
  expect(await receivedAt(paymentHash)).toMatchObject({ settled: true, preimage });
  expect(payment?.entryId).toBe(home.id);
  expect([(await payTransfer(home)).status, (await answerTransfer(home, false)).status]).toEqual([
    409, 409,
  ]);
  await watchLater(app, MINUTE_MS);
  expect([await transferMoney(home), await paymentsOf(home)]).toEqual([TRANSFER_PAID, [payment]]);
  expect(before - (await walletHas())).toBe(5_000n);
});

test('what the wallet has not said stays held, is never paid again, and is settled by the job (APPR-20 T28)', async () => {
  const home = await newHome('ben');
  await connect(home);
  const before = await walletHas();
  const fault = { kind: 'held' } as const;
  await press(lab, 'fail', { service: 'spending', fault, only: 'pay_invoice' });
  Object.assign(patience, { payMs: HASTY.payMs });
  expect((await payTransfer(home)).body).toMatchObject({ success: false, state: 'checking' });
  Object.assign(patience, PATIENT);
  const [payment] = await paymentsOf(home);
  const stillHeld = async () => {
    expect(await readOffer(home)).toMatchObject({ isChecking: true });
    expect(message(await payTransfer(home))).toContain('still being checked');
    expect((await answerTransfer(home, true)).status).toBe(409);
    expect((await home.kid.send('DELETE', `/api/requests/${home.id}`)).status).toBe(409);
    expect(await transferMoney(home)).toEqual(TRANSFER_WAITS);
  };
  await stillHeld();
  // The wallet hasn't begun, and denies knowing it: that is no failure.
  await watchLater(app, MINUTE_MS);
  await stillHeld();
  expect(await receivedAt(String(payment?.paymentHash))).toMatchObject({ settled: false });

  await press(lab, 'heal', { service: 'spending' });
  await expect
    .poll(async () => {
      await watchLater(app, 5_000);
      return (await paymentsOf(home)).map(({ state, proof }) => [state, proof]);
    })
    .toEqual([['paid', 'proven']]);
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
  expect((await payTransfer(home)).status).toBe(409);
  await watchLater(app, 10 * MINUTE_MS);
  expect(await transferMoney(home)).toEqual(TRANSFER_PAID);
  expect(before - (await walletHas())).toBe(5_000n);
});
