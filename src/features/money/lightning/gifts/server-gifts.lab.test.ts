/** A child's own Lightning address on real nodes: turned on, paid by a stranger, and answered. */

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payRequestUrl } from '#core/lightning/lnurl.ts';
import { invoiceUrl, readOfferedInvoice, readPayRequest } from '#core/lightning/lnurl-pay.ts';
import { readVerification } from '#core/lightning/lnurl-verify.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message } from '#tests/support/family.ts';
import { addGoal } from '#tests/support/goals.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';
import { press } from '../../../../../testkit/control.ts';
import type { ChildInvoice } from '../receiving/contract.ts';
import { watchLightning } from '../watch.ts';
import type { Gift, GiftAddress } from './contract.ts';

const lab = inject('lab');
const URL_OF_BOOK = 'https://book.satling.org';
const hosts = [lab.relay, lab.phoenixd.url].map((url) => new URL(url).host);
hosts.push(lab.lightningAddress.split('@')[1] as string);

let app: TestApp;
let anna: Visitor;
let kid: Visitor;
let mia: string;
beforeAll(async () => {
  app = await startApp({
    // Invoices and wallets use the real clock.
    at: new Date().toISOString(),
    publicUrl: URL_OF_BOOK,
    chain: { network: 'regtest', server: undefined, hosts },
  });
  anna = await app.signIn('anna@example.com');
  mia = (await addChild(anna)).id;
  kid = await joinAsChild(app, anna, mia, 'mia@example.com');
});
afterAll(() => app.close());

const connect = (over: object) => anna.send('POST', '/api/lightning/connect', over);
const OFF = { address: null, lnurl: null, obstacle: null };
const addressPath = () => `/api/lightning/children/${mia}/gift-address`;
const turnOn = (word = '', who = anna) => who.send('POST', addressPath(), { word });
const shown = async (who = anna) => (await who.get(addressPath())).body as GiftAddress;
const nameNow = async () => ((await shown()).address ?? '').split('@')[0] as string;
const gifts = async () => (await anna.get('/api/lightning/gifts')).body as Gift[];
const answer = (id: string, body: object, who = anna) =>
  who.send('POST', `/api/lightning/gifts/${id}/answer`, body);
const balances = async () => {
  const { savingsBalance, spendingBalance } = await getChild(anna, mia);
  return [savingsBalance, spendingBalance];
};
const rows = async () => (await app.db.owner`SELECT FROM payment WHERE purpose = 'gift'`).length;

/** A payer's wallet, each from its own network. */
let networks = 0;
const payer = () => app.visitor(`198.18.${++networks}.7`);
const ask = async (path: string, who = payer()) =>
  (await who.get(path.replace(URL_OF_BOOK, ''))).body as Record<string, unknown>;
const first = (name: string) => ask(`/.well-known/lnurlp/${name}`);
const callback = (name: string, query: string, who = payer()) =>
  ask(`/.well-known/lnurlp/${name}/invoice?${query}`, who);

/** As our own strict client pays: every check of LUD-06, 12, 16 and 21. */
async function offered(name: string, sats: number, comment = '') {
  const url = new URL(`${URL_OF_BOOK}/.well-known/lnurlp/${name}`);
  const request = readPayRequest(url, await first(name));
  const msat = BigInt(sats) * 1_000n;
  const reply = await ask(invoiceUrl(request, msat, comment));
  const expected = { network: 'bcrt', nowSeconds: Math.floor(Date.now() / 1_000) } as const;
  const { invoice, verifyUrl = '' } = readOfferedInvoice(request, msat, reply, expected);
  return { request, invoice, verify: async () => readVerification(invoice, await ask(verifyUrl)) };
}

/** A grandparent pays, and the job notices. */
async function arrive(sats: number, comment = ''): Promise<Gift> {
  const { invoice } = await offered(await nameNow(), sats, comment);
  await press(lab, 'pay', { bolt11: invoice.text });
  const known = new Set((await gifts()).map(({ id }) => id));
  let found: Gift | undefined;
  await expect
    .poll(async () => {
      app.clock.advance(5_000);
      await watchLightning(app.services);
      found = (await gifts()).find(({ id }) => !known.has(id));
      return found?.state;
    })
    .toBe('waiting');
  return found as Gift;
}

