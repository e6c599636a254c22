/**
 * Calls that ask a server outside. Nothing waits for it inside a transaction: `prepare` commits
 * what is to be done, `talk` asks, `settle` writes what came of it (docs/decisions/0055).
 */

import { newPlaces } from '../places.ts';
import type { FamilyContext } from './mount.ts';

export type Talk<I, P, T, O> = {
  /**
   * In the first transaction, once for each Idempotency-Key: a repeated key gets what the first one
   * prepared. It is kept as JSON, so it holds ids and no secrets.
   */
  readonly prepare: (input: I, context: FamilyContext) => Promise<P>;
  /** Without a transaction. It may be asked again with the same ids. */
  readonly talk: (prepared: P) => Promise<T>;
  /**
   * In the second transaction, for a caller who still may make the call. `told` is undefined where
   * nothing was heard in time: a job goes on.
   */
  readonly settle: (
    input: I,
    context: FamilyContext,
    outcome: { prepared: P; told: T | undefined },
  ) => Promise<O>;
};

/** The handler of such a call, for `mount`. */
export const talkedBy = <I, P, T, O>({ prepare, talk, settle }: Talk<I, P, T, O>) =>
  Object.assign(settle, { before: prepare, talk });

/**
 * A call that is made again and again and mostly finds nothing new. Its `prepare` only reads, and
 * nothing is kept under its Idempotency-Key: it may be repeated as often as one likes.
 */
export type Look<I, P, T, O> = Talk<I, P, T, O> & {
  /**
   * The reply where there is nothing to write, in a transaction that only reads: the family keeps
   * its revision, and no open page asks again. Undefined where `settle` has something to write.
   */
  readonly unchanged: (
    input: I,
    context: FamilyContext,
    outcome: { prepared: P; told: T | undefined },
  ) => Promise<O | undefined>;
};

/** The handler of such a look, for `mount`. */
export const lookedBy = <I, P, T, O>({ prepare, talk, unchanged, settle }: Look<I, P, T, O>) =>
  Object.assign(settle, { before: prepare, talk, unchanged });

type Talking = {
  (input: unknown, context: FamilyContext, outcome: unknown): Promise<unknown>;
  readonly before: (input: unknown, context: FamilyContext) => Promise<unknown>;
  readonly talk: (prepared: unknown) => Promise<unknown>;
  readonly unchanged?: (
    input: unknown,
    context: FamilyContext,
    outcome: unknown,
  ) => Promise<unknown>;
};

export const isTalking = (handler: Partial<Talking>): handler is Talking =>
  Boolean(handler.before && handler.talk);

/** A step of such a call, in a transaction of its own. */
export type Step = (input: unknown, context: FamilyContext) => Promise<string>;

/** What the steps of one call stand on. */
export type Ground = {
  /** @param isLook a call that comes again and again: it holds up no other talk of the family. */
  talk<T>(ask: () => Promise<T>, isLook: boolean): Promise<T | undefined>;
  /** The first change keeps what it answers under the Idempotency-Key; a repeat gets that. */
  change(step: Step): Promise<string>;
  changeAgain(step: Step): Promise<string>;
  read(step: Step): Promise<string>;
  /** The reply as text. */
  answer(output: unknown): string;
};

/** Goes through the steps of a call. @returns the reply */
export async function talkThrough(
  handler: Talking,
  { talk, change, changeAgain, read, answer }: Ground,
): Promise<string> {
  const { unchanged } = handler;
  const prepare: Step = async (input, context) =>
    JSON.stringify(await handler.before(input, context));
  const prepared = JSON.parse(await (unchanged ? read(prepare) : change(prepare)));
  const told = await talk(() => handler.talk(prepared), unchanged !== undefined);
  const outcome = { prepared, told };
  if (unchanged) {
    const same = await read(async (input, context) => {
      const output = await unchanged(input, context, outcome);
      return output === undefined ? '' : answer(output);
    });
    if (same !== '') return same;
  }
  return changeAgain(async (input, context) => answer(await handler(input, context, outcome)));
}

export type Talks = {
  /**
   * @param key whose turn it is: a family
   * @returns undefined when nothing was heard in time
   * @throws what `talk` throws
   */
  run<T>(key: string, talk: () => Promise<T>): Promise<T | undefined>;
};

const PATIENCE_MS = 20_000;
/** A talk costs little while it waits, and waits at least until its family's last one has ended. */
const PLACES = { quick: 16, slow: 4, waiting: 100, ofOne: 4, waitMs: 25_000 };
/** A family whose server was silent is not waited for again so soon: others need the places. */
const SILENT_MS = 30_000;
const SILENT_MOST = 1_000;

export function newTalks(patienceMs = PATIENCE_MS): Talks {
  const places = newPlaces(PLACES);
  const silent = new Map<string, number>();
  const noteSilence = (key: string) => {
    silent.delete(key);
    silent.set(key, performance.now() + SILENT_MS);
    const [oldest] = silent.keys();
    if (silent.size > SILENT_MOST) silent.delete(oldest as string);
  };
  return {
    run: (key, talk) =>
      new Promise((resolve, reject) => {
        const inPlace = places.run(key, async (place) => {
          if ((silent.get(key) ?? 0) > performance.now()) return resolve(undefined);
          silent.delete(key);
          const answer = talk();
          const heard = await within(patienceMs, answer);
          resolve(heard?.answer);
          if (heard) return;
          noteSilence(key);
          place.noteSlow();
          // The next talk of this key begins when this one has really ended.
          await answer.catch(() => undefined);
        });
        inPlace.catch(reject);
      }),
  };
}

/** Undefined when the time is over. What comes later is not heard. */
async function within<T>(ms: number, answer: Promise<T>): Promise<{ answer: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([answer.then((told) => ({ answer: told })), over]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
