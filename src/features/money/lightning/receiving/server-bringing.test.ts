/** Invoices that a parent's browser got from the encrypted wallet: checked, booked once. */
import { expect, test } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { keepInVault } from '#tests/support/payouts.ts';
import { freshInvoice } from '#tests/support/provider-script.ts';
import { onRealClock } from '#tests/support/real-clock.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import { addGift } from '../gifts/store.ts';
import { watchLightning } from '../watch.ts';
import { type ChildInvoice, MOST_INVOICES_A_DAY } from './contract.ts';
import { addInvoice } from './store.ts';

let app: TestApp;
onRealClock((started) => {
  app = started;
});

const DAY_MS = 86_400_000;

type Home = { anna: Visitor; mia: string };

async function newHome(name: string): Promise<Home> {
  const anna = await app.signIn(`anna-${name}@example.com`);
  const { id: mia } = await addChild(anna);
  const saved = await keepInVault(anna);
  if (saved.status !== 200) throw new Error(saved.text);
  return { anna, mia };
}

const keep = (who: Visitor, { mia }: Home, invoice: string, amount = 2_100) =>
  who.send('POST', '/api/lightning/invoices', { childId: mia, amount, invoice });
const tell = (who: Visitor, hash: string, said: object) =>
  who.send('POST', `/api/lightning/invoices/${hash}/tell`, said);
const spendingOf = async ({ anna, mia }: Home) => (await getChild(anna, mia)).spendingBalance;
const messageCount = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as Message[]).filter(({ kind }) => kind === 'invoice_paid')
    .length;
const listOf = async ({ anna, mia }: Home) =>
  (await anna.get(`/api/lightning/invoices?childId=${mia}`)).body as ChildInvoice[];

test('an invoice is accepted only with its amount, network and time, and once (T23 T26)', async () => {
  const home = await newHome('checks');
  const kid = await joinAsChild(app, home.anna, home.mia, 'mia-checks@example.com');
  const own = await kid.get(`/api/lightning/children/${home.mia}`);
  expect(own.body).toMatchObject({ canReceive: true, receivesInBrowser: true });
  const good = newInvoice();
  expect((await keep(kid, home, good.text)).status).toBe(403);
  const wrong: readonly [string, string, number?][] = [
    [good.text, 'another amount', 2_101],
    [good.text, 'another amount', 2_099],
    [newInvoice({ prefix: 'lnbcrt' }).text, 'names no amount'],
    [newInvoice({ prefix: 'lnbc21u' }).text, 'another Bitcoin network'],
    [newInvoice({ age: 7_200 }).text, 'expired'],
    [newInvoice({ seconds: 8 * 86_400 }).text, 'expires within 7 days'],
    ['lnbcrt-none', 'Could not decode'],
    ['', 'paste a Lightning invoice'],
  ];
  for (const [text, why, amount] of wrong) {
    const refused = await keep(home.anna, home, text, amount);
    expect([refused.status, message(refused)]).toEqual([400, expect.stringContaining(why)]);
  }
  const kept = await keep(home.anna, home, good.text);
  expect(kept.body).toMatchObject({
    ...{ state: 'open', byBrowser: true, proof: null, amount: 2_100 },
    description: 'For spending money',
  });
  expect((await kid.get(`/api/lightning/invoices?childId=${home.mia}`)).body).toMatchObject([
    { invoice: good.text },
  ]);
  for (const seen of [good.text, good.text.toUpperCase()]) {
    const again = await keep(home.anna, home, seen);
    expect([again.status, message(again)]).toEqual([
      409,
      expect.stringContaining('made by your own'),
    ]);
  }
  const tom = await app.signIn('tom-checks@example.com');
  const { id: other } = await addChild(tom);
  expect(message(await keep(tom, { anna: tom, mia: other }, newInvoice().text))).toContain(
    'No Lightning wallet',
  );
});

