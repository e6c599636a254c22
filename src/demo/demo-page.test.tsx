/** The demo's pages, also for a signed-in reader: nothing mixes. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { children } from '#features/people/children/contract.ts';
import { type Sent, serve, show } from '#tests/web/support.tsx';
import { keyOf } from '#web/query.ts';
import { openDemo } from './demo.ts';
import { DemoPage } from './demo-page.tsx';

let sent: Sent[];
beforeEach(() => {
  sent = serve({});
  localStorage.clear();
});
afterEach(() => {
  expect(sent, 'calls over HTTP').toEqual([]);
  vi.unstubAllGlobals();
});

const open = (path: string) => {
  history.replaceState(null, '', path);
  const demo = openDemo('2026-11-21');
  return { demo, own: show(<DemoPage demo={demo} />) };
};
const heading = (name: string) => screen.findByRole('heading', { name });
const linesOf = async (name: string) =>
  within(await screen.findByRole('region', { name })).findAllByRole('listitem');

test.each(['/demo', '/demo-dashboard'])(
  '%s is the dashboard, marked as a demo (DEMO-01 DEMO-03 DEMO-07)',
  async (path) => {
    open(path);
    expect(await heading('Family Bitcoin Dashboard')).toBeTruthy();
    expect(screen.getByText('Demo: sample data')).toBeTruthy();
    expect(await linesOf('Family Goals')).toHaveLength(3);
    expect(screen.getByText('+ 3 more goals')).toBeTruthy();
    const recent = await screen.findByRole('heading', { name: 'Recent activity' });
    const card = recent.closest('section') as HTMLElement;
    await waitFor(() => expect(card.querySelectorAll('.ledger-line')).toHaveLength(5));
  },
  60_000,
);

test('Child View asks whose book, and shows four goals of five, five lines (DEMO-04 DEMO-07 DEMO-08)', async () => {
  const { demo } = open('/demo');
  const views = await screen.findAllByRole('radio', { name: / View$/ });
  expect(views.map((one) => one.closest('label')?.textContent)).toEqual([
    'Parent View',
    'Child View',
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Child View' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Leo/ }));
  expect(await heading('Hi, Leo')).toBeTruthy();
  expect(await linesOf('Family Goals')).toHaveLength(4);
  const lines = await screen.findByRole('heading', { name: 'My Recent Activity' });
  const card = lines.closest('section') as HTMLElement;
  await waitFor(() => expect(card.querySelectorAll('.ledger-line')).toHaveLength(5));
  expect(screen.getByText('Every Monday. 2 days to go.')).toBeTruthy();
  expect(demo.state().said).toBeUndefined();
});

test('no link of the demo leads into the signed-in pages (DEMO-06 DEMO-10)', async () => {
  open('/demo');
  await heading('Family Bitcoin Dashboard');
  await linesOf('Family Goals');
  const hrefs = new Set(
    screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace(/\?of=.*/, '')),
  );
  // The wallet's card, further down, comes a little later.
  hrefs.add('/demo-coverage');
  expect(hrefs).toEqual(new Set(['#main', '/', '/demo', '/demo-goals', '/demo-coverage']));
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
});

test('the goals are only to look at, and a button leads to the sign-in (DEMO-02 DEMO-09 DEMO-10)', async () => {
  open('/demo-goals');
  expect(await heading('Family Goals')).toBeTruthy();
  expect(await screen.findAllByRole('button', { name: /^View Details/ })).toHaveLength(6);
  expect(screen.queryByRole('button', { name: /Allocate|Create|Contribute|Review/ })).toBeNull();
  const start = screen.getByRole('link', { name: 'Start your own goals' });
  expect(start.getAttribute('href')).toBe('/api/login');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('every action is followed by the alert; a signed-in cache stays as it was (DEMO-05)', async () => {
  const { own } = open('/demo');
  const key = keyOf(children.list, {});
  own.setQueryData(key, []);
  fireEvent.click(await screen.findByRole('button', { name: 'Process Allowances' }));
  expect(await screen.findByText(/^This is a demo: nothing was sent or kept/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'A week later' }));
  expect(await screen.findByText('Saturday, November 28, 2026')).toBeTruthy();
  expect(screen.queryByText(/^This is a demo: nothing/)).toBeNull();
  expect(own.getQueryData(key)).toEqual([]);
  expect(own.getQueryCache().getAll()).toHaveLength(1);
});