test('an address needs an adult, a connection that only receives, and invoices with the hash (T25)', async () => {
  expect(await shown()).toEqual({ ...OFF, obstacle: 'no-receiving' });
  expect(await shown(kid)).toEqual(OFF);
  expect(message(await turnOn())).toContain('First connect');
  await connect({ type: 'nwc', purpose: 'spend', token: lab.nwc.spending });
  expect(message(await turnOn()), 'one that spends is not enough').toContain('First connect');
  await connect({ type: 'address', token: lab.lightningAddress });
  expect(message(await turnOn())).toContain('cannot put the hash');
  expect((await connect({ type: 'nwc', token: lab.nwc.receiveOnly })).status).toBe(200);
  expect((await turnOn('', kid)).status).toBe(403);
  for (const [word, why] of [
    ['Bike', 'small letters'],
    ['a'.repeat(21), 'At most 20'],
    ['../x', 'small letters'],
    ['formia', 'names out'],
  ] as const)
    expect(message(await turnOn(word)), word).toContain(why);
  expect(await shown()).toEqual(OFF);
});

test('an unknown name and one that is off get the same reply; a new name ends the old one (T20)', async () => {
  const on = (await turnOn('bike')).body as GiftAddress;
  expect(on.address).toMatch(/^bike-[a-z2-9]{10}@book\.satling\.org$/);
  const old = await nameNow();
  expect(await first(old)).toMatchObject({ tag: 'payRequest' });
  expect((await turnOn()).status).toBe(200);
  const name = await nameNow();
  expect(name).toMatch(/^[a-z2-9]{10}$/);
  const seen = await shown(kid);
  expect(seen.address).toBe(`${name}@book.satling.org`);
  expect(payRequestUrl(seen.lnurl ?? '').href).toBe(`${URL_OF_BOOK}/.well-known/lnurlp/${name}`);

  const unknown = await payer().get('/.well-known/lnurlp/k7qhm2xwpa');
  expect(unknown.body).toEqual({
    status: 'ERROR',
    reason: 'There is no such Lightning address here',
  });
  expect(unknown.headers['access-control-allow-origin']).toBe('*');
  expect(unknown.headers['content-security-policy']).toContain("default-src 'none'");
  const alike = async (other: string) => {
    for (const rest of ['', '/invoice?amount=21000']) {
      const one = await payer().get(`/.well-known/lnurlp/${other}${rest}`);
      expect([one.status, one.text], other).toEqual([unknown.status, unknown.text]);
    }
  };
  for (const other of [old, 'mia', 'x'.repeat(150)]) await alike(other);
  expect((await anna.send('DELETE', addressPath())).status).toBe(200);
  await alike(name);
  expect(await shown()).toEqual(OFF);
  await turnOn();
});

/** At the limit of requests. */
const exhaust = (limit: string, key: string) => app.db.owner`
  INSERT INTO rate_limit (key, points, expire)
  VALUES (${`${limit}:${key}`}, 1000, ${Date.now() + 600_000})
  ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire`;