test('a payment hash is one invoice or one gift, and the family pays neither (T26)', async () => {
  const home = await newHome('hash');
  await home.anna.send('POST', `/api/lightning/sync-balance/${home.mia}`, { newBalance: 100_000 });
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${home.mia}`;
  const now = app.clock.now;
  const arrive = ({ text: invoice, hash: paymentHash }: ReturnType<typeof newInvoice>) =>
    addGift(
      app.db.owner,
      {
        ...{ familyId: String(row?.familyId), childId: home.mia, paymentHash, invoice },
        ...{ verifyUrl: null, connectionId: crypto.randomUUID() },
        ...{ amountSats: 2_100n, description: '' },
        expiresAt: new Date(now.getTime() + 600_000),
      },
      { now, lookAt: new Date(now.getTime() + DAY_MS) },
    );
  const [kept, gift] = [newInvoice(), newInvoice()];
  expect((await keep(home.anna, home, kept.text)).status).toBe(200);
  expect(await arrive(kept)).toBe(false);
  expect(await arrive(gift)).toBe(true);
  const own = [409, expect.stringContaining('made by your own')];
  const again = await keep(home.anna, home, gift.text);
  expect([again.status, message(again)]).toEqual(own);
  for (const { text } of [kept, gift]) {
    const pay = { childId: home.mia, paymentRequest: text };
    const paid = await home.anna.send('POST', '/api/lightning/pay', pay);
    expect([paid.status, message(paid)]).toEqual(own);
  }
  expect(await spendingOf(home)).toBe('0.00100000');
});

test('an invoice that had expired is booked once when its proof comes late (T28)', async () => {
  const home = await newHome('late');
  const { text, hash, preimage } = newInvoice();
  expect((await keep(home.anna, home, text)).status).toBe(200);
  app.clock.advance(3 * 3_600_000);
  const unpaid = () => tell(home.anna, hash, { outcome: 'unpaid' });
  expect((await unpaid()).body).toMatchObject({ state: 'expired' });
  expect(await spendingOf(home)).toBe('0.00000000');
  for (const _ of ['late', 'again']) {
    const told = await tell(home.anna, hash, { outcome: 'paid', preimage });
    expect(told.body).toMatchObject({ state: 'paid', proof: 'proven' });
  }
  expect((await unpaid()).body).toMatchObject({ state: 'paid' });
  expect(await spendingOf(home)).toBe('0.00002100');
  expect(await messageCount(home.anna)).toBe(1);
});

test('a paid one is booked once, as far as it is proven; an unpaid one books nothing (T26 T28)', async () => {
  const home = await newHome('paid');
  const [first, second, third] = [newInvoice(), newInvoice(), newInvoice()];
  for (const { text } of [first, second, third]) await keep(home.anna, home, text);
  const { preimage } = first;
  const kid = await joinAsChild(app, home.anna, home.mia, 'kid-paid@example.com');
  const stranger = await app.signIn('stranger-paid@example.com');
  expect((await tell(stranger, first.hash, { outcome: 'paid', preimage })).status).toBe(404);
  expect((await tell(home.anna, first.hash, { outcome: 'unpaid' })).body).toMatchObject({
    state: 'open',
  });
  expect(await spendingOf(home)).toBe('0.00000000');
  const told = await tell(home.anna, first.hash, { outcome: 'paid', preimage });
  expect(told.body).toMatchObject({ state: 'paid', proof: 'proven' });
  const both = [0, 1].map(() => tell(home.anna, first.hash, { outcome: 'paid', preimage }));
  for (const { body } of await Promise.all(both)) expect(body).toMatchObject({ state: 'paid' });
  expect(await spendingOf(home)).toBe('0.00002100');
  // The child is notified of its own money too, once.
  for (const who of [home.anna, kid]) expect(await messageCount(who)).toBe(1);
  // Another preimage proves nothing: just a claim.
  const stated = await tell(home.anna, second.hash, { outcome: 'paid', preimage });
  expect(stated.body).toMatchObject({ state: 'paid', proof: 'stated' });
  expect(await spendingOf(home)).toBe('0.00004200');
  // Only a claim made well after its expiry ends an invoice.
  app.clock.advance(3 * DAY_MS);
  await watchLightning(app.services);
  const isOpen = ({ state }: ChildInvoice) => state === 'open';
  expect((await listOf(home)).filter(isOpen)).toMatchObject([{ paymentHash: third.hash }]);
  const over = await tell(home.anna, third.hash, { outcome: 'unpaid' });
  expect(over.body).toMatchObject({ state: 'expired' });
  for (const who of [home.anna, kid]) expect(await messageCount(who)).toBe(2);
  expect(await spendingOf(home)).toBe('0.00004200');
});

test('of an invoice that the family’s own server got, no browser has a word to say (T26)', async () => {
  const home = await newHome('servers');
  const { text: invoice, hash: paymentHash, preimage } = newInvoice();
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users WHERE email = 'anna-servers@example.com'`;
  const { familyId = '', userId: madeBy = '' } = row ?? {};
  const { now } = app.clock;
  const made = {
    ...{ paymentHash, childId: home.mia, invoice, verifyUrl: null, description: 'For a bike' },
    ...{ connectionId: crypto.randomUUID(), amountSats: 2_100n, madeBy, createdAt: now },
    expiresAt: new Date(now.getTime() + 600_000),
  };
  await app.db.changeFamily(familyId, (tx) => addInvoice(tx, familyId, made, made.expiresAt));
  for (const said of [{ outcome: 'paid', preimage }, { outcome: 'paid' }, { outcome: 'unpaid' }])
    expect((await tell(home.anna, paymentHash, said)).status).toBe(404);
  expect(await listOf(home)).toMatchObject([{ paymentHash, state: 'open', byBrowser: false }]);
  expect(await spendingOf(home)).toBe('0.00000000');
});

