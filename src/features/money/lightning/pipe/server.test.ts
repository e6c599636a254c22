/** The relay pipe: permitted people and relays, number, volume and duration. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { relayPipe } from '#core/lightning/relay-pipe.ts';
import { PUBLIC_URL, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { until } from '../../../../../testkit/chain/until.ts';
import { PIPE_LIMITS } from './server.ts';

/** Echoes its input. */
const echo = new WebSocketServer({ port: 0, host: '127.0.0.1' });
echo.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;

let app: TestApp;
let relay: string;
beforeAll(async () => {
  relay = `ws://127.0.0.1:${portOf(echo)}/`;
  const chain = { network: 'regtest', server: undefined, hosts: ['127.0.0.1'] } as const;
  app = await startApp({ chain });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  for (const socket of echo.clients) socket.terminate();
  echo.close();
});

const base64 = (length: number) => Buffer.alloc(length, 1).toString('base64');
const payload = { encryptedData: base64(60), iv: base64(12), salt: base64(16) };

/** A parent with an encrypted wallet on this relay. */
async function newParent(name: string, relays = [relay]): Promise<Visitor> {
  const parent = await app.signIn(`${name}@example.com`);
  const spending = { provider: 'coinos', relays };
  const body = { encryptedSecrets: payload, hasWallet: true, spending };
  const saved = await parent.send('POST', '/api/wallet/configure-encrypted', body);
  if (saved.status !== 200) throw new Error(saved.text);
  return parent;
}

type Tried = { status: number; socket: WebSocket; heard: string[]; code: () => number | undefined };

const connections = () =>
  new Promise<number>((resolve) => app.app.server.getConnections((_, count) => resolve(count)));

/** Like a browser. `status` is 101 if it is open. */
async function dial(who: Visitor, to = relay, headers: object = {}): Promise<Tried> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(app.app.server)}${relayPipe(to)}`, {
    headers: { origin: PUBLIC_URL, cookie, ...headers },
  });
  const heard: string[] = [];
  let code: number | undefined;
  socket.on('message', (data) => heard.push(String(data)));
  socket.on('close', (closed) => {
    code = closed;
  });
  const status = await new Promise<number>((resolve, reject) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    });
    socket.on('error', reject);
  });
  return { status, socket, heard, code: () => code };
}

const statusOf = async (...wish: Parameters<typeof dial>) => {
  const { status, socket } = await dial(...wish);
  socket.terminate();
  return status;
};

test('a pipe is for the family’s adults, from our own pages, to the family’s relays (T20 T58)', async () => {
  const anna = await newParent('anna');
  const { id } = await addChild(anna);
  const kid = await joinAsChild(app, anna, id, 'mia@example.com');
  const zoe = await app.signIn('zoe@example.com');
  expect(await statusOf(app.visitor())).toBe(401);
  expect(await statusOf(kid)).toBe(403);
  // Another family has named no relay, or others.
  expect(await statusOf(zoe)).toBe(404);
  expect(await statusOf(await newParent('other', ['wss://relay.getalby.com/v1']))).toBe(404);
  for (const url of ['', 'ws://127.0.0.1:1/', `${relay}x`, 'wss://relay.getalby.com/v1'])
    expect(await statusOf(anna, url), url).toBe(404);
  for (const origin of ['https://evil.example', 'null', `${PUBLIC_URL}0`])
    expect(await statusOf(anna, relay, { origin }), origin).toBe(403);
  expect(await statusOf(anna, relay, { 'sec-fetch-site': 'same-site' })).toBe(403);
  const handed = await app.signIn('anna@example.com');
  expect((await handOver(handed, id)).status).toBe(200);
  expect(await statusOf(handed)).toBe(403);
  expect(echo.clients.size).toBe(0);
  // The address is no page, and other addresses open no connection.
  expect((await anna.get(relayPipe(relay))).status).toBe(404);
  expect(await statusOf(anna)).toBe(101);
});

test('an unreachable relay is reported, and takes no place (T20)', async () => {
  const anna = await newParent('anna-away', ['ws://127.0.0.1:1/']);
  for (let tries = 0; tries < 3; tries++)
    expect(await statusOf(anna, 'ws://127.0.0.1:1/')).toBe(502);
});

test('a browser that leaves while the relay is being called leaves no connection behind (T20)', async () => {
  const waiting: (() => void)[] = [];
  let accepted: WebSocket | undefined;
  const slow = createServer().on('upgrade', (request, socket, head) =>
    waiting.push(() =>
      new WebSocketServer({ noServer: true }).handleUpgrade(request, socket, head, (one) => {
        accepted = one;
      }),
    ),
  );
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${portOf(slow)}/`;
  const anna = await newParent('anna-gone', [url]);
  const before = await connections();
  const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const asking = request({
    port: portOf(app.app.server),
    path: relayPipe(url),
    headers: {
      origin: PUBLIC_URL,
      cookie,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  });
  asking.on('error', () => undefined).end();
  await expect.poll(() => waiting.length).toBe(1);
  // Like a phone losing its network: a reset, not a close.
  asking.socket?.resetAndDestroy();
  await expect.poll(connections).toBeLessThanOrEqual(before);
  waiting[0]?.();
  await expect.poll(() => accepted?.readyState).toBe(WebSocket.CLOSED);
  slow.close();
});

