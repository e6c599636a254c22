/**
 * Payments that a parent's browser makes: taken once, reported with proof, and never released on a
 * guess.
 */
import { expect, test } from 'vitest';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { addRow } from '#tests/support/payment-rows.ts';
import { keepInVault } from '#tests/support/payouts.ts';
import { freshInvoice } from '#tests/support/provider-script.ts';
import { onRealClock } from '#tests/support/real-clock.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import { oldPayload } from '#tests/support/vault-secrets.ts';
import { watchLightning } from '../watch.ts';
import type { PaymentRecord, PayResult } from './contract.ts';

let app: TestApp;
onRealClock((started) => {
  app = started;
});

type Home = { anna: Visitor; tom: Visitor; mia: string };

/** Two parents and a child with 100,000 sats to spend; the paying connection is in the vault. */
async function newHome(name: string): Promise<Home> {
  const anna = await app.signIn(`anna-${name}@example.com`);
  const tom = await joinAsSpouse(app, anna, `tom-${name}@example.com`);
  const { id: mia } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance: 100_000 });
  const saved = await keepInVault(anna);
  if (saved.status !== 200) throw new Error(saved.text);
  return { anna, tom, mia };
}

const pay = (who: Visitor, childId: string, paymentRequest: string) =>
  who.send('POST', '/api/lightning/pay', { childId, paymentRequest });
const of = (id: string, what: string) => `/api/lightning/payments/${id}/${what}`;
const take = (who: Visitor, id: string, version = 1) =>
  who.send('POST', of(id, 'take'), { version });
const tell = (who: Visitor, id: string, said: object) => who.send('POST', of(id, 'tell'), said);
const stateOf = async ({ anna }: Home, id: string) =>
  ((await anna.get(`/api/lightning/payments/${id}`)).body as PaymentRecord).state;
const money = async ({ anna, mia }: Home) => {
  const { spendingBalance, availableSpending } = await getChild(anna, mia);
  return [spendingBalance, availableSpending];
};
const FREE = ['0.00100000', '0.00100000'];
const HELD = ['0.00100000', '0.00097879'];

async function begun(home: Home) {
  const invoice = newInvoice();
  const { payment } = (await pay(home.anna, home.mia, invoice.text)).body as PayResult;
  return { ...invoice, id: payment.id, payment };
}

