/**
 * A light load generator: keep-alive connections over plain sockets, one request in flight on each,
 * in a separate process to keep the server's CPU time clean.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** Doesn't sleep between replies: for calls so cheap that waking up would show. */
  staysAwake?: boolean;
  /** Between a reply and the next request. */
  pauseMs?: number;
  /** Whole requests, sent in turn. `{n}` becomes a unique number. */
  requests: readonly string[];
};

export type LoadResult = {
  done: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  statuses: Record<string, number>;
};

export type Loader = { run(load: Load): Promise<LoadResult>; stop(): void };

/** One process serves the whole run; the first requests of each run warm it up. */
export function startLoader(): Loader {
  const file = fileURLToPath(new URL('./load-worker.ts', import.meta.url));
  const child: ChildProcess = fork(file, { stdio: 'inherit' });
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        child.once('message', (result: LoadResult | { error: string }) =>
          'error' in result ? reject(new Error(result.error)) : resolve(result),
        );
        child.send(load);
      }),
    stop: () => child.kill(),
  };
}

export const getRequest = (path: string, cookie?: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    '',
    '',
  ].join('\r\n');

/** @throws unless every reply had this status: a fast error is not a valid figure */
export function expectOnly(status: number, { statuses }: LoadResult): void {
  const others = Object.keys(statuses).filter((one) => one !== String(status));
  if (others.length > 0) throw new Error(`Expected ${status} only: ${JSON.stringify(statuses)}`);
}
