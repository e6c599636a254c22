/** Expensive replies: compressed, cached, and limited for visitors without a session. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken, sessionCookie } from '../../src/server/http/actor.ts';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';

let app: TestApp;
let parent: Visitor;
let port: number;
beforeAll(async () => {
  app = await startApp();
  parent = await app.signIn('anna@example.com');
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent, rawPayload } = await app.app.inject({ url, headers });
  return { status: statusCode, headers: sent, bytes: rawPayload };
};

test.each(['/api/docs', '/api/openapi.json', '/api/blog/posts', '/api/blog/posts?content=none'])(
  '%s is sent compressed, and not again to a browser that has it (T54)',
  async (url) => {
    const plain = await get(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(small.bytes).equals(plain.bytes)).toBe(true);
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2);
    const etag = String(small.headers.etag);
    expect(plain.headers.etag).toBe(etag);
    const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  },
);

test('the list of articles changes once an article has been opened (T54 BLOG-14)', async () => {
  const url = '/api/blog/posts?limit=3';
  const before = await get(url);
  const [first] = JSON.parse(String(before.bytes)) as { slug: string; viewCount: number }[];
  expect((await get(url)).headers.etag).toBe(before.headers.etag);
  await app.visitor().send('POST', `/api/blog/posts/${first?.slug}/views`);
  const after = await get(url, { 'if-none-match': String(before.headers.etag) });
  expect(after.status).toBe(200);
  expect(JSON.parse(String(after.bytes))[0].viewCount).toBe((first?.viewCount ?? 0) + 1);
});

const FORGED = sessionCookie('018f0000-0000-7000-8000-000000000000', newToken());
const FILE = '/api/transactions/import-csv/preview';

/** Sends the headers of a call and the beginning of its body, and never the rest. */
async function begin(path: string, session: string | undefined, head: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    ...(session ? [`cookie: __Host-session=${session}`] : []),
    head,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** The status; undefined if the server waits for the rest. */
async function answered(socket: Socket): Promise<number | undefined> {
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  // A reply that doesn't wait would arrive long before these calls are done.
  for (let asked = 0; asked < 20 && text === ''; asked += 1) await parent.get('/api/auth/user');
  socket.destroy();
  return text === '' ? undefined : Number(text.split(' ')[1]);
}

test.each([
  ['a file', FILE, 'content-length: 2000000'],
  ['a file of unknown length', FILE, 'transfer-encoding: chunked'],
  ['what no page sends', FILE, 'content-length: 100000000'],
  ['an ordinary call', '/api/children', 'content-length: 200000'],
  ['an ordinary call of unknown length', '/api/children', 'transfer-encoding: chunked'],
])('nobody without a session sends %s: it is refused unread (T54)', async (_, path, head) => {
  expect(await answered(await begin(path, undefined, head)), 'no cookie').toBe(401);
  expect(await answered(await begin(path, FORGED, head)), 'a forged one').toBe(401);
});

test('a parent’s file is waited for and read (T54)', async () => {
  const session = decodeURIComponent(parent.cookies.get('__Host-session') ?? '');
  const head = 'content-length: 200000';
  expect(await answered(await begin(FILE, session, head))).toBeUndefined();
  const body = { csv: 'x'.repeat(100_000) };
  const reply = await parent.send('POST', FILE, body);
  expect([400, 404]).toContain(reply.status);
});
