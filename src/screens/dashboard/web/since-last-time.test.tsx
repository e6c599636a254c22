/** "Since last time": once per child and device, only for the child itself. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { open } from '#tests/web/family.tsx';
import { aChild, aDashboard, anEntry, id, MIA, miasDashboard } from '#tests/web/replies.ts';

const TITLE = 'Since last time';
const payDay = (n: number, over: object = {}) =>
  anEntry({
    id: id(n),
    ...{ childId: MIA, type: 'allowance', amount: '0.00002500', from: null, to: 'savings' },
    ...{ description: 'Weekly allowance', ...over },
  });
const dashboard = (age: number, ...recent: ReturnType<typeof payDay>[]) => ({
  'GET /api/dashboard': miasDashboard({ children: [aChild({ age })], recent }),
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function look(age: number, ...recent: ReturnType<typeof payDay>[]) {
  const page = open(dashboard(age, ...recent));
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  const told = screen.queryByRole('region', { name: TITLE })?.textContent ?? null;
  page.unmount();
  return told;
}

test.each([6, 9, 12, 16])('at %s: nothing at first, then the pay day once', async (age) => {
  expect(await look(age, payDay(1))).toBeNull();
  const gift = payDay(3, { type: 'bonus', amount: '0.00001000', description: 'From Grandma' });
  expect(await look(age, gift, payDay(2), payDay(1))).toBe(
    `${TITLE}Pay day!+2,500 satsFrom Grandma+1,000 sats`,
  );
  expect(await look(age, gift, payDay(2), payDay(1))).toBeNull();
});

test('the first line of a book that was empty is news', async () => {
  expect(await look(8)).toBeNull();
  expect(await look(8, payDay(1))).toBe(`${TITLE}Pay day!+2,500 sats`);
});

test('what was seen by one child is still new to another in the same browser', async () => {
  await look(8, payDay(1));
  const other = id(77);
  const user = { ...miasDashboard().user, childId: other };
  const page = open({
    'GET /api/dashboard': {
      ...miasDashboard({ children: [aChild({ id: other, name: 'Leo' })], recent: [payDay(2)] }),
      user,
    },
  });
  await screen.findByRole('heading', { name: 'Hi, Leo' });
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  page.unmount();
  expect(await look(8, payDay(2), payDay(1))).toContain('Pay day!');
});

test('a parent in Child View is shown nothing, and marks nothing as seen', async () => {
  await look(12, payDay(1));
  const page = open(
    {
      'GET /api/dashboard': aDashboard({ children: [aChild({ age: 12 })] }),
      [`GET /api/children/${MIA}/transactions`]: [payDay(2), payDay(1)],
    },
    `/dashboard?view=child&child=${MIA}`,
  );
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  page.unmount();
  expect(await look(12, payDay(2), payDay(1))).toContain('Pay day!');
});
