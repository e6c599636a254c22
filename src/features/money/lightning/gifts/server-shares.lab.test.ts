/** Requests from one network leave a child's Lightning address open to others. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { press } from '../../../../../testkit/control.ts';
import { watchLightning } from '../watch.ts';
import type { GiftAddress } from './contract.ts';
import { INVOICES } from './rules.ts';

const lab = inject('lab');
let app: TestApp;
let anna: Visitor;
let mia: string;
let name: string;
beforeAll(async () => {
  app = await startApp({
    // Invoices and wallets use the real clock.
    at: new Date().toISOString(),
    publicUrl: 'https://book.satling.org',
    chain: { network: 'regtest', server: undefined, hosts: [new URL(lab.relay).host] },
  });
  anna = await app.signIn('anna@example.com');
  mia = (await addChild(anna)).id;
  await anna.send('POST', '/api/lightning/connect', { type: 'nwc', token: lab.nwc.receiveOnly });
  const on = await anna.send('POST', `/api/lightning/children/${mia}/gift-address`, { word: '' });
  name = ((on.body as GiftAddress).address ?? '').split('@')[0] as string;
});
afterAll(() => app.close());

const ask = async (words: string, who: Visitor, amount = 21_000) => {
  const path = `/.well-known/lnurlp/${name}/invoice?amount=${amount}&comment=${words}`;
  return (await who.get(path)).body as { pr?: string; reason?: string };
};
const rows = async () => (await app.db.owner`SELECT FROM payment`).length;

test('the address of a closed book is no address, and one again with the book (T20)', async () => {
  const about = async () => (await app.visitor().get(`/.well-known/lnurlp/${name}`)).body;
  expect(await about()).toMatchObject({ tag: 'payRequest' });
  expect((await anna.send('DELETE', `/api/children/${mia}`)).status).toBe(200);
  expect(await about()).toMatchObject({
    status: 'ERROR',
    reason: expect.stringMatching(/no such/),
  });
  expect((await ask('hello', app.visitor('198.18.9.7'))).pr).toBeUndefined();
  expect((await anna.send('POST', `/api/children/${mia}/restore`)).status).toBe(200);
  expect(await about()).toMatchObject({ tag: 'payRequest' });
});

test('one network exhausts an address for nobody else; it gets its own invoice again (T20 T52)', async () => {
  const [loud, besideIt] = [app.visitor('198.18.240.9'), app.visitor('198.18.240.77')];
  const { points } = INVOICES.addressShare;
  const handed: (string | undefined)[] = [];
  for (let words = 0; words < 20; words += 1) handed.push((await ask(`${words}`, loud)).pr);
  const other = await ask('7', app.visitor('198.18.1.7'));
  expect(other, 'another network goes on').toHaveProperty('pr');
  expect(handed).not.toContain(other.pr);
  expect(handed.filter((pr) => pr !== undefined)).toHaveLength(points);
  expect(new Set(handed.slice(0, points)).size).toBe(points);

  const last = `${points - 1}`;
  const before = await rows();
  for (const who of [loud, besideIt])
    expect((await ask(last, who)).pr, 'the very same').toBe(handed[points - 1]);
  for (const [words, amount] of [
    ['new words', 21_000],
    [last, 22_000],
  ] as const)
    expect((await ask(words, loud, amount)).reason, `${words} ${amount}`).toContain('Too many');
  expect(await rows(), 'nothing new was made').toBe(before);

  await press(lab, 'pay', { bolt11: handed[points - 1] as string });
  await expect
    .poll(async () => {
      app.clock.advance(5_000);
      await watchLightning(app.services);
      return (await ask(last, loud)).reason;
    })
    .toContain('Too many');
  app.clock.now = new Date();
  expect((await ask('0', loud)).pr).toBe(handed[0]);
  const [first] = await app.db.owner<{ expiresAt: Date }[]>`
    SELECT expires_at FROM payment WHERE invoice = ${handed[0] ?? ''}`;
  app.clock.now = new Date((first?.expiresAt.getTime() ?? 0) - 30_000);
  expect(await ask('0', loud), 'no time is left').toMatchObject({ status: 'ERROR' });
  app.clock.now = new Date();
});
