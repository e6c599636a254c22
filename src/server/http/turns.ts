/**
 * Takes turns: for each key a few run at a time, the rest queue in order of arrival. The queue is
 * short; when it is full, newcomers are refused at once.
 */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';

/** Ends the turn. Calling it twice has no further effect. */
export type Release = () => void;

export type Turns = {
  /**
   * @param whenGone is called with `leave` if there is a queue; leaving it gives up the turn.
   * @throws Refusal TRY_AGAIN when the queue is full, or after `leave`
   */
  take(key: string, whenGone?: (leave: () => void) => void): Promise<Release>;
  /** One turn for some work; it ends with the work, however that ends. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** The number of running and of waiting turns. */
  count(key: string): { running: number; waiting: number };
};

type Options = {
  readonly atOnce: number;
  readonly waiting: number;
  /** Slows down a key that is never idle: after this many turns, each begins a moment later. */
  readonly pace?: { readonly after: number; readonly ms: number };
};

type Waiter = { begin: () => void };
/** @property turns taken since the key was last idle */
type Line = { running: number; turns: number; readonly waiting: Waiter[] };

export function newTurns({ atOnce, waiting: most, pace }: Options): Turns {
  /** Only keys in use, so the memory can't be filled with names. */
  const lines = new Map<string, Line>();
  const begin = (line: Line, start: () => void) => {
    line.turns += 1;
    if (pace && line.turns > pace.after) setTimeout(start, pace.ms);
    else start();
  };
  const releaseOf = (key: string, line: Line): Release => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = line.waiting.shift();
      if (next) return begin(line, next.begin);
      line.running -= 1;
      if (line.running === 0) lines.delete(key);
    };
  };
  const wait = (key: string, line: Line, whenGone?: (leave: () => void) => void) =>
    new Promise<Release>((resolve, reject) => {
      const waiter: Waiter = { begin: () => resolve(releaseOf(key, line)) };
      line.waiting.push(waiter);
      whenGone?.(() => {
        const place = line.waiting.indexOf(waiter);
        if (place < 0) return;
        line.waiting.splice(place, 1);
        reject(busy());
      });
    });
  const take: Turns['take'] = async (key, whenGone) => {
    const line = lines.get(key) ?? { running: 0, turns: 0, waiting: [] };
    if (line.running < atOnce) {
      line.running += 1;
      lines.set(key, line);
      return new Promise((resolve) => begin(line, () => resolve(releaseOf(key, line))));
    }
    if (line.waiting.length >= most) throw busy();
    return wait(key, line, whenGone);
  };
  return {
    take,
    run: async (key, work) => {
      const release = await take(key);
      try {
        return await work();
      } finally {
        release();
      }
    },
    count: (key) => {
      const { running = 0, waiting = [] } = lines.get(key) ?? {};
      return { running, waiting: waiting.length };
    },
  };
}

const busy = () => new Refusal('TRY_AGAIN', because('BUSY'));
