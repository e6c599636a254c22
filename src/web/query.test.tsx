/** The fixed numbers of the cache, retries, redirects to sign in, and one key per act. */
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { type Reply, type Sent, serve as serveCalls } from '#tests/web/support.tsx';
import { AppError, AuthenticationError, recordedErrors } from './errors.ts';
import {
  keyOf,
  LOGIN_PATH,
  newQueryClient,
  onError,
  query,
  retryDelay,
  retryMutation,
  retryQuery,
  useCall,
} from './query.ts';

const books = {
  get: endpoint({
    method: 'GET',
    path: '/api/books/{id}',
    access: 'user',
    input: v.strictObject({ id: v.string() }),
    output: v.object({ name: v.string() }),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/books/pay',
    access: 'user',
    input: v.strictObject({ sats: v.number() }),
    output: v.object({ success: v.literal(true) }),
  }),
};

const serve = (replies: Record<string, Reply | readonly Reply[]>) => serveCalls(replies, books);

const MINUTE = 60_000;
const failed = (status: number) => new AppError('no', 'X', status);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a query is not retried on 401, 403 or 404, else 3 times (PLAT-24)', () => {
  for (const status of [401, 403, 404]) expect(retryQuery(0, failed(status))).toBe(false);
  for (const error of [failed(500), failed(409), new TypeError('offline')])
    expect([0, 1, 2, 3].map((failures) => retryQuery(failures, error))).toEqual([
      true,
      true,
      true,
      false,
    ]);
});

