/** The last state of the book: whose it is, when it is stored, and its removal. */
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { AuthenticationError } from '#web/errors.ts';
import { DEVICE_KEY } from '#web/local/cipher.ts';
import { keptNames, openLocal } from '#web/local/kept.ts';
import { changeLocalSettings } from '#web/local/settings.ts';
import { clearOwnStorage, forgetBook, LAST_BOOK } from '#web/local/storage.ts';
import { newQueryClient } from '#web/query.ts';
import { keepLastBook, lastContact, showLastBook } from './last-book.ts';
import { followNetwork } from './network.ts';
import { offlineState, resetState } from './state.ts';

const ends: (() => void)[] = [];
const CHILDREN = ['', 'api', 'children'];
const USER = ['', 'api', 'auth', 'user'];
const familyId = 'f1';
const anna = { id: 'anna', familyId, role: 'parent', childId: null, handedOver: false };
const asMia = { id: 'anna', familyId, role: 'child', childId: 'mia', handedOver: true };

beforeEach(() => {
  changeLocalSettings({ storeTransactionHistory: true });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  sealing.mockRestore();
  onlineManager.setOnline(true);
  resetState();
  clearOwnStorage();
});

const bookOf = (user: object, savings = '0.001') => {
  const queries = newQueryClient();
  queries.setQueryData(USER, user);
  queries.setQueryData(CHILDREN, [{ name: 'Mia', savings }]);
  queries.setQueryData(['', 'api', 'auth', 'sessions'], ['a device']);
  return queries;
};
const keep = async (queries: ReturnType<typeof bookOf>, here: object = anna) => {
  ends.push(await keepLastBook(queries, async () => here, 0));
};
const isKept = () => keptNames().includes(LAST_BOOK);
const untilKept = () => expect.poll(isKept).toBe(true);
const seal = crypto.subtle.encrypt.bind(crypto.subtle);
let sealing: MockInstance<typeof crypto.subtle.encrypt>;
beforeEach(() => {
  sealing = vi.spyOn(crypto.subtle, 'encrypt');
});
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve));
};
/** Everything started has ended, including sealing. */
async function settle() {
  await turns();
  await Promise.all(sealing.mock.results.map(({ value }) => value));
  await turns();
}

async function readAnew(user?: object) {
  const queries = newQueryClient();
  if (user) queries.setQueryData(USER, user);
  const shown = await showLastBook(queries);
  return shown ? queries.getQueryData(CHILDREN) : undefined;
}

test('with "Store transaction history" off nothing is stored or shown (PRIV-28)', async () => {
  await keep(bookOf(anna));
  await untilKept();
  changeLocalSettings({ storeTransactionHistory: false });
  expect(await readAnew()).toBeUndefined();
  clearOwnStorage();
  await keep(bookOf(anna));
  await settle();
  expect(isKept()).toBe(false);
});

test('it is stored encrypted, even if other data need not be, and without devices (PRIV-28 PRIV-32)', async () => {
  changeLocalSettings({ encryptSensitiveData: false });
  await keep(bookOf(anna));
  await untilKept();
  const stored = localStorage.getItem(`satling_${LAST_BOOK}`) ?? '';
  expect(stored).not.toContain('Mia');
  expect(localStorage.getItem(DEVICE_KEY)).toMatch(/^[0-9a-f]{64}$/);
  const open = JSON.stringify(await openLocal(LAST_BOOK));
  expect(open).toContain('Mia');
  expect(open).not.toContain('a device');
  expect(await readAnew()).toEqual([{ name: 'Mia', savings: '0.001' }]);
  localStorage.setItem(DEVICE_KEY, 'ab'.repeat(32));
  expect(await readAnew()).toBeUndefined();
});

test('a book of a whole year fits through the cipher', async () => {
  const queries = bookOf(anna);
  const entries = Array.from({ length: 8_000 }, (_, i) => ({ id: i, text: 'Ice cream with Leo' }));
  queries.setQueryData(['', 'api', 'transactions', 'recent'], entries);
  await keep(queries);
  await untilKept();
  const fresh = newQueryClient();
  expect(await showLastBook(fresh)).toBe(true);
  expect(fresh.getQueryData(['', 'api', 'transactions', 'recent'])).toEqual(entries);
});