test('what one side says the other hears, in order; two pipes a person (T20)', async () => {
  const anna = await newParent('anna-two');
  const tom = await joinAsSpouse(app, anna, 'tom-two@example.com');
  const [first, second] = [await dial(anna), await dial(anna)];
  expect([first.status, second.status]).toEqual([101, 101]);
  expect(await statusOf(anna)).toBe(429);
  const other = await dial(tom);
  expect(other.status).toBe(101);
  const said = Array.from({ length: 20 }, (_, i) => `["EVENT",${'x'.repeat(i * 1_000)}${i}]`);
  for (const text of said) first.socket.send(text);
  await until(() => first.heard.length === said.length);
  expect(first.heard).toEqual(said);
  expect(second.heard).toEqual([]);
  first.socket.close();
  await until(() => echo.clients.size === 2);
  const again = await dial(anna);
  expect(again.status).toBe(101);
  for (const { socket } of [second, other, again]) socket.terminate();
});

test('a frame has 256 KiB at most and is text, and a family has a limit a day (T20)', async () => {
  const anna = await newParent('anna-much');
  const large = await dial(anna);
  large.socket.send('x'.repeat(256 * 1024 + 1));
  await until(() => large.code() !== undefined);
  expect(large.heard).toEqual([]);
  const bytes = await dial(anna);
  bytes.socket.send('text');
  await until(() => bytes.heard.length === 1);
  bytes.socket.send(Buffer.from([1, 2, 3]));
  await until(() => bytes.code() === 1003);
  const { familyId } = (await anna.get('/api/wallet/encrypted-config')).body as {
    familyId: string;
  };
  const counted = await app.db.owner`UPDATE rate_limit SET points = ${PIPE_LIMITS.day.points - 1}
    WHERE key = ${`relay_bytes:${familyId}`}`;
  expect(counted.count).toBe(1);
  const last = await dial(anna);
  last.socket.send('a');
  await until(() => last.heard.length === 1);
  last.socket.send('x'.repeat(20_000));
  await until(() => last.code() === 1013);
  expect(last.heard).toEqual(['a']);
  await until(() => echo.clients.size === 0);
});

test('messages without a word count as well, and so do signs of life (T20 T54)', async () => {
  const anna = await newParent('anna-many');
  const { familyId } = (await anna.get('/api/wallet/encrypted-config')).body as {
    familyId: string;
  };
  const leaveBlocks = (left: number) => app.db.owner`
    UPDATE rate_limit SET points = ${PIPE_LIMITS.day.points - left}
    WHERE key = ${`relay_bytes:${familyId}`}`;
  const first = await dial(anna);
  first.socket.send('hello');
  await until(() => first.heard.length === 1);
  first.socket.terminate();
  await until(() => echo.clients.size === 0);
  for (const send of [
    (socket: WebSocket) => socket.send(''),
    (socket: WebSocket) => socket.ping(),
  ]) {
    await leaveBlocks(2);
    const many = await dial(anna);
    // Two blocks are 32 messages of any length; half of those below arrive before the end.
    for (let sent = 0; sent < 40; sent += 1) send(many.socket);
    many.socket.send('the last word');
    await until(() => many.code() !== undefined || many.heard.includes('the last word'));
    expect(many.code()).toBe(1013);
    expect(many.heard.length).toBeLessThanOrEqual(32);
    await until(() => echo.clients.size === 0);
  }
  await leaveBlocks(1_000);
  const flooded = await dial(anna);
  for (let sent = 0; sent < 74_000; sent += 1) flooded.socket.send('');
  await until(() => flooded.code() === 1013);
});

test.each([
  ['logout', (who: Visitor) => who.send('POST', '/api/auth/logout')],
  ['hand-over', (who: Visitor) => handOver(who)],
  ['removal', undefined],
  ['expiry', undefined],
] as const)('a pipe ends with the person’s %s (T19b T58)', async (what, leave) => {
  const anna = await newParent(`anna-${what}`);
  const tom = await joinAsSpouse(app, anna, `tom-${what}@example.com`);
  const stays = await dial(anna);
  const ends = await dial(tom);
  expect([stays.status, ends.status]).toEqual([101, 101]);
  if (what === 'removal') await anna.send('DELETE', '/api/family/spouse');
  if (what === 'expiry')
    await app.db.owner`UPDATE session SET last_seen_at = '2026-01-01' FROM users
      WHERE users.user_id = session.user_id AND email = ${`tom-${what}@example.com`}`;
  if (leave) expect((await leave(tom)).status).toBeLessThan(300);
  await until(() => ends.code() === 1008);
  expect(stays.code()).toBeUndefined();
  stays.socket.terminate();
  await until(() => echo.clients.size === 0);
});

async function handOver(who: Visitor, childId?: string) {
  await who.send('PUT', '/api/family/pin', { pin: '4711' });
  const id = childId ?? (await addChild(who)).id;
  return who.send('POST', `/api/children/${id}/hand-over`);
}
