/** A family with one child who signs in, and a signed-in person's browser on a page. */
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import type { TestApp, Visitor } from './app.ts';
import { type View, visit } from './browser.ts';
import { addChild, joinAsChild, record } from './family.ts';

export async function openAs(
  app: TestApp,
  browser: Browser,
  person: Visitor,
  view: View,
  path = '/family-goals',
) {
  const { port } = app.app.server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const visited = await visit(browser, origin, view);
  const cookie = { domain: 'localhost', path: '/', secure: true };
  await visited.context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, ...cookie })),
  );
  await visited.page.goto(origin + path);
  return { ...visited, origin };
}

/** The child has saved 10,000 sats. */
export async function familyOf(app: TestApp, age: number, name: string) {
  const host = await app.signIn(`host-${name}@example.com`);
  const { id } = await addChild(host, { age });
  await record(host, id, 'bonus', '0.0001');
  const kid = await joinAsChild(app, host, id, `kid-${name}@example.com`);
  return { host, id, kid };
}
