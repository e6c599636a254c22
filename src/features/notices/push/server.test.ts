/** Push messages from the change that causes them to our own test push service. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyPayDays } from '#features/pocket/allowances/pay-day-push.ts';
import type { Push } from '#server/queue.ts';
import { startApp, type TestApp, VAPID, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, record } from '#tests/support/family.ts';
import { deliverPush } from './send.ts';

type Arrived = { path: string; headers: IncomingHttpHeaders; body: Buffer };
const arrived: Arrived[] = [];
let answer = 201;
const service = createServer(async (request, reply) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  arrived.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
  reply.writeHead(answer).end();
});

/** A Wednesday; families here live in UTC. */
const NOON = '2026-11-18T12:00:00Z';

let app: TestApp;
let families = 0;
let anna: Visitor;
let kid: Visitor;
let mia: string;
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  app = await startApp({ at: NOON });
});
/** A new family for each test. */
beforeEach(async () => {
  app.clock.now = new Date(NOON);
  families += 1;
  anna = await app.signIn(`anna${families}@example.com`);
  mia = (await addChild(anna, { allowanceDay: 2 })).id;
  await record(anna, mia, 'bonus', '0.001');
  kid = await joinAsChild(app, anna, mia, `mia${families}@example.com`);
  await queued();
});
afterAll(async () => {
  await app.close();
  service.close();
});

