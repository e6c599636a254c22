/** Requests made without a network: which may wait, for whom, and each one only once. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { approvals } from '#features/book/approvals/contract.ts';
import { aRequest, aUser, id, MIA } from '#tests/web/replies.ts';
import type { Reply, Sent } from '#tests/web/support.tsx';
import { noneSent, sentTo, serve, show } from '#tests/web/support.tsx';
import { heldKey } from '#web/local/cipher.ts';
import { keptNames, openLocal } from '#web/local/kept.ts';
import { clearOwnStorage, forgetBook, UNSENT } from '#web/local/storage.ts';
import { queueIfOffline, setOfflineQueue } from '#web/offline-queue.ts';
import { newQueryClient } from '#web/query.ts';
import { Notes } from './notes.tsx';
import { changeState, offlineState, resetState } from './state.ts';
import { ADD, ASK, keepUnsent, lookForUnsent, sendUnsent } from './unsent.ts';

afterEach(() => {
  setOfflineQueue(undefined);
  resetState();
  clearOwnStorage();
  vi.unstubAllGlobals();
});

const USER = ['', 'api', 'auth', 'user'];
const anna = aUser();
const mia = aUser({ id: id(8), role: 'child', childId: MIA });
const asMia = aUser({ role: 'child', childId: MIA, handedOver: true });
const words = { tooOld: 'too old', notHere: 'not here' };
const boots = { childId: MIA, amount: '0.00005000', reason: 'Football boots' };
const aWithdrawal = aRequest();
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

test('it waits with person, family and key', async () => {
  await keepUnsent(pageOf(mia), ASK, { input: boots, key: 'key-1' });
  const [one] = (await openLocal(UNSENT)) as { owner: string; key: string }[];
  expect(one?.key).toBe('key-1');
  expect(JSON.parse(one?.owner ?? '')).toEqual([mia.id, mia.familyId, 'child', MIA, false]);
});

test.each([
  ['somebody else is here', anna],
  ['the tablet is in a child’s hands', asMia],
  ['the same person is in another family by now', { ...mia, familyId: id(71) }],
  ['the same person has another role by now', { ...mia, role: 'parent', childId: null }],
])('when %s, nothing is sent and all of it goes', async (_, here) => {
  await keepUnsent(pageOf(mia), ASK, { input: boots, key: 'key-1' });
  const sent = serve({ [WHO]: [200, here], [ASK]: [200, aWithdrawal] });
  expect(await sendUnsent(pageOf(mia), words)).toEqual({ sent: 0, refused: ['not here'] });
  await noneSent(sent, ASK);
  expect(await waiting(mia)).toEqual([]);
});

test('once the session has ended, nothing is sent and nothing remains, neither requests nor key (T53)', async () => {
  const over: Reply = [401, { message: 'Authentication required', code: 'AUTH_ERROR' }];
  const page = pageOf(mia);
  for (const replies of [{ [WHO]: over }, { [WHO]: [200, mia] as const, [ASK]: over }]) {
    await keepUnsent(page, ASK, { input: boots, key: 'key-1' });
    await keepUnsent(page, ASK, { input: boots, key: 'key-2' });
    expect(await waiting(mia)).toEqual(['key-1', 'key-2']);
    const sent = serve(replies);
    expect(await sendUnsent(page, words)).toEqual({ sent: 0, refused: ['not here'] });
    expect(sentTo(sent, ASK).length).toBeLessThan(2);
    expect([keptNames(), heldKey()]).toEqual([[], undefined]);
  }
});

test('a lost answer sends it again under the same key; an answer, yes or no, ends it', async () => {
  const page = pageOf(mia);
  await keepUnsent(page, ASK, { input: boots, key: 'key-1' });
  await keepUnsent(page, ASK, { input: { ...boots, amount: '1' }, key: 'key-2' });
  const no: Reply = [409, { message: 'There is not enough', code: 'CONFLICT' }];
  const sent = serve({ [WHO]: [200, mia], [ASK]: ['offline', [200, aWithdrawal], no] });
  expect(await sendUnsent(page, words)).toEqual({ sent: 0, refused: [] });
  expect(await waiting(mia)).toEqual(['key-1', 'key-2']);
  expect(await sendUnsent(page, words)).toEqual({ sent: 1, refused: ['There is not enough'] });
  expect(keysOf(sent, ASK)).toEqual(['key-1', 'key-1', 'key-2']);
  expect(await waiting(mia)).toEqual([]);
});

test('what waited longer than the server remembers its key is not sent', async () => {
  const page = pageOf(mia);
  await keepUnsent(page, ASK, { input: boots, key: 'key-1' }, Date.now() - 25 * HOUR);
  const sent = serve({ [WHO]: [200, mia], [ASK]: [200, aWithdrawal] });
  expect(await sendUnsent(page, words)).toEqual({ sent: 0, refused: ['too old'] });
  expect([sentTo(sent, ASK), await waiting(mia)]).toEqual([[], []]);
});

test('only what got no reply is stored; a refusal is a failure', async () => {
  const page = pageOf(mia);
  setOfflineQueue((name, sent) => keepUnsent(page, name, sent));
  const call = approvals.ask;
  const [done, fail] = [vi.fn(), vi.fn()];
  await queueIfOffline(new Error('refused'), call, { input: boots, key: 'key-1' }, done, fail);
  expect([done.mock.calls.length, fail.mock.calls.length]).toEqual([0, 1]);
  await queueIfOffline(new TypeError('no'), call, { input: boots, key: 'key-1' }, done, fail);
  expect([done.mock.calls.length, fail.mock.calls.length]).toEqual([1, 1]);
  expect(await waiting(mia)).toEqual(['key-1']);
});

test('the note lists what waits, asks first, and is silent without a network', async () => {
  const sent = serve({ [WHO]: [200, mia], [ASK]: [200, aWithdrawal] });
  const page = show(<Notes />);
  page.setQueryData(USER, mia);
  changeState({ online: false });
  await keepUnsent(page, ASK, { input: boots, key: 'key-1' });
  await screen.findByText('1 request is waiting to be sent');
  screen.getByText('Ask for 5,000 sats: “Football boots”');
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  changeState({ online: true });
  const send = await screen.findByRole('button', { name: 'Send' });
  await noneSent(sent);
  fireEvent.click(send);
  await screen.findByText('1 was sent.');
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
  await noneSent(sent);
});
