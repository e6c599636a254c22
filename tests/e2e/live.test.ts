/** Two instances of the program on one database, and two browsers side by side. */
import { expect, test } from 'vitest';
import { until } from '../../testkit/chain/until.ts';
import type { TestApp, Visitor } from '../support/app.ts';
import { openAs } from '../support/browser.ts';
import { addChild, joinAsChild, record } from '../support/family.ts';
import { twoAppsAndBrowser } from '../support/with-browser.ts';

const { app: first, second, browser } = await twoAppsAndBrowser();

/** Opens the dashboard as this person, on this instance, and waits until it is listening. */
async function openOn(person: Visitor, on: TestApp) {
  const visited = await openAs(on, browser, person, { width: 390, theme: 'light' }, '/dashboard');
  await until(() => on.app.live.count() === 1);
  return visited;
}

test('a change in one browser appears in the other, across two instances (T58 TXN-04)', async () => {
  const anna = await first.signIn('anna@example.com');
  // From age ten, a child's first page shows its latest entries.
  const mia = await addChild(anna, { age: 12 });
  const kid = await joinAsChild(first, anna, mia.id, 'mia@example.com');
  const parent = await openOn(anna, first);
  const child = await openOn(kid, second);
  await child.page.getByText('No activity yet').waitFor();
  // Recorded by a call, so the page that did it has nothing to refresh.
  await record(anna, mia.id, 'bonus', '0.00012345', 'For the garden');
  const limit = { timeout: 120_000 };
  // As a message, and in the book.
  await expect.poll(() => child.page.getByText('For the garden').count(), limit).toBe(2);
  await parent.page.getByText('For the garden').waitFor(limit);
  const spouse = await second.signIn('anna@example.com');
  await record(spouse, mia.id, 'earned', '0.00000777', 'Lemonade');
  await parent.page.getByText('Lemonade').waitFor(limit);
  await expect.poll(() => child.page.getByText('Lemonade').count(), limit).toBe(2);
  expect([...parent.problems, ...child.problems]).toEqual([]);
});
