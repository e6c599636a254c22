/** The Sunday line on both Homes: only on Sunday, and gone after one press. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { open } from '#tests/web/family.tsx';
import { aChild, aDashboard, aFamily, anEntry, miasDashboard } from '#tests/web/replies.ts';
import { sundayChoice } from './sunday-choice.ts';

const WORDS = 'It’s Sunday: look at the week together';
const way = () => screen.queryByRole('link', { name: WORDS });

beforeEach(() => sundayChoice.set(undefined));

async function parentsHome(weekday: 0 | 1 | 6) {
  const all = aDashboard({ family: aFamily({ weekday }), recent: [anEntry()] });
  const page = open({ 'GET /api/dashboard': all });
  await screen.findByRole('heading', { name: 'Pay days' });
  return page;
}

test.each([1, 6] as const)('on day %s of the family’s week it is not there', async (weekday) => {
  await parentsHome(weekday);
  expect(way()).toBeNull();
});

test('on the family’s Sunday it leads to the week; put away, it stays away', async () => {
  const page = await parentsHome(0);
  expect(way()?.getAttribute('href')).toBe('/sunday');
  fireEvent.click(screen.getByRole('button', { name: 'Don’t offer this on Sundays' }));
  await waitFor(() => expect(way()).toBeNull());
  page.unmount();
  await parentsHome(0);
  expect(way()).toBeNull();
});

test.each([
  ['Sunday', 6, '/sunday'],
  ['Saturday', 0, undefined],
])('a child whose pay day says that it is %s', async (_, daysUntilAllowance, href) => {
  const mia = aChild({ nextAllowanceDate: '2026-11-21', daysUntilAllowance });
  open({ 'GET /api/dashboard': miasDashboard({ children: [mia] }) });
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  expect(way()?.getAttribute('href')).toBe(href);
});