/** A browser's secrets, and the public part. */
function aDevice(path: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const secret = randomBytes(16);
  const { port } = service.address() as AddressInfo;
  const told = {
    endpoint: `http://localhost:${port}${path}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: secret.toString('base64url'),
  };
  return { keys, secret, told };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291 and RFC 8188, as a browser reads it. */
function open({ keys, secret }: ReturnType<typeof aDevice>, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const key = derive(keys.computeSecret(sender), secret, info, 32);
  const cek = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(key, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', cek, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

type Queued = { data: Push; startAfter: Date };
let seen = 0;
/** Jobs queued since the last look. */
async function queued(): Promise<Queued[]> {
  const all = await app.db.owner<Queued[]>`
    SELECT data, start_after FROM pgboss.job WHERE name = 'push' ORDER BY created_on, id`;
  const fresh = all.slice(seen);
  seen = all.length;
  return fresh;
}
const sender = () => ({
  owner: app.db.owner,
  keys: VAPID,
  contact: 'mailto:satling@localhost',
  rules: app.services.push.rules,
  clock: () => app.clock.now,
});
const deliver = ({ data }: Queued) => deliverPush(sender(), data);
const subscribe = (who: Visitor, device: ReturnType<typeof aDevice>) =>
  who.send('PUT', '/api/push', device.told);
const ask = (who: Visitor) => {
  const body = { childId: mia, amount: '0.0001', reason: 'Football boots' };
  return who.send('POST', '/api/withdrawal-requests', body);
};
const receivesPush = async (who: Visitor) =>
  ((await who.get('/api/push')).body as { subscribed: boolean }).subscribed;

test('only known push services are used; without consent nobody is notified (T20)', async () => {
  for (const endpoint of [
    'https://evil.example.org/a',
    'https://169.254.169.254/latest',
    'https://me@push.example.com.evil.org/',
    'file:///etc/passwd',
  ]) {
    const reply = await anna.send('PUT', '/api/push', { ...aDevice('/').told, endpoint });
    expect([reply.status, endpoint]).toEqual([400, endpoint]);
  }
  expect(await receivesPush(anna)).toBe(false);
  await ask(kid);
  expect(await queued()).toEqual([]);
});

test('an adult’s device hears that something waits, encrypted for it, and nothing else', async () => {
  const device = aDevice('/anna');
  expect((await subscribe(anna, device)).body).toEqual({ success: true });
  expect(await receivesPush(anna)).toBe(true);
  await ask(kid);
  const [job, ...more] = await queued();
  expect(more).toEqual([]);
  expect(await deliver(job as Queued)).toBe('sent');
  const { path, headers, body } = arrived.at(-1) as Arrived;
  expect(path).toBe('/anna');
  // The message names no language: the device has its own texts.
  expect(JSON.parse(open(device, body))).toEqual({ kind: 'waits' });
  expect(() => open(aDevice('/other'), body)).toThrow();
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', topic: 'waits' });
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(VAPID.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { port } = service.address() as AddressInfo;
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(said).toMatchObject({ aud: `http://localhost:${port}` });
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const;
  const publicKey = createPublicKey({ key: jwk as never, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const text = Buffer.from(`${head}.${claims}`);
  expect(verify('sha256', text, signed, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('each device is notified in the language its reader has when it is sent', async () => {
  const device = aDevice('/anna');
  await subscribe(anna, device);
  const heard = async () => {
    await ask(kid);
    const [job] = (await queued()) as [Queued];
    return async () => {
      expect(await deliver(job)).toBe('sent');
      return JSON.parse(open(device, (arrived.at(-1) as Arrived).body));
    };
  };
  await anna.send('PUT', '/api/auth/language', { language: 'de' });
  const first = await heard();
  expect(await first()).toEqual({ kind: 'waits', text: 'Etwas wartet auf deine Antwort.' });
  const second = await heard();
  await anna.send('PUT', '/api/auth/language', { language: 'es' });
  expect(await second()).toEqual({ kind: 'waits', text: 'Algo espera tu respuesta.' });
});

test('a child’s device is notified between 08:00 and 20:00, and its push service stores nothing for the night', async () => {
  await subscribe(kid, aDevice('/mia'));
  const id = ((await ask(kid)).body as { id: string }).id;
  await queued();
  app.clock.now = new Date('2026-11-18T22:00:00Z');
  await anna.send('PATCH', `/api/withdrawal-requests/${id}`, { approved: true });
  const [job] = await queued();
  const morning = new Date('2026-11-19T08:00:00Z');
  expect(job).toMatchObject({ data: { kind: 'answered' }, startAfter: morning });
  const before = arrived.length;
  // If it comes too early after all, or is retried at night.
  expect(await deliver(job as Queued)).toEqual({ notBefore: morning });
  expect(arrived.length).toBe(before);
  app.clock.now = new Date('2026-11-19T19:00:00Z');
  expect(await deliver(job as Queued)).toBe('sent');
  expect(arrived.at(-1)).toMatchObject({ path: '/mia', headers: { ttl: '3600' } });
});

test('a busy service is tried again; a device that no longer exists is forgotten', async () => {
  await subscribe(anna, aDevice('/anna'));
  await ask(kid);
  const [job] = (await queued()) as [Queued];
  answer = 503;
  await expect(deliver(job)).rejects.toThrow('A push was not taken: 503');
  expect(await receivesPush(anna)).toBe(true);
  for (const gone of [404, 410]) {
    await subscribe(anna, aDevice('/anna'));
    answer = gone;
    expect(await deliver(job), `${gone}`).toBe('gone');
    answer = 201;
    expect(await receivesPush(anna), `${gone}`).toBe(false);
    expect(await deliver(job), `${gone}`).toBe('nobody');
  }
});

test('a tablet in a child’s hands, and a browser that was signed out, are not notified', async () => {
  const tablet = await app.signIn(`anna${families}@example.com`);
  await tablet.send('PUT', '/api/family/pin', { pin: '2580' });
  await subscribe(tablet, aDevice('/tablet'));
  await ask(kid);
  const [job] = (await queued()) as [Queued];
  await tablet.send('POST', `/api/children/${mia}/hand-over`);
  expect((await subscribe(tablet, aDevice('/tablet'))).status).toBe(403);
  expect(await deliver(job)).toBe('nobody');
  await tablet.send('POST', '/api/family/hand-back', { pin: '2580' });
  expect(await deliver(job)).toBe('sent');
  await tablet.send('POST', '/api/auth/logout');
  expect(await deliver(job)).toBe('nobody');
  const rows = await app.db.owner`SELECT FROM push_subscription WHERE endpoint LIKE '%/tablet'`;
  expect(rows).toEqual([]);
});

test('on pay day each device is notified once, in the daytime: adults while it waits, the child when it is recorded', async () => {
  const run = () => notifyPayDays(app.db.owner, app.services.jobs, app.clock.now);
  const host = await app.signIn('host@example.com');
  const kim = await addChild(host, { name: 'Kim', allowanceDay: 6 });
  const kims = await joinAsChild(app, host, kim.id, 'kim@example.com');
  await subscribe(host, aDevice('/host'));
  await subscribe(kims, aDevice('/kim'));
  for (const time of ['2026-11-20T12:00:00Z', '2026-11-21T07:59:00Z']) {
    app.clock.now = new Date(time);
    await run();
    expect([time, await queued()]).toEqual([time, []]);
  }
  app.clock.now = new Date('2026-11-21T09:00:00Z');
  await run();
  await run();
  const [first, ...others] = (await queued()) as [Queued];
  expect(others).toEqual([]);
  await deliver(first);
  expect(arrived.at(-1)?.path).toBe('/host');
  expect(first.data.kind).toBe('pay-day');
  await host.send('POST', '/api/process-allowances');
  await run();
  await run();
  const [second, ...rest] = (await queued()) as [Queued];
  expect(rest).toEqual([]);
  await deliver(second);
  expect(arrived.at(-1)?.path).toBe('/kim');
});

test('for a closed book, for automatic allowances, and on the day after, nobody is notified that a pay day waits (T59)', async () => {
  app.clock.now = new Date('2026-11-20T12:00:00Z');
  const eva = await app.signIn('eva@example.com');
  const { id } = await addChild(eva, { name: 'Jon', allowanceDay: 6 });
  await subscribe(eva, aDevice('/eva'));
  app.clock.now = new Date('2026-11-21T09:00:00Z');
  const told = async () => {
    await notifyPayDays(app.db.owner, app.services.jobs, app.clock.now);
    return (await queued()).filter(({ data }) => data.kind === 'pay-day').length;
  };
  await eva.send('DELETE', `/api/children/${id}`);
  expect(await told()).toBe(0);
  await eva.send('POST', `/api/children/${id}/restore`);
  await eva.send('PATCH', '/api/family/settings', { payAutomatically: true });
  expect(await told()).toBe(0);
  await eva.send('PATCH', '/api/family/settings', { payAutomatically: false });
  expect(await told()).toBe(1);
  app.clock.now = new Date('2026-11-22T09:00:00Z');
  expect(await told(), 'its day is over').toBe(0);
});

test('on pay day a child is notified of its own allowance, not of a sibling’s', async () => {
  app.clock.now = new Date('2026-11-20T12:00:00Z');
  const uma = await app.signIn('uma@example.com');
  const { id: older } = await addChild(uma, { name: 'Ida', allowanceDay: 6 });
  const { id: younger } = await addChild(uma, { name: 'Ole', allowanceDay: 0 });
  const kids = [await joinAsChild(app, uma, older, 'ida@example.com')];
  kids.push(await joinAsChild(app, uma, younger, 'ole@example.com'));
  for (const [at, one] of kids.entries()) await subscribe(one, aDevice(`/kid${at}`));
  app.clock.now = new Date('2026-11-21T09:00:00Z');
  await uma.send('POST', '/api/process-allowances');
  await notifyPayDays(app.db.owner, app.services.jobs, app.clock.now);
  const [job, ...others] = (await queued()) as [Queued];
  expect(others).toEqual([]);
  await deliver(job);
  expect(arrived.at(-1)?.path).toBe('/kid0');
});
