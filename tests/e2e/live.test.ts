/** Two instances of the program on one database, and two browsers side by side. */
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';
import { launch, type Visit, visit } from '../support/browser.ts';
import { addChild, joinAsChild, record } from '../support/family.ts';
import { until } from '../support/program.ts';

let first: TestApp;
let second: TestApp;
let browser: Browser;
const visits: Visit[] = [];
beforeAll(async () => {
  [first, browser] = await Promise.all([startApp(), launch()]);
  second = await startApp({ address: first.address });
});
afterAll(async () => {
  for (const { context } of visits) await context.close();
  await browser?.close();
  await second?.close();
  await first?.close();
});

/** Opens the dashboard as this person, on this instance, and waits until it listens. */
async function openAs(person: Visitor, on: TestApp) {
  if (!on.app.server.listening) await on.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = on.app.server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const visited = await visit(browser, origin, { width: 390, theme: 'light' });
  visits.push(visited);
  await visited.context.addCookies(
    [...person.cookies].map(([name, value]) => ({
      name,
      value,
      domain: 'localhost',
      path: '/',
      secure: true,
      httpOnly: name.includes('session'),
    })),
  );
  await visited.page.goto(`${origin}/dashboard`);
  await until(() => on.app.live.count() === 1, 15_000);
  return visited;
}

test('T58 TXN-04 what one browser changes appears at the other, through two instances', async () => {
  const anna = await first.signIn('anna@example.com');
  const mia = await addChild(anna);
  const kid = await joinAsChild(first, anna, mia.id, 'mia@example.com');
  const parent = await openAs(anna, first);
  const child = await openAs(kid, second);
  await child.page.getByText('No activity yet').waitFor();
  // As the parent's own page does it: the page itself asks again too.
  await record(anna, mia.id, 'bonus', '0.00012345', 'For the garden');
  const limit = { timeout: 30_000 };
  await child.page.getByText('For the garden').waitFor(limit);
  await parent.page.getByText('For the garden').waitFor(limit);
  const spouse = await second.signIn('anna@example.com');
  await record(spouse, mia.id, 'earned', '0.00000777', 'Lemonade');
  await parent.page.getByText('Lemonade').waitFor(limit);
  await child.page.getByText('Lemonade').waitFor(limit);
  expect([...parent.problems, ...child.problems]).toEqual([]);
});
