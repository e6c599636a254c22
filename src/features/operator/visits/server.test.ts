/** Counting visits: off unless configured, never of children, and nothing about the visitor. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp } from '#tests/support/app.ts';
import { type ActorName, type ActorsWorld, makeActors } from '#tests/support/world.ts';

type Received = { headers: IncomingMessage['headers']; body: unknown };
let received: Received[] = [];
let place: Server;
let world: ActorsWorld;

beforeAll(async () => {
  place = createServer(async (request, reply) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ headers: request.headers, body: JSON.parse(body) });
    reply.end();
    place.emit('received');
  }).listen(0, '127.0.0.1');
  await once(place, 'listening');
  const { port } = place.address() as AddressInfo;
  world = await makeActors({ site: { analyticsUrl: `http://127.0.0.1:${port}/count` } });
});
afterAll(async () => {
  await world?.close();
  place.closeAllConnections();
  place.close();
});
beforeEach(() => {
  received = [];
});

const visit = { path: '/donations', name: 'donation_address_copied' };

async function report(who: ActorName, what: object = visit) {
  const reply = await (await world.as(who)).send('POST', '/api/visits', what);
  expect(reply.status).toBe(200);
  return reply.body as { counted: boolean };
}

test('without ANALYTICS_URL nothing is counted (T50 PLAT-38)', async () => {
  const app = await startApp();
  const reply = await app.visitor().send('POST', '/api/visits', visit);
  expect(reply.body).toEqual({ counted: false });
  await app.close();
});

test('children, handed-over tablets and secret pages are never counted; a visitor and a parent are (T50 PLAT-38)', async () => {
  for (const who of ['child', 'sibling', 'otherChild', 'handedOver'] as const)
    expect(await report(who), who).toEqual({ counted: false });
  for (const path of ['/auth/verify', '/onboarding', '/invitation', '/blog/%2e%2e'])
    expect(await report('parent', { ...visit, path }), path).toEqual({ counted: false });
  const arrived = once(place, 'received');
  expect(await report('parent')).toEqual({ counted: true });
  await arrived;
  // Anything passed on earlier would have come first.
  expect(received.map(({ body }) => body)).toEqual([visit]);
  const next = once(place, 'received');
  expect(await report('anonymous', { path: '/', name: 'page_view' })).toEqual({ counted: true });
  await next;
  expect(received).toHaveLength(2);
});

test('what is passed on is the page and the event, nothing of who it was (INFO-19 PLAT-38)', async () => {
  const arrived = once(place, 'received');
  await report('parent');
  await arrived;
  expect(received[0]?.body).toEqual(visit);
  const names = Object.keys(received[0]?.headers ?? {});
  for (const name of ['cookie', 'referer', 'x-forwarded-for', 'forwarded', 'origin'])
    expect(names).not.toContain(name);
});
