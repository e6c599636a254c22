/**
 * The book's last state, for reading offline: the replies to the dashboard, activity and goals
 * calls, encrypted with the device's key. Stored only while the setting is on, and only for the
 * person who was signed in when this page was opened.
 */

import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { DAY } from '#core/time.ts';
import { auth } from '#features/people/auth/contract.ts';
import { ownerOf } from '#features/people/auth/rules.ts';
import { callApi } from '#web/api.ts';
import { statusOf } from '#web/errors.ts';
import { deviceKey, heldKey } from '#web/local/cipher.ts';
import { dropLocal, keepLocal, openLocal } from '#web/local/kept.ts';
import { localSettings } from '#web/local/settings.ts';
import { forgetBook, LAST_BOOK } from '#web/local/storage.ts';
import { keyOf } from '#web/query.ts';

const USER = keyOf(auth.user, {}).join('/');

/** Paths whose replies are stored, including everything below them. No secrets, no settings. */
const KEPT =
  /^\/api\/(auth\/user|dashboard|children|family|family\/(spouse|can-approve)|family-goals|allocations\/active|pending-allocations|invitations|messages\/unread|requests|savings-transfers\/pending|transactions|transactions\/recent)$|^\/api\/(children|family-goals)\/[^/]+(\/(transactions|contributions|allocations))?$/;
const LONGEST_MS = 7 * DAY;
const MOST_LETTERS = 1_500_000;

type Answer = readonly [key: QueryKey, data: unknown, at: number];
interface LastBook {
  owner: string;
  answers: Answer[];
}

const pathOf = (key: QueryKey) => String(key.join('/')).split('?')[0] ?? '';
const isKept = (key: QueryKey) => KEPT.test(pathOf(key));

export const ownerIn = (queries: QueryClient): string | undefined =>
  ownerOf(queries.getQueryData(USER.split('/')));

export const isSomebodyHere = (queries: QueryClient): boolean => ownerIn(queries) !== undefined;

/** The cached server replies, completed by older ones for the same person. */
function collect(queries: QueryClient, owner: string, before: LastBook | undefined): LastBook {
  const answers = new Map<string, Answer>();
  const put = (answer: Answer) => answers.set(JSON.stringify(answer[0]), answer);
  if (before?.owner === owner) before.answers.forEach(put);
  for (const { queryKey, state } of queries.getQueryCache().getAll())
    if (state.data !== undefined && isKept(queryKey))
      put([queryKey, state.data, state.dataUpdatedAt]);
  const newest = [...answers.values()].sort((a, b) => b[2] - a[2]);
  const since = (newest[0]?.[2] ?? 0) - LONGEST_MS;
  let letters = 0;
  const fits = newest.filter(([key, data, at]) => {
    letters += JSON.stringify([key, data]).length;
    return at >= since && letters <= MOST_LETTERS;
  });
  return { owner, answers: fits };
}

const PAUSE_MS = 1_000;

/**
 * Starts storing the book; returns a function that stops it. Creates the key before asking the
 * server who is signed in: a later handover removes the key, an earlier one shows in the reply.
 */
export async function keepLastBook(
  queries: QueryClient,
  who: () => Promise<unknown> = () => callApi(auth.user, {}),
  pauseMs = PAUSE_MS,
): Promise<() => void> {
  const nothing = () => undefined;
  if (!localSettings().storeTransactionHistory) return nothing;
  const owner = ownerIn(queries);
  const key = deviceKey();
  if (!owner || !key) return nothing;
  if (ownerOf(await who().catch(orNobody)) !== owner) {
    forgetBook();
    return nothing;
  }
  let book = await readBook();
  if (book && book.owner !== owner) dropLocal(LAST_BOOK);
  const mayKeep = () =>
    localSettings().storeTransactionHistory && heldKey() === key && ownerIn(queries) === owner;
  const keep = async () => {
    if (!mayKeep()) return;
    book = collect(queries, owner, book);
    await keepLocal(LAST_BOOK, book, Date.now(), key);
    // Switched off in the meantime, perhaps in another tab, which has already cleaned up.
    if (!localSettings().storeTransactionHistory) dropLocal(LAST_BOOK);
  };
  let timer = setTimeout(keep, 0);
  const end = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (!isKept(event.query.queryKey)) return;
    clearTimeout(timer);
    timer = setTimeout(keep, pauseMs);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}

/** An expired session means signed out; without a reply, it is unknown. */
export function orNobody(error: unknown): undefined {
  if (statusOf(error) !== 401) throw error;
}

async function readBook(): Promise<LastBook | undefined> {
  try {
    const value = (await openLocal(LAST_BOOK)) as LastBook | undefined;
    return value && typeof value.owner === 'string' && Array.isArray(value.answers)
      ? value
      : undefined;
  } catch {
    return undefined; // encrypted with a key that is gone: unreadable
  }
}

/**
 * Fills the cache with stored replies for calls without a server reply; with none if someone other
 * than the owner is known to be signed in. Returns whether there were any.
 */
export async function showLastBook(queries: QueryClient): Promise<boolean> {
  if (!localSettings().storeTransactionHistory) return false;
  const book = await readBook();
  const here = ownerIn(queries);
  if (!book || (here !== undefined && here !== book.owner)) return false;
  const missing = book.answers.filter(([key]) => queries.getQueryData(key) === undefined);
  for (const [queryKey, data, updatedAt] of missing) {
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(queryKey, data, { updatedAt });
  }
  return book.answers.length > 0;
}

/** Time of the server's last reply; undefined while no part of the book is displayed. */
export function lastContact(queries: QueryClient): number | undefined {
  const known = queries
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => isKept(queryKey));
  const times = known.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  return times.length > 0 ? Math.max(...times) : undefined;
}
