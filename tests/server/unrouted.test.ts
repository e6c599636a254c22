/** Replies to requests that reach no route have the same form and headers as all others. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** The server's output for these bytes until it closes the connection. */
async function answerTo(bytes: string) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.split(': ')[1]]),
  );
  return { status: Number(line.split(' ')[1]), headers, body };
}

const get = (path: string, headers = 'host: localhost\r\n') =>
  `GET ${path} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`;

test.each([
  ['an address with a broken escape', get('/api/children/%zz'), 400, 'BAD_ADDRESS'],
  [
    'a part of an address beyond all names',
    get(`/api/children/${'a'.repeat(300)}`),
    414,
    'ADDRESS_TOO_LONG',
  ],
  ['a call that there is not', get('/api/nothing'), 404, 'NOT_FOUND'],
  ['a method that there is not', 'BREW /api/children HTTP/1.1\r\n\r\n', 400, 'UNREADABLE_REQUEST'],
  [
    'headers without an end',
    get('/', `host: a\r\nx: ${'y'.repeat(20_000)}\r\n`),
    431,
    'HEADERS_TOO_LONG',
  ],
  ['no host', get('/api/family', ''), 400, 'UNREADABLE_REQUEST'],
  ['no HTTP', 'Hello?\r\n\r\n', 400, 'UNREADABLE_REQUEST'],
])('%s is refused with our headers and in our form (T54 T57)', async (_, bytes, status, reason) => {
  const reply = await answerTo(bytes);
  expect([reply.status, reply.headers]).toMatchObject([
    status,
    {
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    },
  ]);
  const { code, message, ...rest } = JSON.parse(reply.body) as Record<string, unknown>;
  expect([typeof code, typeof message, rest]).toEqual(['string', 'string', { reason }]);
  expect(reply.body).not.toMatch(/%zz|aaa|FST_|HPE_/);
});

test('a request without a Host header is treated as one from another site, in any version of HTTP (T12)', async () => {
  const reply = await answerTo(
    'POST /api/auth/magic-link HTTP/1.0\r\norigin: null\r\ncontent-type: application/json\r\n\r\n',
  );
  expect(reply.status).toBe(403);
});