test('invalid or excessive amounts are refused before the wallet is asked, and leave nothing (T52)', async () => {
  // Asking the wallet would get no reply.
  await press(lab, 'fail', { service: 'receiveOnly', fault: { kind: 'silent' } });
  const name = await nameNow();
  for (const amount of ['', '0', '-1', '9000', '10001', '10000001000', 'x', '1e6'])
    expect((await callback(name, `amount=${amount}`)).reason, amount).toContain('Expected whole');
  expect((await callback(name, 'amount=21000&amount=22000')).reason).toContain('Expected whole');
  const long = await callback(name, `amount=21000&comment=${'x'.repeat(201)}`);
  expect(long.reason).toContain('200 characters');
  const [family] = await app.db.owner<{ familyId: string }[]>`SELECT family_id FROM gift_address`;
  for (const [limit, key] of [
    ['gift-n', '198.18.250'],
    ['gift-a', name],
    ['gift-f', family?.familyId],
  ] as const) {
    await exhaust(limit, key as string);
    const who = limit === 'gift-n' ? app.visitor('198.18.250.9') : payer();
    expect((await callback(name, 'amount=21000', who)).reason, limit).toContain('Too many');
    await app.db.owner`DELETE FROM rate_limit WHERE key = ${`${limit}:${key}`}`;
  }
  expect(await rows()).toBe(0);
  await press(lab, 'heal', { service: 'receiveOnly' });

  expect(await callback(name, 'amount=21000&nonce=7')).toHaveProperty('pr');
  expect(await rows()).toBe(1);
  app.clock.advance(3 * 3_600_000);
  await watchLightning(app.services);
  expect(await rows(), 'an unused invoice is no entry').toBe(0);
  app.clock.now = new Date();
  expect(await balances()).toEqual(['0.00000000', '0.00000000']);
});

test('a grandparent pays; nothing is booked until a parent has said what it is for (T24 T26)', async () => {
  const { request, invoice, verify } = await offered(await nameNow(), 5_000, 'From grandma\u202e!');
  expect(request).toMatchObject({ text: 'A gift for a savings book', maxCommentChars: 200 });
  expect(request.metadata).not.toMatch(/mia|anna/i);
  expect(await verify()).toEqual({ state: 'unpaid' });
  const gift = await arrive(7_000, 'Happy birthday, Mia');
  const before = await gifts();
  expect(before, 'only what was paid').toHaveLength(1);
  expect(gift).toMatchObject({ amount: 7_000, comment: 'Happy birthday, Mia', childName: 'Mia' });
  expect(await balances()).toEqual(['0.00000000', '0.00000000']);
  const kinds = ((await anna.get('/api/messages')).body as { kind: string }[]).map((m) => m.kind);
  expect(kinds.filter((kind) => kind === 'gift_arrived')).toHaveLength(1);
  for (const path of ['/api/messages', `/api/children/${mia}/transactions`, '/api/dashboard'])
    expect((await kid.get(path)).text, path).not.toContain('Happy birthday');
  expect((await kid.get('/api/lightning/gifts')).status).toBe(403);
  expect((await answer(gift.id, { purpose: 'savings' }, kid)).status).toBe(403);

  await press(lab, 'pay', { bolt11: invoice.text });
  await expect
    .poll(async () => {
      app.clock.advance(10_000);
      await watchLightning(app.services);
      return (await verify()).state;
    })
    .toBe('proven');
  expect(await gifts()).toHaveLength(2);
  const removed = await anna.send('DELETE', `/api/children/${mia}`);
  expect(removed.status, 'a book with an open question is not closed').toBe(409);
});

