/** Shared places: one per family until its work has ended, with slow ones aside. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newTalks } from './http/talking.ts';
import { newPlaces, type Place } from './places.ts';

const HOUR_MS = 3_600_000;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on demand. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
    await settle();
  };
  return { begun, work, end };
}

test('the next work of a family begins when the last has really ended, whatever room there is (T54)', async () => {
  const places = newPlaces({ quick: 4, slow: 4, asideMs: HOUR_MS, ofOne: 1 });
  const { begun, work, end } = held();
  for (const name of ['a', 'a2']) void places.run('a', work(name));
  await expect(places.run('a', work('a3'))).rejects.toMatchObject({ code: 'TRY_AGAIN' });
  void places.run('b', work('b'));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'a2']);
});

test('work that is slow leaves its place at once, and the next time begins among the slow (T54)', async () => {
  const places = newPlaces({ quick: 1, slow: 1, asideMs: 1, quickMs: 1 });
  const { begun, work, end } = held();
  void places.run('slow', work('slow'));
  void places.run('other', work('other'));
  await expect.poll(() => begun).toEqual(['slow', 'other']);
  // Both took more than a millisecond.
  await sleep(5);
  begun.length = 0;
  await end('slow');
  await end('other');
  void places.run('slow', work('slow again'));
  void places.run('other', work('other again'));
  void places.run('new', work('new'));
  await settle();
  await settle();
  expect(begun).toEqual(['slow again', 'new']);
  await end('slow again');
  expect(begun).toEqual(['slow again', 'new', 'other again']);
});

test('work whose time is over waits behind all others, and goes on with what it has done (T54)', async () => {
  const places = newPlaces({ quick: 1, slow: 1, asideMs: HOUR_MS, sliceMs: 50 });
  const done: string[] = [];
  const slices =
    (name: string, count: number) =>
    async (place: Place): Promise<void> => {
      for (let at = 1; at <= count; at += 1) {
        done.push(`${name} ${at}`);
        await expect.poll(() => place.isOver()).toBe(true);
        await place.rest();
      }
    };
  await Promise.all([
    places.run('long', slices('long', 3)),
    places.run('quick', slices('quick', 1)),
    places.run('third', slices('third', 1)),
  ]);
  expect(done[0]).toBe('long 1');
  expect(done.toSorted()).toEqual(['long 1', 'long 2', 'long 3', 'quick 1', 'third 1']);
});

test('nobody waits for work that goes on after its time, but its own family (T54)', async () => {
  const places = newPlaces({ quick: 1, slow: 1, asideMs: HOUR_MS, sliceMs: 20 });
  const { begun, work, end } = held();
  void places.run('stuck', work('stuck'));
  void places.run('stuck', work('stuck again'));
  await places.run('other', () => Promise.resolve(begun.push('other')));
  expect(begun).toEqual(['stuck', 'other']);
  await end('stuck');
  await expect.poll(() => begun).toEqual(['stuck', 'other', 'stuck again']);
});

test('who waits too long for a place is refused, and gives its turn up (T54)', async () => {
  const places = newPlaces({ quick: 1, slow: 1, asideMs: HOUR_MS, waitMs: 20 });
  const { begun, work, end } = held();
  void places.run('a', work('a'));
  await expect(places.run('b', work('b'))).rejects.toMatchObject({ code: 'TRY_AGAIN' });
  await expect(places.run('a', work('a2'))).rejects.toMatchObject({ code: 'TRY_AGAIN' });
  await end('a');
  await places.run('c', () => Promise.resolve());
  expect(begun).toEqual(['a']);
});

test('work that fails ends its place (T54)', async () => {
  const places = newPlaces({ quick: 1, slow: 1 });
  await expect(places.run('a', () => Promise.reject(new Error('It failed')))).rejects.toThrow(
    'It failed',
  );
  expect(await places.run('a', () => Promise.resolve('next'))).toBe('next');
});

test('ten families whose wallets are silent do not keep another family’s talk waiting (T54)', async () => {
  const talks = newTalks();
  const silent = Array.from({ length: 10 }, (_, at) => {
    const wallet = Promise.withResolvers<void>();
    return { heard: talks.run(`silent ${at}`, () => wallet.promise), wallet };
  });
  await settle();
  expect(await talks.run('quick', () => Promise.resolve('heard'))).toBe('heard');
  for (const { wallet } of silent) wallet.resolve();
  await Promise.all(silent.map(({ heard }) => heard));
});

test('a talk that was answered as unheard holds its family until it has really ended (T54)', async () => {
  const talks = newTalks(20);
  const { begun, work, end } = held();
  expect(await talks.run('a', work('a'))).toBeUndefined();
  const next = talks.run('a', work('next'));
  expect(await talks.run('b', () => Promise.resolve('b'))).toBe('b');
  expect(begun).toEqual(['a']);
  await end('a');
  // Its wallet was silent: it isn't retried so soon.
  expect(await next).toBeUndefined();
});
