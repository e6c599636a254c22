/** A browser's calls, and the result of a refused one. */
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { faultOf } from '#tests/web/contracts.ts';
import { type Reply, serve as serveCalls } from '#tests/web/support.tsx';
import { callApi, fetchJson } from './api.ts';

const things = {
  change: endpoint({
    method: 'POST',
    path: '/api/things/{id}',
    access: 'user',
    input: v.strictObject({ id: v.string(), name: v.string() }),
    output: v.object({ success: v.literal(true) }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/things',
    access: 'user',
    input: v.strictObject({ all: v.optional(v.boolean()) }),
    output: v.array(v.string()),
  }),
};

const serve = (replies: Record<string, Reply>) => serveCalls(replies, things);

afterEach(() => vi.unstubAllGlobals());

test('the error of a failed response is status, colon, body (PLAT-12)', async () => {
  serve({ 'GET /api/things': [409, { message: 'No', code: 'CONFLICT' }] });
  const error = await callApi(things.find, {}).catch((thrown: Error) => thrown.message);
  expect(error).toBe('409: {"message":"No","code":"CONFLICT"}');
});

test('without a body the error names the status text (PLAT-12)', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(null, { status: 502, statusText: 'Bad Gateway' }),
  );
  await expect(callApi(things.find, {})).rejects.toThrow('502: Bad Gateway');
});

test('a change is sent as JSON with cookies and an idempotency key (PLAT-11)', async () => {
  const sent = serve({ 'POST /api/things/7': [200, { success: true }] });
  await callApi(things.change, { id: '7', name: 'Bike' }, 'key-of-this-act');
  const [one] = sent;
  expect(one?.body).toEqual({ name: 'Bike' });
  expect(one?.init.credentials).toBe('include');
  const headers = new Headers(one?.init.headers);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('idempotency-key')).toBe('key-of-this-act');
});

test('a change states the page’s language, which is used for mails to people who sign in', async () => {
  const sent = serve({ 'POST /api/things/7': [200, { success: true }] });
  document.documentElement.lang = 'de';
  await callApi(things.change, { id: '7', name: 'Bike' });
  document.documentElement.lang = 'en';
  await callApi(things.change, { id: '7', name: 'Bike' });
  const said = sent.map(({ init }) => new Headers(init.headers).get('accept-language'));
  expect(said).toEqual(['de', 'en']);
});

test('two acts have two keys', async () => {
  const sent = serve({ 'POST /api/things/7': [200, { success: true }] });
  await callApi(things.change, { id: '7', name: 'Bike' });
  await callApi(things.change, { id: '7', name: 'Bike' });
  const keys = sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
});

test('reading includes cookies and puts its input into the address (PLAT-11)', async () => {
  const sent = serve({ 'GET /api/things': [200, ['Bike']] });
  expect(await callApi(things.find, { all: true })).toEqual(['Bike']);
  expect(sent[0]?.url).toBe('/api/things?all=true');
  expect(sent[0]?.init.credentials).toBe('include');
});

test('an empty reply is undefined, not an error', async () => {
  serve({ 'GET /api/things': [200, undefined] });
  expect(await fetchJson('/api/things')).toBeUndefined();
});

test('a faked reply that the server could not send is found', () => {
  const fault = (call: string, status: number, body: unknown) =>
    faultOf(call, [status, body], [things]);
  expect(fault('GET /api/nothing', 200, [])).toBe('No contract names GET /api/nothing');
  expect(fault('GET /api/things', 200, [7])).toContain('200 from GET /api/things: 0: ');
  expect(fault('GET /api/things', 404, {})).toContain('message');
  expect(fault('GET /api/things', 404, { message: 'No', code: 'CONFLICT' })).toContain('code');
  expect(fault('POST /api/things/7', 200, { success: true, more: 1 })).toContain('more than its');
  expect(fault('POST /api/things/7', 200, { success: true })).toBeUndefined();
  expect(fault('GET /api/things', 404, { message: 'No', code: 'NOT_FOUND' })).toBeUndefined();
});
