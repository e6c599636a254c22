/**
 * Ends the program in order, at any point of its start: closes what is open, newest first and the
 * database last, leaving no PostgreSQL of ours behind.
 */
import { withTimeout } from '#server/with-timeout.ts';

export type Close = () => Promise<unknown> | unknown;

export type Stopping = {
  /** Aborted when the end begins, to stop a start in progress. */
  readonly signal: AbortSignal;
  /** Registers things to close at the end. */
  add(...closes: Close[]): void;
  /** Closed after everything else, and always awaited. */
  addDatabase(close: Close): void;
  /**
   * Closes everything except the database, and starts again. If starting fails, the program ends.
   */
  again(begin: () => Promise<void>): Promise<void>;
  /** Uses the first caller's exit code. */
  end(exitCode: number): Promise<never>;
};

/** Supervisors kill a program that is slow to stop; the database needs up to 9 s of that time. */
const OTHERS_STOP_MS = 5_500;

export function newStopping(log: (line: string) => void): Stopping {
  const begun = new AbortController();
  const closing: Close[] = [];
  let database: Close = () => undefined;
  let ending: Promise<never> | undefined;
  let beginning: Promise<void> = Promise.resolve();
  const logged = (error: Error) => log(`While stopping: ${error.message}`);
  const closed = (close: Close) => (async () => close())().catch(logged);
  /** Work that waits for a missing database must not keep the rest from ending. */
  const closeOthers = async () => {
    const open = closing.splice(0).reverse();
    const all = (async () => {
      for (const close of open) await closed(close);
    })();
    await withTimeout(OTHERS_STOP_MS, all);
  };
  const endNow = async (exitCode: number): Promise<never> => {
    begun.abort(new Error('The program is asked to end'));
    await closeOthers();
    await closed(database);
    process.exit(exitCode);
  };
  return {
    signal: begun.signal,
    add: (...closes) => void closing.push(...closes),
    addDatabase: (close) => {
      database = close;
    },
    again: (begin) => {
      beginning = beginning.then(async () => {
        if (begun.signal.aborted) return;
        await closeOthers();
        await begin();
      });
      return beginning;
    },
    end: (exitCode) => {
      ending ??= endNow(exitCode);
      return ending;
    },
  };
}
