/** Whether the server is reachable: by the browser, and by the calls. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#tests/web/support.tsx';
import { AppError } from '#web/errors.ts';
import { newQueryClient } from '#web/query.ts';
import { followNetwork } from './network.ts';
import { Notes } from './notes.tsx';
import { resetState } from './state.ts';

let end: () => void = () => undefined;
afterEach(() => {
  end();
  resetState();
  vi.useRealTimers();
});

const begin = (reach: () => Promise<unknown> = () => new Promise(() => undefined)) => {
  const queries = newQueryClient();
  end = followNetwork(queries, { reach, askAgainMs: 1_000 });
  show(<Notes />);
  return queries;
};
const ask = (queries: ReturnType<typeof newQueryClient>, answer: () => Promise<unknown>) =>
  act(() =>
    queries
      .fetchQuery({ queryKey: ['one'], queryFn: answer, retry: false, staleTime: 0 })
      .catch(() => undefined),
  );
const isOffline = () => screen.queryByText('You are offline.') !== null;

test('a refusal is a reply: nobody is offline because of it', async () => {
  const queries = begin();
  await ask(queries, () => Promise.reject(new AppError('no', 'TRY_AGAIN', 503)));
  expect(isOffline()).toBe(false);
});

test('a call that never arrived means offline, whatever the browser says; a reply means back online', async () => {
  const queries = begin();
  expect(navigator.onLine).toBe(true);
  await ask(queries, () => Promise.reject(new TypeError('Failed to fetch')));
  expect(isOffline()).toBe(true);
  act(() => void queries.setQueryData(['kept here'], 1));
  expect(isOffline()).toBe(true);
  await ask(queries, () => Promise.resolve(1));
  expect(isOffline()).toBe(false);
});

test('while offline the server is tried now and then, and then everything shown is loaded again', async () => {
  vi.useFakeTimers();
  let away = true;
  const reach = vi.fn(() => (away ? Promise.reject(new TypeError('no')) : Promise.resolve()));
  const queries = begin(reach);
  const anew = vi.spyOn(queries, 'invalidateQueries');
  act(() => void window.dispatchEvent(new Event('offline')));
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect([reach.mock.calls.length, isOffline()]).toEqual([2, true]);
  expect(anew).not.toHaveBeenCalled();
  away = false;
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([isOffline(), anew.mock.calls.length]).toEqual([false, 1]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(reach).toHaveBeenCalledTimes(3);
});
