/**
 * A pool for single statements that outlives its database. When one of its connections breaks or
 * leaves a statement unanswered, the whole pool is replaced: postgres.js 3.4.9 waits up to 20 s
 * before it reconnects, and may hold back what it sends on a reopened connection.
 */

import type { Opened } from './open.ts';
import type { Pool } from './sql.ts';
import { giveUpUnanswered } from './unanswered.ts';

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
    if (answerMs === undefined) return made;
    const asked = current;
    return giveUpUnanswered(made, answerMs, () => {
      if (current === asked) replace();
      asked.giveUp();
    });
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
