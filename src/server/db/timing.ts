/**
 * How long statements take, from when they are sent until they are answered, waiting for a
 * connection included. The driver has no hook for the end of a statement, so its class of
 * statements, which all clients share, is given one; which client it was is told by its handler.
 */
import type { Pool } from './database.ts';

/** From here on a statement is slow. */
export const SLOW_STATEMENT_MS = 500;

type Statement = {
  handler: object;
  executed: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  handle(): Promise<void>;
};

const hearers = new WeakMap<object, (ms: number) => void>();
const timed = new WeakSet<object>();

/** `slow` hears of each statement of this client that took SLOW_STATEMENT_MS or more. */
export function hearSlow(client: Pool, slow: (ms: number) => void): void {
  const sample = client`SELECT 1` as unknown as Statement; // it is never sent
  hearers.set(sample.handler, slow);
  const shared = Object.getPrototypeOf(sample) as Statement;
  if (timed.has(shared)) return;
  timed.add(shared);
  const { handle } = shared;
  shared.handle = function (this: Statement) {
    if (!this.executed) measure(this);
    return handle.call(this);
  };
}

function measure(statement: Statement): void {
  const slow = hearers.get(statement.handler);
  if (!slow) return;
  const began = performance.now();
  const { resolve, reject } = statement;
  const over = () => {
    const ms = performance.now() - began;
    if (ms >= SLOW_STATEMENT_MS) slow(ms);
  };
  statement.resolve = (value) => {
    over();
    resolve(value);
  };
  statement.reject = (error) => {
    over();
    reject(error);
  };
}
