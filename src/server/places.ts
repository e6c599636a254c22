/**
 * Shared places for work that waits for somebody else's server: scans, talks, watchers, trials.
 * Each family has one piece of work under way until that has really ended, so nobody holds several
 * places. A family whose server is slow moves out of the way of the others, and begins the next
 * time among its like (docs/decisions/0082-one-place-for-each-family.md).
 */
import { newTurns, type Release, type Turns } from './http/turns.ts';

export type Place = {
  /** Whether its time is over: others shall go first. */
  isOver(): boolean;
  /** Between two steps: returns at once while there is time, and else behind all who wait. */
  rest(): Promise<void>;
  /** The server was silent: next time its family begins among the slow, however short this was. */
  noteSlow(): void;
};

export type Places = {
  /**
   * Runs some work in a place; the next one of this key begins when it has really ended.
   * @throws Refusal TRY_AGAIN when a line is full, or after `waitMs` in line
   */
  run<T>(key: string, work: (place: Place) => Promise<T>): Promise<T>;
};

export type PlaceOptions = {
  /** Places for those whose server was quick the last time, and for the others. */
  readonly quick: number;
  readonly slow: number;
  /** How many wait for a place at most, and how many pieces of work of one key. */
  readonly waiting?: number;
  readonly ofOne?: number;
  /** How long a piece of work waits for its place at most; without it, as long as it takes. */
  readonly waitMs?: number;
  /** Whoever needs longer leaves its quick place to the others, and goes on beside them. */
  readonly asideMs?: number;
  /** Whoever needs longer is slow: it begins in the other lane the next time. */
  readonly quickMs?: number;
  /** Time for each piece of work before the others go first. */
  readonly sliceMs?: number;
};

const ASIDE_MS = 1_000;
const QUICK_MS = 5_000;
const SLICE_MS = 20_000;
/** So much work goes on beside the lanes; more than that stays in its places. */
const MOST_ASIDE = 32;
/** Keys that are remembered as slow; a forgotten one begins among the quick. */
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
    // Nobody waits for work that goes on after its time; only its own family does.
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

/** Gives up the turn once the time is over. */
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
