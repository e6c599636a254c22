/**
 * While the database is down, silent or full, people get a readable error, and no change is lost.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type Reply, startApp, type TestApp, type Visitor } from '../support/app.ts';
import { addChild } from '../support/family.ts';
import { type Relay, startRelay } from '../support/statements.ts';

let relay: Relay;
let app: TestApp;
let anna: Visitor;
let childId: string;
beforeAll(async () => {
  relay = await startRelay(await freshDatabase());
  app = await startApp({ address: relay.address, answerMs: 5_000, onJobsError: () => undefined });
  anna = await app.signIn('anna@example.com');
  childId = (await addChild(anna)).id;
});
afterAll(async () => {
  relay.restore();
  relay.resume();
  await app.close();
  await relay.close();
});

const AWAY = { status: 503, code: 'TRY_AGAIN', reason: 'DATABASE_AWAY' };
const asked = ({ status, body }: Reply) => {
  const { code, reason } = body as { code?: string; reason?: string };
  return { status, code, reason };
};
const book = (key: string) =>
  anna.send(
    'POST',
    '/api/transactions',
    { childId, type: 'bonus', amount: '0.00000001', description: 'One sat' },
    { 'idempotency-key': key },
  );
/** One sat each. */
const entries = async () => {
  const { body } = await anna.get(`/api/children/${childId}`);
  return Number((body as { savingsBalance: string }).savingsBalance.replace('.', ''));
};
/**
 * One call for each way of using the database: a single statement, a read, a change, a public call.
 */
const calls = (key: string) => [
  anna.get('/api/auth/sessions'),
  anna.get('/api/dashboard'),
  anna.get(`/api/children/${childId}`),
  book(key),
  anna.send('POST', '/api/auth/magic-link', { email: 'anna@example.com' }),
];
const allAway = async (key: string) => {
  for (const reply of await Promise.all(calls(key))) expect(asked(reply)).toEqual(AWAY);
};
const allWell = async (key: string) => {
  for (const reply of await Promise.all(calls(key))) expect(reply.status).toBe(200);
};

test('a change whose COMMIT got no reply is answered under its key, and made once (PLAT-26)', async () => {
  const before = await entries();
  relay.loseNextCommit();
  expect(asked(await book('commit-is-lost'))).toEqual(AWAY);
  const again = await book('commit-is-lost');
  expect(again.status).toBe(200);
  expect((await book('commit-is-lost')).text).toBe(again.text);
  expect(await entries()).toBe(before + 1);
});

test('a database that closes every connection causes a readable error; once back, all succeeds', async () => {
  await allWell('before-the-cut');
  for (let round = 0; round < 3; round++) {
    relay.cut();
    await allAway(`cut-in-round-${round}`);
    expect((await anna.get('/health')).status).toBe(503);
    relay.restore();
    await expect.poll(async () => (await anna.get('/health')).status).toBe(200);
    await allWell(`cut-in-round-${round}`);
  }
});

test('a database that stops answering causes a readable error; once back, all succeeds', async () => {
  await allWell('before-the-stop');
  relay.pause();
  const health = anna.get('/health');
  const more = Array.from({ length: 30 }, () => anna.get(`/api/children/${childId}`));
  await allAway('while-it-was-stopped');
  for (const reply of await Promise.all(more)) expect(asked(reply)).toEqual(AWAY);
  expect((await health).status).toBe(503);
  relay.resume();
  const before = await entries();
  await allWell('while-it-was-stopped');
  await allWell('while-it-was-stopped');
  expect(await entries()).toBe(before + 1);
});

test('/health reports a silent database within 2 s, before any call times out', async () => {
  relay.pause();
  const first = await Promise.race([
    anna.get('/health').then(({ status }) => status),
    anna.get('/api/auth/sessions').then(() => 'the call was answered first'),
  ]);
  relay.resume();
  expect(first).toBe(503);
});
