/** A handler's mistakes stay here: only fields named in the contract leave the server. */

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { cookieJar } from './actor.ts';
import { knownSessions } from './known-sessions.ts';
import { newLanes } from './lanes.ts';
import { type Handlers, mount } from './mount.ts';
import type { Mounted } from './mounted.ts';
import { newServer } from './server.ts';

const Child = v.object({ name: v.string(), accounts: v.array(v.object({ sats: v.number() })) });
const books = {
  get: endpoint({
    method: 'GET',
    path: '/api/books',
    access: 'public',
    input: v.strictObject({}),
    output: v.object({ children: v.array(Child) }),
  }),
};

const NOBODY = knownSessions(async () => new Map());

async function replyOf(returned: object) {
  const app = await newServer({
    publicUrl: 'http://localhost',
    trustedProxies: 0,
    logLevel: 'silent',
    inline: { scriptHashes: [], styleHashes: [] },
  });
  const handlers = { get: async () => returned } as unknown as Handlers<typeof books>;
  const cookies = cookieJar('http://localhost');
  const services = {
    cookies,
    lanes: newLanes(cookies, (ip) => ip, NOBODY),
    clock: () => new Date(0),
  };
  mount(app, services as Mounted, books, handlers);
  const reply = await app.inject({ url: '/api/books' });
  await app.close();
  return reply;
}

test('house rule 3: a reply that lacks a named field is a crash, and says nothing of it', async () => {
  const reply = await replyOf({ children: [{ name: 'Mia', tokenHash: 'secret' }] });
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toMatch(/Mia|secret|accounts/);
});

test('house rule 3: a field that the contract does not name never leaves, however deep', async () => {
  const reply = await replyOf({
    email: 'secret@example.com',
    children: [{ name: 'Mia', tokenHash: 'secret', accounts: [{ sats: 5, accountId: 'secret' }] }],
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ children: [{ name: 'Mia', accounts: [{ sats: 5 }] }] });
  expect(reply.body).not.toContain('secret');
});
