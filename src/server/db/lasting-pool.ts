/**
 * A pool for single statements that outlives its database. When one of its connections breaks or
 * leaves a statement unanswered, the whole pool is replaced: postgres.js 3.4.9 waits up to 20 s
 * before it reconnects, and may hold back what it sends on a reopened connection.
 */
import { ConnectionLost } from './clients.ts';
import type { Pool } from './database.ts';
import type { Opened } from './open.ts';

/**
 * @param open makes a pool, and calls `lost` for each of its connections that closes.
 * @param answerMs how long a statement may stay unanswered; without a limit if undefined
 */
export function lastingPool(open: (lost: () => void) => Opened, answerMs?: number): Pool {
  let isEnding = false;
  const make = (): Opened => {
    const made = open(() => {
      if (current === made) replace();
    });
    return made;
  };
  let current = make();
  const replace = () => {
    if (isEnding) return;
    void current.sql.end({ timeout: 5 });
    current = make();
  };
  const watch = <Q>(made: Q): Q => {
    if (answerMs !== undefined && made instanceof Promise) {
      const asked = current;
      giveUpUnanswered(made, answerMs, () => {
        if (current === asked) replace();
        asked.giveUp();
      });
    }
    return made;
  };
  const { sql } = current;
  return new Proxy(sql, {
    apply: (_, self, values) => watch(Reflect.apply(current.sql as never, self, values)),
    get: (_, name) => {
      if (name === 'unsafe')
        return (...given: Parameters<Pool['unsafe']>) => watch(current.sql.unsafe(...given));
      if (name === 'end')
        return (options?: { timeout?: number }) => {
          isEnding = true;
          return current.sql.end(options);
        };
      return Reflect.get(current.sql, name);
    },
  });
}

/** The driver's view of a statement; it is sent when first awaited. */
type Asked = { readonly executed: boolean; reject(error: Error): void };

function giveUpUnanswered(query: Promise<unknown>, ms: number, giveUp: () => void): void {
  let isAnswered = false;
  const timer = setTimeout(() => {
    // First read what arrived while the program was busy.
    setImmediate(() => {
      const asked = query as unknown as Asked;
      if (isAnswered || !asked.executed) return;
      giveUp();
      asked.reject(new ConnectionLost());
    });
  }, ms);
  const answered = () => {
    isAnswered = true;
    clearTimeout(timer);
  };
  // The driver's own `then` would send it, but a fragment of another statement is never sent alone.
  Promise.prototype.then.call(query, answered, answered);
}