test('money that arrives while a book is closed is booked once, after the book is open again (T26)', async () => {
  const home = await newHome('closed');
  const { text, hash, preimage } = newInvoice();
  await keep(home.anna, home, text);
  await home.anna.send('DELETE', `/api/children/${home.mia}`);
  await tell(home.anna, hash, { outcome: 'paid', preimage });
  expect((await home.anna.send('POST', `/api/children/${home.mia}/restore`)).status).toBe(200);
  expect(await listOf(home)).toMatchObject([{ paymentHash: hash, state: 'open' }]);
  expect(await spendingOf(home)).toBe('0.00000000');
  for (const _ of [1, 2])
    expect((await tell(home.anna, hash, { outcome: 'paid', preimage })).body).toMatchObject({
      state: 'paid',
    });
  expect(await spendingOf(home)).toBe('0.00002100');
});

test('a receive-only connection may tell the task the outcome of such an invoice (T28)', async () => {
  const wallet = await startScripted('nwc');
  try {
    const home = await newHome('watched');
    await keep(home.anna, home, freshInvoice());
    const methods = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];
    wallet.play({ direction: 'in', methods, records: [{ says: 'settled', preimage: 'missing' }] });
    const typed = { ...typedFor(wallet.settings), purpose: 'receive', withoutBudget: false };
    expect((await home.anna.send('POST', '/api/lightning/connect', typed)).status).toBe(200);
    app.clock.advance(60_000);
    await watchLightning(app.services);
    expect(await listOf(home)).toMatchObject([{ state: 'paid', proof: 'stated' }]);
    expect(await spendingOf(home)).toBe('0.00002100');
    // From then on, the server makes invoices.
    const own = await home.anna.get(`/api/lightning/children/${home.mia}`);
    expect(own.body).toMatchObject({ canReceive: true, receivesInBrowser: false });
  } finally {
    await wallet.close();
  }
});

test('a child gets 60 invoices in 24 hours, whatever another child gets (T23)', async () => {
  const home = await newHome('many');
  const { id: leo } = await addChild(home.anna, { name: 'Leo' });
  const fill = (childId: string, count: number) => app.db.owner`
    INSERT INTO payment (family_id, payment_id, purpose, payment_hash, child_id, invoice,
      description, amount_sats, state, made_by, created_at, expires_at)
    SELECT family_id, gen_random_uuid(), 'invoice', ${childId} || n, child_id,
      'lnbcrt1', '', 1, 'expired', child_id,
      ${app.clock.now}, ${app.clock.now}
    FROM child, generate_series(1, ${count}::integer) AS n WHERE child_id = ${childId}`;
  await fill(leo, MOST_INVOICES_A_DAY);
  await fill(home.mia, MOST_INVOICES_A_DAY - 1);
  expect((await keep(home.anna, home, newInvoice().text)).status).toBe(200);
  expect((await keep(home.anna, home, newInvoice().text)).status).toBe(429);
  app.clock.advance(DAY_MS);
  expect((await keep(home.anna, home, newInvoice({ seconds: 2 * 86_400 }).text)).status).toBe(200);
});
