/**
 * Restarts the embedded PostgreSQL if it dies (killed, out of memory). If it keeps dying, we give
 * up and leave it to the program's own supervisor.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { stopPostmaster } from './embedded-postmaster.ts';

/** A running PostgreSQL, started by us or adopted. */
export type Running = { pid: number; isGone: () => Promise<boolean>; describeEnd: () => string };

export type Supervision = {
  /** Starts the server again; fails early once `stopping` is aborted. */
  restart: (stopping: AbortSignal) => Promise<Running>;
  log: (line: string) => void;
  /** Called once, with a one-line reason, when the server cannot be restarted any more. */
  giveUp: (why: string) => void;
};

/** Interval of the checks that the server is alive; an adopted one is not our child process. */
const LOOK_MS = 500;
const MOST_RESTARTS = 3;
const WITHIN_MS = 60_000;

/** @returns a function that ends the supervision and the server, even during a restart */
export function supervise(first: Running, { restart, log, giveUp }: Supervision) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Running | undefined = first;
  const restarts: number[] = [];
  const watch = async () => {
    while (!signal.aborted) {
      if (running && !(await running.isGone())) {
        await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
        continue;
      }
      const end = running?.describeEnd() ?? 'it did not start';
      running = undefined;
      const now = performance.now();
      while (restarts[0] !== undefined && now - restarts[0] > WITHIN_MS) restarts.shift();
      if (restarts.length === MOST_RESTARTS)
        return giveUp(`PostgreSQL ended ${MOST_RESTARTS + 1} times within a minute (${end})`);
      restarts.push(now);
      log(`PostgreSQL ended by itself (${end}); starting it again`);
      running = await restart(signal).catch((error: Error) => {
        if (!signal.aborted) log(error.message);
        return undefined;
      });
      if (running) log('PostgreSQL is ready again');
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      if (running && !(await running.isGone())) await stopPostmaster(running.pid, running.isGone);
    },
  };
}