test('a parent answers once: savings, spending, a goal, or not for the book (T26 T27)', async () => {
  const [second, first] = (await gifts()) as [Gift, Gift];
  expect(message(await answer(first.id, { purpose: 'goal' }))).toContain('Choose the goal');
  const nowhere = { purpose: 'goal', goalId: first.id };
  expect((await answer(first.id, nowhere)).status).toBe(404);
  expect((await answer(mia, { purpose: 'savings' })).status).toBe(404);
  expect((await gifts()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);

  const yes = { purpose: 'savings', showComment: true };
  const replies = await Promise.all([answer(first.id, yes), answer(first.id, yes)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await balances()).toEqual(['0.00007000', '0.00000000']);
  const entries = await kid.get(`/api/children/${mia}/transactions`);
  expect(entries.text).toContain('Happy birthday, Mia');
  expect(message(await answer(first.id, yes))).toContain('in the book already');

  const { id: goalId } = await addGoal(anna);
  expect((await answer(second.id, { purpose: null })).body).toMatchObject({ state: 'kept_out' });
  const toBike = (await answer(second.id, { purpose: 'goal', goalId })).body as Gift;
  expect(toBike).toMatchObject({ state: 'booked', purpose: 'goal', answeredBy: null });
  expect((await anna.get('/api/family-goals')).body).toMatchObject([
    { currentAmount: '0.00005000' },
  ]);
  expect((await kid.get(`/api/family-goals/${goalId}/contributions`)).text).not.toContain(
    'grandma',
  );

  // Undone, its money is still in the wallet: it is asked about again.
  const undone = await anna.send('POST', `/api/goal-contributions/${toBike.entryId}/undo`);
  expect(undone.status, undone.text).toBe(200);
  expect((await gifts()).find(({ id }) => id === second.id)).toMatchObject({
    ...{ state: 'waiting', entryId: null, purpose: null },
  });
  await answer(second.id, { purpose: 'spending' });
  expect(await balances()).toEqual(['0.00007000', '0.00005000']);
});

test('rows of a wallet’s file with the hash of what is booked are matched, never posted again (T47)', async () => {
  const made = { childId: mia, amount: 900 };
  const { invoice } = (await anna.send('POST', '/api/lightning/invoice', made))
    .body as ChildInvoice;
  await press(lab, 'pay', { bolt11: invoice });
  await expect
    .poll(async () => {
      app.clock.advance(5_000);
      await watchLightning(app.services);
      return (await balances())[1];
    })
    .toBe('0.00005900');
  const shop = String((await press(lab, 'invoice', { sats: 300, text: 'Shop' })).bolt11);
  const paid = { childId: mia, paymentRequest: shop };
  expect((await anna.send('POST', '/api/lightning/pay', paid)).body).toMatchObject({
    success: true,
  });
  const before = await balances();
  const hashes = await app.db.owner<{ hash: string; sats: number }[]>`
    SELECT payment_hash AS hash,
      CASE direction WHEN 'out' THEN -amount_sats ELSE amount_sats END::integer AS sats
    FROM payment WHERE purpose <> 'gift' OR entry_id IS NOT NULL
    ORDER BY direction, payment_hash`;
  expect(hashes).toHaveLength(4);
  // Weeks apart, to keep amounts and times from matching; payments out come last.
  const longAgo = app.clock.now.getTime() - 30 * 86_400_000;
  const at = (i: number) => new Date(longAgo + i).toISOString();
  const rows = hashes.map(({ hash, sats }, i) => ({ id: hash, at: at(i), sats, feeSats: 0 }));
  const file = await importFile(anna, mia, phoenixdFile(rows));
  expect(file.body, file.text).toMatchObject({ imported: 4 });
  expect(await balances()).toEqual(before);

  // An unanswered gift is booked by its answer, never by a file too, before or after.
  const gift = await arrive(2_000, 'For later');
  const [waiting] = await app.db.owner<{ hash: string }[]>`
    SELECT payment_hash AS hash FROM payment WHERE payment_id = ${gift.id}`;
  const row = { id: (waiting as { hash: string }).hash, at: at(0), sats: 2_000, feeSats: 0 };
  const early = (await importFile(anna, mia, phoenixdFile([row]))).body;
  const reasons = [{ reason: expect.stringContaining('waiting to be booked') }];
  expect(early).toMatchObject({ imported: 0, skipped: 1, reasons });
  await answer(gift.id, { purpose: null });
  const no = (await importFile(anna, mia, phoenixdFile([row]))).body;
  expect(no, 'it may become a yes').toMatchObject({ imported: 0, skipped: 1 });
  await answer(gift.id, { purpose: 'spending' });
  const after = await balances();
  expect([before[1], after[1]]).toEqual(['0.00005600', '0.00007600']);
  await importFile(anna, mia, phoenixdFile([row]));
  expect(await balances()).toEqual(after);
  const { id: leo } = await addChild(anna, { name: 'Leo', age: 12 });
  const sibling = (await importFile(anna, leo, phoenixdFile([...rows, row]))).body;
  expect(sibling).toMatchObject({ imported: 0, skipped: 5 });
});
