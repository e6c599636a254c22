/** Turns, with callers coming, ending, failing and leaving. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTurns, type Release } from './turns.ts';

const AT_ONCE = 2;
const WAITING = 3;

const step = fc.record({
  does: fc.constantFrom('come', 'come', 'end', 'leave'),
  key: fc.constantFrom('a', 'b'),
  which: fc.nat(20),
});

/** A caller, and its progress. */
type Caller = {
  key: string;
  state: 'waiting' | 'running' | 'refused' | 'over';
  release?: Release;
  leave?: () => void;
};

/** Lets ready promises go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('never more than allowed, in the order of coming, and no turn is lost (T54)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const turns = newTurns({ atOnce: AT_ONCE, waiting: WAITING });
      const callers: Caller[] = [];
      const those = (key: string, state: Caller['state']) =>
        callers.filter((one) => one.key === key && one.state === state);
      const come = (key: string) => {
        const caller: Caller = { key, state: 'waiting' };
        callers.push(caller);
        const whenGone = (leave: () => void) => {
          caller.leave = leave;
        };
        turns.take(key, whenGone).then(
          (release) => Object.assign(caller, { state: 'running', release }),
          () => Object.assign(caller, { state: 'refused' }),
        );
      };
      const end = (key: string, which: number) => {
        const running = those(key, 'running');
        const one = running[which % running.length];
        one?.release?.();
        one?.release?.(); // idempotent
        if (one) one.state = 'over';
      };
      const leave = (key: string, which: number) => {
        const waiting = those(key, 'waiting');
        waiting[which % waiting.length]?.leave?.();
      };
      const does = { come, end, leave };
      for (const { does: what, key, which } of steps) {
        const [first] = those(key, 'waiting');
        const isFull = those(key, 'waiting').length === WAITING;
        does[what as keyof typeof does](key, which);
        await settle();
        expect(turns.count(key)).toEqual({
          running: those(key, 'running').length,
          waiting: those(key, 'waiting').length,
        });
        expect(those(key, 'running').length).toBeLessThanOrEqual(AT_ONCE);
        expect(those(key, 'waiting').length).toBeLessThanOrEqual(WAITING);
        // No waiting while there is room.
        if (those(key, 'running').length < AT_ONCE) expect(those(key, 'waiting')).toEqual([]);
        if (what === 'come') expect(callers.at(-1)?.state === 'refused').toBe(isFull);
        if (what === 'end' && first) expect(first.state).toBe('running');
      }
      while (callers.some(({ state }) => state === 'running')) {
        for (const key of ['a', 'b']) end(key, 0);
        await settle();
      }
      expect(callers.some(({ state }) => state === 'waiting')).toBe(false);
      for (const key of ['a', 'b']) expect(turns.count(key)).toEqual({ running: 0, waiting: 0 });
    }),
  );
});

test('work that throws ends its turn (T54)', async () => {
  const turns = newTurns({ atOnce: 1, waiting: 1 });
  const failing = turns.run('a', () => Promise.reject(new Error('It failed')));
  const next = turns.run('a', () => Promise.resolve('next'));
  await expect(turns.run('a', () => Promise.resolve('late'))).rejects.toMatchObject({
    code: 'TRY_AGAIN',
  });
  await expect(failing).rejects.toThrow('It failed');
  expect(await next).toBe('next');
  expect(turns.count('a')).toEqual({ running: 0, waiting: 0 });
});

test('a key that is never idle goes slower, and the others do not (T54)', async () => {
  const turns = newTurns({ atOnce: 1, waiting: 9, pace: { after: 2, ms: 60_000 } });
  const begun: string[] = [];
  const come = async (key: string, name: string) => {
    const release = await turns.take(key);
    begun.push(name);
    return release;
  };
  const [first, second] = [come('a', 'first'), come('a', 'second')];
  void come('a', 'third');
  (await first)();
  (await second)();
  await settle();
  (await come('b', 'other'))();
  expect(begun).toEqual(['first', 'second', 'other']);
  expect(turns.count('a')).toEqual({ running: 1, waiting: 0 });
});