test('a tablet in a child’s hands shows nothing of the adult’s, and the adult’s page stores nothing (T53)', async () => {
  await keep(bookOf(anna));
  await untilKept();
  expect(await readAnew(asMia)).toBeUndefined();
  // A page drawn for Anna notices late that the tablet was handed over.
  await keep(bookOf(anna), asMia);
  expect([isKept(), localStorage.getItem(DEVICE_KEY)]).toEqual([false, null]);
});

test('somebody who has changed families sees nothing of the former one (T53)', async () => {
  await keep(bookOf(anna));
  await untilKept();
  const elsewhere = { ...anna, familyId: 'f2' };
  expect(await readAnew(elsewhere)).toBeUndefined();
  await keep(bookOf(anna), elsewhere);
  expect([isKept(), localStorage.getItem(DEVICE_KEY)]).toEqual([false, null]);
});

test('a session that turns out to be over takes the book along; no answer does not (T53)', async () => {
  await keep(bookOf(anna));
  await untilKept();
  const offline = async () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(keepLastBook(bookOf(anna), offline, 0)).rejects.toThrow('Failed to fetch');
  expect(isKept()).toBe(true);
  const over = async () => {
    throw new AuthenticationError();
  };
  ends.push(await keepLastBook(bookOf(anna), over, 0));
  expect([isKept(), localStorage.getItem(DEVICE_KEY)]).toEqual([false, null]);
});

test('what was being written when another tab switched the setting off does not stay (PRIV-28)', async () => {
  const page = bookOf(anna);
  sealing.mockImplementation(async (...of) => {
    const sealed = await seal(...of);
    const stored = localStorage.getItem('satling_privacy') ?? '{}';
    const off = { ...JSON.parse(stored), storeTransactionHistory: false };
    localStorage.setItem('satling_privacy', JSON.stringify(off));
    return sealed;
  });
  await keep(page);
  await expect.poll(() => sealing.mock.calls.length).toBe(1);
  await settle();
  expect(isKept()).toBe(false);
});

test('once it is wiped, another tab that is still open does not bring it back (T53)', async () => {
  const other = bookOf(anna);
  await keep(other);
  await untilKept();
  forgetBook(); // as sign-out, hand-over and sign-in do
  other.setQueryData(CHILDREN, [{ name: 'Leo', savings: '5' }]);
  await settle();
  expect(isKept()).toBe(false);
  // Nor with another person's key.
  await keep(bookOf(asMia), asMia);
  await untilKept();
  const mias = localStorage.getItem(`satling_${LAST_BOOK}`);
  other.setQueryData(CHILDREN, [{ name: 'Leo', savings: '6' }]);
  await settle();
  expect(localStorage.getItem(`satling_${LAST_BOOK}`)).toBe(mias);
});

test('without a network the page reads the last state, says when it was, and does not ask in vain', async () => {
  const at = Date.parse('2026-11-21T08:00:00Z');
  const before = newQueryClient();
  before.setQueryData(USER, anna, { updatedAt: at - 60_000 });
  before.setQueryData(CHILDREN, ['Mia'], { updatedAt: at });
  await keep(before);
  await untilKept();
  const queries = newQueryClient();
  ends.push(followNetwork(queries, { reach: () => new Promise(() => undefined) }));
  window.dispatchEvent(new Event('offline'));
  await expect.poll(() => offlineState().shownFrom).toBe(at);
  expect(queries.getQueryData(CHILDREN)).toEqual(['Mia']);
  expect(lastContact(queries)).toBe(at);
  const asks = vi.fn();
  void queries.fetchQuery({ queryKey: CHILDREN, queryFn: asks, staleTime: 0 });
  await settle();
  expect(asks).not.toHaveBeenCalled();
});
