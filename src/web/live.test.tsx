/** Live updates in the browser: when the stream opens, and the effects of changes and breaks. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChanges } from './live.ts';

type Opened = EventTarget & { url: string; closed: boolean; close: () => void };

let opened: Opened[];
let asked: number;
let queries: QueryClient;
let end: () => void;

function open(url: string): Opened {
  const source = Object.assign(new EventTarget(), {
    url,
    closed: false,
    close: () => {
      source.closed = true;
    },
  });
  opened.push(source);
  return source;
}
const emit = (what: string) => opened.at(-1)?.dispatchEvent(new Event(what));
const see = (visibility: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  asked = 0;
  queries = new QueryClient();
  queries.invalidateQueries = async () => {
    asked += 1;
  };
  end = followChanges(queries, open);
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the stream is opened once, when the page has settled, and earlier changes are requested (T58)', async () => {
  await pass(1_000);
  expect(opened).toHaveLength(0);
  await pass(3_000);
  expect(opened.map(({ url }) => url)).toEqual(['/api/events']);
  expect(asked).toBe(0);
  emit('open');
  expect(asked).toBe(1);
});

test('a change reloads at once; changes close together are shown together', async () => {
  await pass(4_000);
  emit('open');
  await pass(2_000);
  expect(asked).toBe(1);
  emit('changed');
  expect(asked).toBe(2);
  for (let i = 0; i < 10; i++) emit('changed');
  expect(asked).toBe(2);
  await pass(2_000);
  expect(asked).toBe(3);
});

test('after a break it connects again, later each time, and asks for what was missed', async () => {
  await pass(4_000);
  emit('open');
  emit('error');
  expect(opened[0]?.closed).toBe(true);
  await pass(1_500);
  expect(opened).toHaveLength(2);
  emit('error');
  await pass(1_000);
  expect(opened).toHaveLength(2);
  await pass(2_000);
  expect(opened).toHaveLength(3);
  for (let i = 0; i < 10; i++) {
    emit('error');
    await pass(38_000);
  }
  expect(opened).toHaveLength(13);
  expect(asked).toBe(1);
  emit('open');
  expect(asked).toBe(2);
});

test('a page that stays hidden lets go of its stream, and asks again when it is looked at', async () => {
  await pass(4_000);
  emit('open');
  see('hidden');
  await pass(30_000);
  see('visible');
  await pass(60_000);
  expect([opened.length, opened[0]?.closed]).toEqual([1, false]);
  see('hidden');
  await pass(61_000);
  expect(opened[0]?.closed).toBe(true);
  see('visible');
  await pass(10);
  expect(opened).toHaveLength(2);
  expect(asked).toBe(1);
  emit('open');
  expect(asked).toBe(2);
});

test('who leaves the page lets go of the stream for good', async () => {
  await pass(4_000);
  emit('changed');
  emit('changed');
  end();
  expect(opened[0]?.closed).toBe(true);
  await pass(60_000);
  expect([opened.length, asked]).toEqual([1, 1]);
});