test('a parent’s payment waits for a browser; one gets it, and a second tab never (T26)', async () => {
  const home = await newHome('one');
  const { id, payment, text, preimage } = await begun(home);
  expect(payment).toMatchObject({ state: 'checking', browser: 'waits', provider: 'CoinOS' });
  expect(await money(home)).toEqual(HELD);
  // Until it is taken, no outcome is accepted.
  expect((await tell(home.anna, id, { outcome: 'paid', preimage })).status).toBe(409);
  const both = await Promise.all([take(home.anna, id), take(home.tom, id), take(home.anna, id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(both.find(({ status }) => status === 200)?.body).toEqual({ invoice: text, feeLimit: 21 });
  expect((await pay(home.tom, home.mia, text)).status).toBe(409);
  for (const who of [home.anna, home.tom]) expect((await take(who, id)).status).toBe(409);
  const taken = (await home.anna.get(`/api/lightning/payments/${id}`)).body as PaymentRecord;
  expect(taken).toMatchObject({ state: 'checking', browser: 'taken' });
});

test('only the preimage proves it; any other is the wallet’s claim (T28)', async () => {
  const home = await newHome('proof');
  const proven = await begun(home);
  await take(home.anna, proven.id);
  const { preimage } = proven;
  expect(
    (await tell(home.anna, proven.id, { outcome: 'paid', preimage, fee: 3 })).body,
  ).toMatchObject({ state: 'paid', proof: 'proven', preimage, fee: 3, entryId: proven.id });
  // Anyone who has it can claim to have paid; a child may not see it.
  const kid = await joinAsChild(app, home.anna, home.mia, 'kid-proof@example.com');
  const shownTo = async (who: Visitor) =>
    ((await who.get('/api/lightning/payments')).body as PaymentRecord[]).map((one) => one.preimage);
  expect([await shownTo(home.anna), await shownTo(kid)]).toEqual([[preimage], [null]]);
  const stated = await begun(home);
  await take(home.anna, stated.id);
  const said = { outcome: 'paid', preimage: '00'.repeat(32), fee: null };
  expect((await tell(home.anna, stated.id, said)).body).toMatchObject({
    ...{ state: 'paid', proof: 'stated', preimage: null, fee: null },
  });
  expect(await money(home)).toEqual(['0.00095797', '0.00095797']);
  // An ended payment doesn't change.
  for (const outcome of ['refused', 'unknown', 'paid'])
    expect((await tell(home.anna, stated.id, { outcome })).status).toBe(409);
});

test('unknown is not failed, however long it lasts; that nothing was sent, only the browser knows that took it (T28)', async () => {
  const home = await newHome('unknown');
  const { id } = await begun(home);
  const taker = home.tom;
  await take(taker, id);
  const no = { outcome: 'unsent', reason: 'insufficient' };
  const refused = await tell(home.anna, id, no);
  expect([refused.status, message(refused)]).toEqual([
    409,
    'Another browser has taken this payment, and only that browser may pay it. Check there what happened',
  ]);
  const unknown = { outcome: 'unknown', reason: 'no-answer' };
  expect((await tell(taker, id, unknown)).body).toMatchObject({ state: 'checking' });
  app.clock.advance(60 * 3_600_000);
  await watchLightning(app.services);
  expect(await stateOf(home, id)).toBe('checking');
  expect(await money(home)).toEqual(HELD);
  // After the wallet was asked, "nothing was sent" proves nothing; and a wallet's denial is
  // accepted only from the connection that got the payment.
  expect((await tell(taker, id, no)).body).toMatchObject({ state: 'checking' });
  const claim = { outcome: 'refused', reason: 'said-insufficient' };
  for (const version of [null, 7])
    expect((await tell(taker, id, { ...claim, version })).body).toMatchObject({
      ...{ state: 'checking', failure: 'said-insufficient' },
    });
  expect(await money(home)).toEqual(HELD);
  expect((await tell(taker, id, { ...claim, version: 1 })).body).toMatchObject({
    ...{ state: 'failed', failure: 'said-insufficient' },
  });
  expect(await money(home)).toEqual(FREE);
});

test('a wallet that refuses a browser frees nothing before the invoice has expired; its receipt wins (T28)', async () => {
  const home = await newHome('claims');
  const one = await begun(home);
  await take(home.anna, one.id);
  const refused = { outcome: 'refused', reason: 'said-insufficient', version: 1 };
  expect((await tell(home.anna, one.id, refused)).body).toMatchObject({
    ...{ state: 'checking', failure: 'said-insufficient' },
  });
  const notFound = { outcome: 'unknown', reason: 'not-found', version: 1 };
  expect((await tell(home.anna, one.id, notFound)).body).toMatchObject({
    ...{ state: 'checking', failure: 'said-insufficient' },
  });
  expect(await money(home)).toEqual(HELD);
  const proof = { ...refused, preimage: one.preimage };
  expect((await tell(home.tom, one.id, proof)).body).toMatchObject({
    ...{ state: 'paid', proof: 'proven' },
  });
  // A refusal reported by an older page is the wallet's claim, too.
  const two = await begun(home);
  await take(home.anna, two.id);
  const old = { outcome: 'refused', reason: 'insufficient' };
  expect((await tell(home.anna, two.id, old)).body).toMatchObject({
    ...{ state: 'checking', failure: 'said-refused' },
  });
  app.clock.advance(3 * 3_600_000);
  expect((await tell(home.anna, two.id, notFound)).body).toMatchObject({ state: 'failed' });
});

test('a payment that no browser takes is given up once, and then nobody gets it (T26)', async () => {
  const home = await newHome('left');
  const { id } = await begun(home);
  app.clock.advance(5 * 60_000);
  await watchLightning(app.services);
  expect(await stateOf(home, id)).toBe('failed');
  expect(await money(home)).toEqual(FREE);
  expect((await take(home.anna, id)).status).toBe(409);
});

test('a browser with an older vault than the family’s takes nothing: its connection may be gone (T26)', async () => {
  const home = await newHome('older');
  const { id } = await begun(home);
  const replaced = await keepInVault(home.tom, { version: 1 });
  expect(replaced.status, replaced.text).toBe(200);
  const old = await take(home.anna, id);
  expect([old.status, (old.body as { reason?: string }).reason]).toEqual([
    409,
    'VAULT_CHANGED_BY_OTHER',
  ]);
  const waiting = (await home.anna.get(`/api/lightning/payments/${id}`)).body as PaymentRecord;
  expect(waiting).toMatchObject({ state: 'checking', browser: 'waits' });
  expect((await take(home.anna, id, 2)).status).toBe(200);
});

test('a child must ask a parent to pay from the encrypted wallet, whatever its limit (T26)', async () => {
  const home = await newHome('child');
  const kid = await joinAsChild(app, home.anna, home.mia, 'mia-browser@example.com');
  const limit = `/api/lightning/children/${home.mia}/pay-limit`;
  expect((await home.anna.send('PUT', limit, { limit: 50_000 })).status).toBe(200);
  const own = await kid.get(`/api/lightning/children/${home.mia}`);
  expect(own.body).toMatchObject({ canPay: true, paysInBrowser: true, leftToday: 0 });
  const { text, preimage } = newInvoice();
  const { payment } = (await pay(kid, home.mia, text)).body as PayResult;
  expect(payment).toMatchObject({ state: 'asked', browser: 'waits' });
  for (const what of [take(kid, payment.id), tell(kid, payment.id, { outcome: 'paid', preimage })])
    expect((await what).status).toBe(403);
  // Without a parent's approval it can't be taken.
  expect((await take(home.anna, payment.id)).status).toBe(409);
  const seen = { seenAmount: payment.amount, seenFeeLimit: payment.feeLimit };
  const yes = await home.tom.send('POST', of(payment.id, 'approve'), seen);
  expect(yes.body).toMatchObject({ state: 'checking', payment: { browser: 'waits' } });
  expect((await take(home.tom, payment.id)).status).toBe(200);
  const told = await tell(home.tom, payment.id, { outcome: 'paid', preimage });
  expect(told.body).toMatchObject({ state: 'paid', proof: 'proven' });
});

test('a wallet in the vault that no browser reaches is none: nothing is held for it (T26)', async () => {
  const { anna, mia } = await newHome('no-relay');
  const kid = await joinAsChild(app, anna, mia, 'mia-no-relay@example.com');
  const again = await keepInVault(anna, { version: 1, relays: [] });
  expect(again.status, again.text).toBe(200);
  for (const who of [kid, anna]) {
    const refused = await pay(who, mia, newInvoice().text);
    expect([refused.status, message(refused)]).toEqual([
      409,
      'No Lightning wallet is connected for this yet',
    ]);
    expect((await who.get(`/api/lightning/children/${mia}`)).body).toMatchObject({
      ...{ lightningConfigured: false, canPay: false, paysInBrowser: false },
      ...{ canReceive: false, receivesInBrowser: false },
    });
  }
  const { availableSpending } = await getChild(anna, mia);
  expect(availableSpending).toBe('0.00100000');
});

test('a receive-only connection may tell the task the outcome of a payment (T28)', async () => {
  const wallet = await startScripted('nwc');
  try {
    const home = await newHome('watched');
    const typed = { ...typedFor(wallet.settings), purpose: 'receive', withoutBudget: false };
    wallet.play({ methods: ['get_info', 'get_balance', 'lookup_invoice'] });
    const refused = await home.anna.send('POST', '/api/lightning/connect', typed);
    expect([refused.status, message(refused)]).toEqual([
      409,
      'This connection cannot make invoices, so nothing could arrive. Allow it in your wallet, or connect another one',
    ]);
    const receiving = { methods: ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'] };
    wallet.play(receiving);
    expect((await home.anna.send('POST', '/api/lightning/connect', typed)).status).toBe(200);
    const text = freshInvoice();
    const { payment } = (await pay(home.anna, home.mia, text)).body as PayResult;
    await take(home.anna, payment.id);
    wallet.play({ ...receiving, records: [{ error: 'not-found' }, { says: 'settled', fee: 3 }] });
    // It doesn't know it, long after the invoice expired: that proves nothing.
    app.clock.advance(60 * 3_600_000);
    await watchLightning(app.services);
    expect(await stateOf(home, payment.id)).toBe('checking');
    app.clock.advance(24 * 3_600_000);
    await watchLightning(app.services);
    const found = (await home.anna.get(`/api/lightning/payments/${payment.id}`)).body;
    expect(found).toMatchObject({ state: 'paid', proof: 'proven', fee: 3 });
  } finally {
    await wallet.close();
  }
});

test('a connection that pays is in the vault or on the server, never on both sides (T25)', async () => {
  const wallet = await startScripted('nwc');
  try {
    wallet.play({});
    const typed = typedFor(wallet.settings);
    const { anna } = await newHome('sides');
    const refused = await anna.send('POST', '/api/lightning/connect', typed);
    expect([refused.status, message(refused)]).toEqual([
      409,
      'Encryption is on for your family’s wallet. A connection that pays belongs in the encrypted wallet',
    ]);
    expect((await anna.get('/api/lightning/config')).body).toMatchObject({ connections: [] });
    const zoe = await app.signIn('zoe-sides@example.com');
    expect((await zoe.send('POST', '/api/lightning/connect', typed)).status).toBe(200);
    const body = { encryptedSecrets: oldPayload({}, 'maple-orbit-417'), hasWallet: true };
    const kept = await zoe.send('POST', '/api/wallet/configure-encrypted', body);
    expect([kept.status, message(kept)]).toEqual([
      409,
      'A Lightning connection that pays is on this server. Remove it first, and connect it again in the encrypted wallet',
    ]);
  } finally {
    await wallet.close();
  }
});

test('a payment of the server’s is not taken by a browser, which cannot report on it either (T26)', async () => {
  const home = await newHome('servers');
  const { familyId, id: madeBy } = (await home.anna.get('/api/auth/user')).body as {
    familyId: string;
    id: string;
  };
  const of = { familyId, childId: home.mia, madeBy };
  const waits = await addRow(app, of, { purpose: 'spend', state: 'open' });
  const sent = { purpose: 'spend', state: 'open', sentAt: app.clock.now } as const;
  expect((await take(home.anna, waits)).status).toBe(409);
  const id = await addRow(app, of, sent);
  for (const outcome of ['paid', 'refused', 'unknown'])
    expect((await tell(home.anna, id, { outcome })).status, outcome).toBe(409);
  expect(await stateOf(home, id)).toBe('checking');
});
