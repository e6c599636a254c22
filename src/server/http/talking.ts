/**
 * Calls that wait for an outside server. Nothing waits for it inside a transaction: `prepare`
 * commits the intent, `talk` sends the request, `settle` records the result (docs/decisions/0055).
 */

import { newPlaces } from '../places.ts';
import { withTimeout } from '../with-timeout.ts';
import type { FamilyContext } from './context.ts';

export type Talk<I, P, T, O> = {
  /**
   * In the first transaction, once per Idempotency-Key: a repeated key gets the result of the first
   * call. It is stored as JSON, so it holds ids but no secrets.
   */
  readonly prepare: (input: I, context: FamilyContext) => Promise<P>;
  /** Outside any transaction. It may be called again with the same ids. */
  readonly talk: (prepared: P) => Promise<T>;
  /**
   * In the second transaction, if the caller may still make the call. `result` is undefined if no
   * answer came in time; then a job takes over.
   */
  readonly settle: (
    input: I,
    context: FamilyContext,
    outcome: { prepared: P; result: T | undefined },
  ) => Promise<O>;
};

/** Makes the handler for such a call, to pass to `mount`. */
export const talkedBy = <I, P, T, O>({ prepare, talk, settle }: Talk<I, P, T, O>) =>
  Object.assign(settle, { before: prepare, talk });

/**
 * A call that is repeated often and mostly finds nothing new. Its `prepare` only reads, and nothing
 * is stored under its Idempotency-Key, so it is safe to repeat any number of times.
 */
export type Look<I, P, T, O> = Talk<I, P, T, O> & {
  /**
   * The reply if there is nothing to write, in a read-only transaction: the family's revision stays
   * the same, and no open page refetches. Undefined if `settle` has something to write.
   */
  readonly unchanged: (
    input: I,
    context: FamilyContext,
    outcome: { prepared: P; result: T | undefined },
  ) => Promise<O | undefined>;
};

/** Makes the handler for such a look, to pass to `mount`. */
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

/** A step of a call that talks, in its own transaction. */
export type Step = (input: unknown, context: FamilyContext) => Promise<string>;

/** Runs the steps of one call in their transactions. */
export type TalkContext = {
  /** @param isLook for polling calls, which must not hold up the family's other talks */
  talk<T>(ask: () => Promise<T>, isLook: boolean): Promise<T | undefined>;
  /** The first change stores its result under the Idempotency-Key; a repeat gets that. */
  change(step: Step): Promise<string>;
  changeAgain(step: Step): Promise<string>;
  read(step: Step): Promise<string>;
  /** The reply as text. */
  answer(output: unknown): string;
};

/** Runs the steps of a call. @returns the reply */
export async function talkThrough(
  handler: Talking,
  { talk, change, changeAgain, read, answer }: TalkContext,
): Promise<string> {
  const { unchanged } = handler;
  const prepare: Step = async (input, context) =>
    JSON.stringify(await handler.before(input, context));
  const prepared = JSON.parse(await (unchanged ? read(prepare) : change(prepare)));
  const result = await talk(() => handler.talk(prepared), unchanged !== undefined);
  const outcome = { prepared, result };
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
   * @param key the family whose turn it is
   * @returns undefined if no answer came in time
   * @throws any error of `talk`
   */
  run<T>(key: string, talk: () => Promise<T>): Promise<T | undefined>;
};

const PATIENCE_MS = 20_000;
/** A waiting talk costs little, and it waits at least until its family's previous one has ended. */
const PLACES = { quick: 16, slow: 4, waiting: 100, ofOne: 4, waitMs: 25_000 };
/** After a silent server, its family's talks are limited for a while: others need the places. */
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
          const heard = await withTimeout(patienceMs, answer);
          resolve(heard?.result);
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
