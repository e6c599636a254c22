/**
 * Calls made offline: stored here, encrypted, with their person, family and idempotency key; sent
 * only after confirmation, and only while the same person is signed in. Only requests and lines of
 * the person's own book are stored: never an answer, a payment, a file or a deletion.
 */

import type { QueryClient } from '@tanstack/react-query';
import { type Endpoint, nameOf } from '#contract/endpoint.ts';
import { DAY } from '#core/time.ts';
import { approvals } from '#features/book/approvals/contract.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { ownerOf } from '#features/people/auth/rules.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { callApi } from '#web/api.ts';
import { AppError, messageOf, statusOf } from '#web/errors.ts';
import { dropLocal, keepLocal, openLocal } from '#web/local/kept.ts';
import { forgetBook, UNSENT } from '#web/local/storage.ts';
import type { Sent } from '#web/offline-queue.ts';
import { orNobody, ownerIn } from './last-book.ts';
import { changeState, type Unsent } from './state.ts';

export const ASK = nameOf(approvals.ask);
export const ASK_GOAL = nameOf(allocations.ask);
export const ADD = nameOf(transactions.add);
const CALLS: Record<string, Endpoint> = {
  [ASK]: approvals.ask,
  [ASK_GOAL]: allocations.ask,
  [ADD]: transactions.add,
};
const OWN_LINES = ['earned', 'spending'];
const MOST = 20;
/** The server remembers keys for two days: an older call could be booked twice. */
const LONGEST_MS = DAY;

const mayWait = (name: string, input: Record<string, string>) =>
  name in CALLS && (name !== ADD || OWN_LINES.includes(input.type ?? ''));

/** Stores the call; false if it may not wait. */
export async function keepUnsent(
  queries: QueryClient,
  name: string,
  { input, key }: Sent,
  now = Date.now(),
): Promise<boolean> {
  const owner = ownerIn(queries);
  const fields = input as Record<string, string>;
  const before = owner ? await ofOwner(owner) : [];
  if (!owner || !mayWait(name, fields) || before.length >= MOST) return false;
  const others = before.filter((one) => one.key !== key);
  await keepLocal(UNSENT, [...others, { owner, name, input: fields, key, at: now }]);
  return (await lookForUnsent(queries)).some((one) => one.key === key);
}

/** Rereads the signed-in person's pending calls, for the notes above the page. */
export async function lookForUnsent(queries: QueryClient): Promise<Unsent[]> {
  const owner = ownerIn(queries);
  const unsent = owner ? await ofOwner(owner) : [];
  changeState({ unsent });
  return unsent;
}

export function dropUnsent(): void {
  dropLocal(UNSENT);
  changeState({ unsent: [] });
}

export interface Outcome {
  sent: number;
  /** Sentences about calls that were refused or are too old. */
  refused: string[];
}

/**
 * Sends them in order, each with its own key; any answer, yes or no, ends the waiting. If another
 * person is signed in, deletes all of them unsent; if nobody is, deletes all other stored data as
 * well.
 */
export async function sendUnsent(
  queries: QueryClient,
  words: { tooOld: string; notHere: string },
  now = Date.now(),
): Promise<Outcome> {
  const owner = ownerOf(await callApi(auth.user, {}).catch(orNobody));
  const outcome: Outcome = { sent: 0, refused: [] };
  const all = await readAll();
  let rest = all.filter((one) => one.owner === owner);
  const leave = (wipe: () => void) => {
    rest = [];
    outcome.refused.push(words.notHere);
    wipe();
  };
  if (!owner) leave(forgetBook);
  else if (rest.length < all.length) leave(dropUnsent);
  for (const one of [...rest]) {
    const call = CALLS[one.name];
    if (!call || now - one.at > LONGEST_MS) outcome.refused.push(words.tooOld);
    else
      try {
        await callApi(call, one.input, one.key);
        outcome.sent += 1;
      } catch (error) {
        if (statusOf(error) === 401) leave(forgetBook);
        if (!isAnswer(error) || rest.length === 0) break;
        outcome.refused.push(messageOf(error, error.message));
      }
    rest = rest.filter(({ key }) => key !== one.key);
    if (rest.length > 0) await keepLocal(UNSENT, rest);
    else dropLocal(UNSENT);
  }
  await lookForUnsent(queries);
  void queries.invalidateQueries();
  return outcome;
}

/** True for a refusal. After a server fault the outcome is unknown, so the call stays pending. */
const isAnswer = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 429;

const ofOwner = async (owner: string) => (await readAll()).filter((one) => one.owner === owner);

async function readAll(): Promise<Unsent[]> {
  try {
    const value = await openLocal(UNSENT);
    return Array.isArray(value) ? (value as Unsent[]) : [];
  } catch {
    return []; // encrypted with a key that is gone: unreadable
  }
}
