/** Requests that never end: headers or bodies sent byte by byte, or not at all. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { newServer } from './server.ts';

const HEADERS = 'POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

test.each([
  ['headers that stop', HEADERS],
  ['a body that never comes', `${HEADERS}content-length: 100\r\n\r\n`],
  ['a body that stops', `${HEADERS}content-length: 100\r\n\r\n{"a":`],
  ['a chunked body without an end', `${HEADERS}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`],
])('%s: the connection is closed with 408 (T54)', async (_, sent) => {
  const app = await newServer({
    publicUrl: 'http://localhost',
    trustedProxies: 0,
    logLevel: 'silent',
    inline: { scriptHashes: [], styleHashes: [] },
    arrival: { headersMs: 200, requestMs: 400, lookMs: 100 },
  });
  app.post('/echo', async ({ body }) => ({ body }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(sent);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await app.close();
});