test('the delay doubles from 1 s and ends at 30 s (PLAT-25)', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test('a change is not retried on any 4xx, else twice (PLAT-26)', () => {
  for (const status of [400, 401, 403, 404, 409, 422, 429])
    expect(retryMutation(0, failed(status))).toBe(false);
  expect([0, 1, 2].map((failures) => retryMutation(failures, failed(503)))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a failing query is tried 4 times within 7 s (PLAT-24 PLAT-25)', async () => {
  const sent = serve({ 'GET /api/books/7': [500, undefined] });
  const answer = newQueryClient().fetchQuery({
    ...query(books.get, { id: '7' }),
    retry: retryQuery,
  });
  const caught = answer.catch((error: AppError) => error.status);
  await pass(6999);
  expect(sent).toHaveLength(3);
  await pass(1);
  expect(sent).toHaveLength(4);
  expect(await caught).toBe(500);
});

test('stale after 5 minutes, forgotten after 5, no refetch unasked (PLAT-22 PLAT-23 PLAT-27)', () => {
  const { queries } = newQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: 5 * MINUTE,
    gcTime: 5 * MINUTE,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
});

test('a reply that is not shown is forgotten after 5 minutes (PLAT-27)', async () => {
  serve({ 'GET /api/books/7': [200, { name: 'Mia' }] });
  const queries = newQueryClient();
  const { queryKey } = query(books.get, { id: '7' });
  await queries.fetchQuery(query(books.get, { id: '7' }));
  await pass(5 * MINUTE - 1);
  expect(queries.getQueryData(queryKey)).toEqual({ name: 'Mia' });
  await pass(1);
  expect(queries.getQueryData(queryKey)).toBeUndefined();
});

test('a reply is requested again only after 5 minutes (PLAT-22)', async () => {
  const sent = serve({ 'GET /api/books/7': [200, { name: 'Mia' }] });
  const queries = newQueryClient();
  const read = () => queries.fetchQuery(query(books.get, { id: '7' }));
  await read();
  await pass(5 * MINUTE - 1);
  await read();
  expect(sent).toHaveLength(1);
  await pass(1);
  await read();
  expect(sent).toHaveLength(2);
});

test('a default query is a GET on the parts of its key, joined with a slash (PLAT-13)', async () => {
  const sent = serve({ 'GET /api/books/7': [200, { name: 'Mia' }] });
  const answer = await newQueryClient().fetchQuery({ queryKey: ['/api/books', '7'] });
  expect(answer).toEqual({ name: 'Mia' });
  expect(sent[0]?.call).toBe('GET /api/books/7');
  expect(keyOf(books.get, { id: '7' }).join('/')).toBe('/api/books/7');
});

test('a 401 leads to /api/login; nothing else does (PLAT-14)', () => {
  const leave = vi.fn();
  onError(new AuthenticationError('Access denied', 403), leave);
  onError(failed(409), leave);
  expect(leave).not.toHaveBeenCalled();
  onError(new AuthenticationError(), leave);
  expect(leave).toHaveBeenCalledExactlyOnceWith(LOGIN_PATH);
  expect(LOGIN_PATH).toBe('/api/login');
});

test('changes report errors too: a 401 leads away, an unexpected one is recorded (PLAT-14 PLAT-19)', async () => {
  const left = vi.fn();
  vi.stubGlobal('location', { ...location, assign: left });
  serve({ 'POST /api/books/pay': [[401, undefined], 'offline'] });
  const { result } = renderPayment();
  act(() => result.current.run({ sats: 5 }));
  await pass(0);
  expect(left).toHaveBeenCalledExactlyOnceWith('/api/login');
  const before = recordedErrors().length;
  act(() => result.current.run({ sats: 6 }));
  await pass(10_000);
  expect(recordedErrors().slice(before)).toMatchObject([{ message: 'Failed to fetch' }]);
  expect(left).toHaveBeenCalledOnce();
});

test('any other error is recorded and still reaches the caller (PLAT-19)', async () => {
  const before = recordedErrors().length;
  const queries = newQueryClient();
  const broken = { queryKey: ['broken'], queryFn: () => Promise.reject(new Error('odd')) };
  const answer = queries.fetchQuery({ ...broken, retry: false });
  await expect(answer).rejects.toThrow('odd');
  expect(
    recordedErrors()
      .slice(before)
      .map(({ message }) => message),
  ).toEqual(['odd']);
});

test('a change asks again for everything on the screen, and for nothing else (PLAT-20)', async () => {
  const sent = serve({
    'GET /api/books/7': [200, { name: 'Mia' }],
    'GET /api/books/8': [200, { name: 'Ben' }],
    'POST /api/books/pay': [200, { success: true }],
  });
  const queries = newQueryClient();
  const [end7, end8] = ['7', '8'].map((id) =>
    new QueryObserver(queries, query(books.get, { id })).subscribe(() => undefined),
  );
  await pass(0);
  end8?.();
  const { result } = renderPayment(queries);
  act(() => result.current.run({ sats: 5 }));
  await pass(0);
  expect(sent.map(({ call }) => call).slice(2)).toEqual([
    'POST /api/books/pay',
    'GET /api/books/7',
  ]);
  // Loaded again when shown again.
  expect(queries.getQueryState(keyOf(books.get, { id: '8' }))?.isInvalidated).toBe(true);
  end7?.();
});

function renderPayment(queries = newQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useCall(books.pay), { wrapper });
}

const keys = (sent: Sent[]) =>
  sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'));

test('a change that meets a dead line is sent 3 times with one key (PLAT-26)', async () => {
  const sent = serve({ 'POST /api/books/pay': 'offline' });
  const { result } = renderPayment();
  act(() => result.current.run({ sats: 5 }));
  await pass(10_000);
  expect(sent).toHaveLength(3);
  expect(new Set(keys(sent)).size).toBe(1);
});

test('pressing again after a lost reply repeats the same act: the key stays (PLAT-26)', async () => {
  const dead = ['offline', 'offline', 'offline'] as const;
  const sent = serve({ 'POST /api/books/pay': [...dead, [200, { success: true }]] });
  const { result } = renderPayment();
  act(() => result.current.run({ sats: 5 }));
  await pass(10_000);
  act(() => result.current.run({ sats: 5 }));
  await pass(10_000);
  expect(sent).toHaveLength(4);
  expect(new Set(keys(sent)).size).toBe(1);
});

test('a dialog closed and opened again after a lost reply repeats the same act (PLAT-26)', async () => {
  const dead = ['offline', 'offline', 'offline'] as const;
  const sent = serve({ 'POST /api/books/pay': [...dead, [200, { success: true }]] });
  const queries = newQueryClient();
  const first = renderPayment(queries);
  act(() => first.result.current.run({ sats: 5 }));
  await pass(10_000);
  first.unmount();
  const second = renderPayment(queries);
  act(() => second.result.current.run({ sats: 5 }));
  await pass(10_000);
  expect(sent).toHaveLength(4);
  expect(new Set(keys(sent)).size).toBe(1);
});

test('a key expires: a much later press is a new action (PLAT-26)', async () => {
  const sent = serve({ 'POST /api/books/pay': 'offline' });
  const { result } = renderPayment();
  act(() => result.current.run({ sats: 5 }));
  await pass(11 * 60_000);
  act(() => result.current.run({ sats: 5 }));
  await pass(10_000);
  expect(sent).toHaveLength(6);
  expect(new Set(keys(sent)).size).toBe(2);
});

test('a fault of the server is no answer: the key stays (PLAT-26)', async () => {
  const sent = serve({ 'POST /api/books/pay': [500, { message: 'Crash', code: 'INTERNAL' }] });
  const { result } = renderPayment();
  act(() => result.current.run({ sats: 5 }));
  await pass(10_000);
  act(() => result.current.run({ sats: 5 }));
  await pass(10_000);
  expect(sent).toHaveLength(6);
  expect(new Set(keys(sent)).size).toBe(1);
});

test('after an answer, and for other words, the next press is a new act (PLAT-26)', async () => {
  const sent = serve({
    'POST /api/books/pay': [
      [409, { message: 'Too much', code: 'CONFLICT' }],
      [200, { success: true }],
    ],
  });
  const { result } = renderPayment();
  act(() => result.current.run({ sats: 5 }));
  await pass(0);
  act(() => result.current.run({ sats: 5 }));
  await pass(0);
  act(() => result.current.run({ sats: 6 }));
  await pass(0);
  expect(new Set(keys(sent)).size).toBe(3);
});
