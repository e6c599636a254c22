/** Asks without a network: which may wait, for whom, and that each counts once. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { orLater, setKeeper } from '#web/later.ts';
import { clearOwnStorage, forgetBook } from '#web/local/storage.ts';
import { newQueryClient } from '#web/query.ts';
import type { Reply, Sent } from '#web/test-support.tsx';
import { sentTo, serve, show } from '#web/test-support.tsx';
import { Notes } from './notes.tsx';
import { changeState, offlineState, resetState } from './state.ts';
import { ADD, ASK, keepUnsent, lookForUnsent, sendUnsent } from './unsent.ts';

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => {
  setKeeper(undefined);
  resetState();
  clearOwnStorage();
  vi.unstubAllGlobals();
});

const USER = ['', 'api', 'auth', 'user'];
const mia = { id: 'mia', role: 'child', childId: 'c1', handedOver: false };
const anna = { id: 'anna', role: 'parent', childId: null, handedOver: false };
const asMia = { id: 'anna', role: 'child', childId: 'c1', handedOver: true };
const boots = { childId: 'c1', amount: '0.00005000', reason: 'Football boots' };
const WHO = 'GET /api/auth/user';
const HOUR = 3_600_000;

const pageOf = (user: object) => {
  const queries = newQueryClient();
  queries.setQueryData(USER, user);
  return queries;
};
const keysOf = (sent: Sent[], call: string) =>
  sentTo(sent, call).map(({ init }) => new Headers(init.headers).get('idempotency-key'));
const waiting = async (user: object) => (await lookForUnsent(pageOf(user))).map(({ key }) => key);

test('answers, deposits, imports and everything else never wait', async () => {
  const page = pageOf(anna);
  for (const name of [
    'PATCH /api/withdrawal-requests/{id}',
    'PATCH /api/requests/{id}',
    'POST /api/requests/approve-all',
    'POST /api/savings-transfers/approve',
    'POST /api/process-allowances',
    'POST /api/transactions/import-csv',
    'DELETE /api/children/{id}',
    'POST /api/family/deletion',
  ])
    expect(await keepUnsent(page, name, { input: boots, key: 'key-1' }), name).toBe(false);
  for (const type of ['savings_deposit', 'bonus', 'chore_payment', undefined])
    expect(await keepUnsent(page, ADD, { input: { type }, key: 'key-1' }), type).toBe(false);
  expect(await keepUnsent(newQueryClient(), ASK, { input: boots, key: 'key-1' })).toBe(false);
  expect(await waiting(anna)).toEqual([]);
  expect(await keepUnsent(page, ADD, { input: { type: 'earned' }, key: 'key-1' })).toBe(true);
});

test('it waits encrypted, for who asked alone, and goes with the sign-out and the hand-over', async () => {
  await keepUnsent(pageOf(mia), ASK, { input: boots, key: 'key-1' });
  const stored = localStorage.getItem('satling_unsent') ?? '';
  expect(stored).not.toBe('');
  expect(stored).not.toContain('boots');
  expect([await waiting(anna), await waiting(asMia)]).toEqual([[], []]);
  expect(await waiting(mia)).toEqual(['key-1']);
  forgetBook();
  expect(await waiting(mia)).toEqual([]);
});

test('when somebody else is here than asked, nothing is sent and all of it goes', async () => {
  await keepUnsent(pageOf(mia), ASK, { input: boots, key: 'key-1' });
  const sent = serve({ [WHO]: [200, anna], [ASK]: [200, {}] });
  expect(await sendUnsent(pageOf(mia), 'too old')).toEqual({ sent: 0, refused: [] });
  expect(sentTo(sent, ASK)).toEqual([]);
  expect(await waiting(mia)).toEqual([]);
});

test('a lost answer sends it again under the same key; an answer, yes or no, ends it', async () => {
  const page = pageOf(mia);
  await keepUnsent(page, ASK, { input: boots, key: 'key-1' });
  await keepUnsent(page, ASK, { input: { ...boots, amount: '1' }, key: 'key-2' });
  const no: Reply = [409, { message: 'There is not enough', code: 'CONFLICT' }];
  const sent = serve({ [WHO]: [200, mia], [ASK]: ['offline', [200, {}], no] });
  expect(await sendUnsent(page, 'too old')).toEqual({ sent: 0, refused: [] });
  expect(await waiting(mia)).toEqual(['key-1', 'key-2']);
  expect(await sendUnsent(page, 'too old')).toEqual({ sent: 1, refused: ['There is not enough'] });
  expect(keysOf(sent, ASK)).toEqual(['key-1', 'key-1', 'key-2']);
  expect(await waiting(mia)).toEqual([]);
});

test('what waited longer than the server remembers its key is not sent', async () => {
  const page = pageOf(mia);
  await keepUnsent(page, ASK, { input: boots, key: 'key-1' }, Date.now() - 25 * HOUR);
  const sent = serve({ [WHO]: [200, mia], [ASK]: [200, {}] });
  expect(await sendUnsent(page, 'too old')).toEqual({ sent: 0, refused: ['too old'] });
  expect([sentTo(sent, ASK), await waiting(mia)]).toEqual([[], []]);
});

test('only what had no answer is kept; a refusal is a failure', async () => {
  const page = pageOf(mia);
  setKeeper((name, sent) => keepUnsent(page, name, sent));
  const call = { endpoint: { method: 'POST', path: '/api/withdrawal-requests' } } as never;
  const [done, fail] = [vi.fn(), vi.fn()];
  await orLater(new Error('refused'), call, { input: boots, key: 'key-1' }, done, fail);
  expect([done.mock.calls.length, fail.mock.calls.length]).toEqual([0, 1]);
  await orLater(new TypeError('no'), call, { input: boots, key: 'key-1' }, done, fail);
  expect([done.mock.calls.length, fail.mock.calls.length]).toEqual([1, 1]);
  expect(await waiting(mia)).toEqual(['key-1']);
});

test('the note lists what waits, asks first, and is silent without a network', async () => {
  const sent = serve({ [WHO]: [200, mia], [ASK]: [200, {}] });
  const page = show(<Notes />);
  page.setQueryData(USER, mia);
  changeState({ online: false });
  await keepUnsent(page, ASK, { input: boots, key: 'key-1' });
  await screen.findByText('1 thing waits to be sent');
  screen.getByText('Ask for 5,000 sats: “Football boots”');
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  changeState({ online: true });
  const send = await screen.findByRole('button', { name: 'Send' });
  expect(sent).toEqual([]);
  fireEvent.click(send);
  await screen.findByText('1 was sent.', undefined, { timeout: 20_000 });
  expect(keysOf(sent, ASK)).toEqual(['key-1']);
  expect(offlineState().unsent).toEqual([]);
});

test('"Do not send" lets it go, without a call', async () => {
  const sent = serve({});
  const page = show(<Notes />);
  page.setQueryData(USER, mia);
  await keepUnsent(page, ASK, { input: boots, key: 'key-1' });
  fireEvent.click(await screen.findByRole('button', { name: 'Do not send' }));
  expect(await waiting(mia)).toEqual([]);
  expect(sent).toEqual([]);
});
