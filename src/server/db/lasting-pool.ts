/**
 * A pool for single statements that outlives its database. When one of its connections breaks, or
 * leaves a statement unanswered, the whole pool is replaced: postgres.js 3.4.9 waits up to 20 s
 * before it connects again, and may hold back what it sends on a connection that it has reopened.
 */
import { ConnectionLost } from './clients.ts';
import type { Pool } from './database.ts';
import type { Opened } from './open.ts';

/**
 * @param open makes a pool, and calls `lost` for each of its connections that closes.
 * @param answerMs how long a statement may stay unanswered; without it, for ever.
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

/** What the driver knows of a statement; it is sent when somebody first waits for it. */
type Asked = { readonly executed: boolean; reject(error: Error): void };

function giveUpUnanswered(query: Promise<unknown>, ms: number, giveUp: () => void): void {
  let isAnswered = false;
  const timer = setTimeout(() => {
    // What arrived while the program was busy is read first.
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
  // The driver's own `then` would send it; a part of another statement is never sent by itself.
  Promise.prototype.then.call(query, answered, answered);
}
