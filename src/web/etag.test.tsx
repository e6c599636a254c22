/** A call with an ETag is repeated with it; an unchanged body isn't sent again. */
import { QueryObserver } from '@tanstack/react-query';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { newQueryClient, query } from './query.ts';

const books = {
  list: endpoint({
    method: 'GET',
    path: '/api/books',
    access: 'member',
    etag: true,
    input: v.strictObject({}),
    output: v.array(v.string()),
  }),
};
const list = query(books.list, {});

afterEach(() => vi.unstubAllGlobals());

/** A server whose book has an ETag. @returns the requests. */
function serveBook(book: { body: string[]; etag: string }) {
  const asked: { etag: string | null; cache: string | undefined; status: number }[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const etag = new Headers(init.headers).get('if-none-match');
    const status = etag === book.etag ? 304 : 200;
    asked.push({ etag, cache: init.cache, status });
    const body = status === 304 ? null : JSON.stringify(book.body);
    return new Response(body, { status, headers: { etag: book.etag } });
  });
  return asked;
}

test('a 304 shows what is cached; a change is shown', async () => {
  const book = { body: ['A'], etag: 'W/"1"' };
  const asked = serveBook(book);
  const queries = newQueryClient();
  const ask = () => queries.fetchQuery({ ...list, staleTime: 0 });
  expect(await ask()).toEqual(['A']);
  const shown = queries.getQueryData(list.queryKey);
  expect(await ask()).toBe(shown);
  Object.assign(book, { body: ['A', 'B'], etag: 'W/"2"' });
  expect(await ask()).toEqual(['A', 'B']);
  expect(await ask()).toEqual(['A', 'B']);
  expect(asked.map(({ etag, status }) => [etag, status])).toEqual([
    [null, 200],
    ['W/"1"', 304],
    ['W/"1"', 200],
    ['W/"2"', 304],
  ]);
  expect(new Set(asked.map(({ cache }) => cache))).toEqual(new Set(['no-store']));
});

test('a cache that was emptied holds no ETag, also of a reply that was under way', async () => {
  const asked = serveBook({ body: ['A'], etag: 'W/"1"' });
  const queries = newQueryClient();
  const watching = new QueryObserver(queries, list).subscribe(() => undefined);
  watching();
  queries.clear();
  await vi.waitUntil(() => asked.length === 1);
  await queries.fetchQuery(list);
  queries.clear();
  await queries.fetchQuery(list);
  expect(asked.map(({ etag }) => etag)).toEqual([null, null, null]);
});
