/**
 * Shared places for work that waits for outside servers: scans, talks, watchers, trials. A family's
 * next piece of work starts only once the previous one has really ended, so no family holds several
 * places. If its server is slow, it moves out of the way and starts in the slow lane next time
 * (docs/decisions/0082-one-place-for-each-family.md).
 */
import { newTurns, type Release, type Turns } from './http/turns.ts';

export type Place = {
  /** True once its time slice is used up and others should go first. */
  isOver(): boolean;
  /**
   * Call between two steps: returns at once while there is time, otherwise after everyone in the
   * queue.
   */
  rest(): Promise<void>;
  /** Marks the server as silent: its family starts in the slow lane next time. */
  noteSlow(): void;
};

export type Places = {
  /**
   * Runs some work in a place; the key's next work begins once this has really ended.
   * @throws Refusal TRY_AGAIN if a queue is full, or after `waitMs` in it
   */
  run<T>(key: string, work: (place: Place) => Promise<T>): Promise<T>;
};

export type PlaceOptions = {
  /** Places for families whose server was quick last time, and for the others. */
  readonly quick: number;
  readonly slow: number;
  /** How many may wait for a place, and how many pieces of work of one key. */
  readonly waiting?: number;
  readonly ofOne?: number;
  /** How long work may wait for a place; no limit if undefined. */
  readonly waitMs?: number;
  /** Work that takes longer gives up its quick place and continues alongside. */
  readonly asideMs?: number;
  /** Work that takes longer marks its key as slow: it starts in the other lane next time. */
  readonly quickMs?: number;
  /** How long work may run before others go first. */
  readonly sliceMs?: number;
};

const ASIDE_MS = 1_000;
const QUICK_MS = 5_000;
const SLICE_MS = 20_000;
/** How much work may continue alongside the lanes; beyond that, work stays in its place. */
const MOST_ASIDE = 32;
/** Keys remembered as slow; a forgotten one starts among the quick. */
const REMEMBERED = 10_000;
const ALL = 'all';

type Line = { readonly lane: Turns; readonly isQuick: boolean };
type Sitting = { readonly since: number; readonly release: Release };

export function newPlaces(options: PlaceOptions): Places {
  const { waiting = Number.POSITIVE_INFINITY, ofOne = Number.POSITIVE_INFINITY } = options;
  const { asideMs = ASIDE_MS, quickMs = QUICK_MS, sliceMs = SLICE_MS } = options;
  const keys = newTurns({ atOnce: 1, waiting: ofOne });
  const quick: Line = { lane: newTurns({ atOnce: options.quick, waiting }), isQuick: true };
  const slow: Line = { lane: newTurns({ atOnce: options.slow, waiting }), isQuick: false };
  const known = newSlowKeys();
  let aside = 0;

  const sit = async ({ lane, isQuick }: Line, whenGone: WhenGone): Promise<Sitting> => {
    let free = await lane.take(ALL, whenGone);
    const since = performance.now();
    const stepAside = () => {
      if (!isQuick || aside >= MOST_ASIDE) return;
      clearInterval(late);
      free();
      aside += 1;
      free = once(() => {
        aside -= 1;
      });
    };
    const late = setInterval(stepAside, asideMs).unref();
    const release = () => {
      clearInterval(late);
      clearTimeout(end);
      free();
    };
    // Work that runs past its time holds up only its own family.
    const end = setTimeout(release, sliceMs).unref();
    return { since, release };
  };

  const inPlace = async <T>(key: string, whenGone: WhenGone, work: Work<T>): Promise<T> => {
    let sitting = await sit(known.has(key) ? slow : quick, whenGone);
    let isSlow = false;
    const took = () => performance.now() - sitting.since;
    const noteSlow = () => {
      isSlow = true;
    };
    const rest = async () => {
      if (took() < sliceMs) return;
      sitting.release();
      sitting = await sit(slow, undefined);
    };
    try {
      return await work({ isOver: () => took() >= sliceMs, rest, noteSlow });
    } finally {
      sitting.release();
      known.note(key, isSlow || took() >= quickMs);
    }
  };

  return {
    run: async (key, work) => {
      const whenGone = afterMs(options.waitMs);
      const end = await keys.take(key, whenGone);
      try {
        return await inPlace(key, whenGone, work);
      } finally {
        end();
      }
    },
  };
}

type Work<T> = (place: Place) => Promise<T>;
type WhenGone = ((leave: () => void) => void) | undefined;

/** Gives up the turn once the time is up. */
function afterMs(ms: number | undefined): WhenGone {
  if (ms === undefined) return undefined;
  const over = AbortSignal.timeout(ms);
  return (leave) => {
    if (over.aborted) leave();
    else over.addEventListener('abort', leave);
  };
}

function newSlowKeys() {
  const slow = new Set<string>();
  return {
    has: (key: string): boolean => slow.has(key),
    note: (key: string, isSlow: boolean): void => {
      slow.delete(key);
      if (isSlow) slow.add(key);
      const [oldest] = slow;
      if (slow.size > REMEMBERED) slow.delete(oldest as string);
    },
  };
}

function once(act: () => void): Release {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
