/** The year as a sheet: its sums and sentence, for a parent and for the child itself. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Year } from '#features/pocket/growth/contract.ts';
import { aChild, aDashboard, anEntry, aUser, MIA } from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';
import { setOwnRate } from '#web/ui/own-rate.ts';
import { YearPage } from './year-page.tsx';

const NO_RATES = { in: null, out: null, payDays: null, gifts: null, earned: null };
const year = (over: Partial<Year> = {}): Year => ({
  childName: 'Mia',
  from: '2026-01-01',
  to: '2026-11-18',
  timeZone: 'UTC',
  sums: {
    opening: '0.00000500',
    in: '0.00010000',
    out: '0.00003700',
    closing: '0.00006800',
    payDays: '0.00010000',
    gifts: '0.00000000',
    earned: '0.00000000',
    keptPercent: 63,
    rates: NO_RATES,
  },
  moments: [],
  fullGoals: [{ title: 'A red bike', fullAt: '2026-05-01T12:00:00.000Z' }],
  removedUpTo: null,
  madeAt: '2026-11-18T12:00:00.000Z',
  ...over,
});

const point = (on: string, savings: string) => ({
  ...{ on, savings, payDays: '0.00000000', gifts: '0.00000000', spent: '0.00000000' },
});
const GROWTH = {
  timeZone: 'UTC',
  points: [point('2026-01-01', '0.00000400'), point('2026-11-18', '0.00005000')],
  parts: {
    payDays: '0.00006000',
    gifts: '0.00000000',
    goals: '-0.00001400',
    spending: '0.00000000',
    other: '0.00000000',
  },
  removedUpTo: null,
};

afterEach(() => setOwnRate(null));

function open(data: Year, age: number, isChild = false) {
  history.replaceState(null, '', `/year?child=${MIA}&year=2026`);
  const child = aChild({ age });
  serve({
    'GET /api/auth/user': [200, aUser(isChild ? { role: 'child', childId: MIA } : {})],
    'GET /api/children': [200, [child]],
    'GET /api/family': [200, aDashboard().family],
    [`GET /api/children/${MIA}`]: [200, child],
    [`GET /api/children/${MIA}/year`]: [200, data],
    [`GET /api/children/${MIA}/growth`]: [200, GROWTH],
  });
  show(<YearPage />);
}

test('a teenager sees what was kept; sources without sats are left out', async () => {
  open(year(), 15, true);
  expect(await screen.findByText('You kept 63% of what came in.')).toBeTruthy();
  expect(screen.getByText('From pay days')).toBeTruthy();
  expect(screen.queryByText('From gifts')).toBeNull();
  expect(screen.getByText('A red bike')).toBeTruthy();
});

test('two sums of one year say what each includes', async () => {
  open(year(), 15);
  expect(await screen.findByText(/^The whole book: savings, spending money/)).toBeTruthy();
  expect(await screen.findByText(/^The savings alone, without spending money/)).toBeTruthy();
});

test('the youngest see sums, no percentages; a pruned year has neither', async () => {
  open(year(), 8);
  const came = await screen.findByText('Came in');
  expect(came.nextElementSibling?.textContent).toBe('10,000 sats');
  expect(screen.queryByText(/63%/)).toBeNull();
  document.body.replaceChildren();
  open(year({ sums: null, fullGoals: [], removedUpTo: '2026-10-01T12:00:00.000Z' }), 15);
  expect(await screen.findByText(/were removed, as your settings say/)).toBeTruthy();
  expect(screen.queryByText('Came in')).toBeNull();
});

test('in the family’s own money, sums and moments say what they were worth then and are now', async () => {
  const rate = { currency: 'EUR', minorPerBtc: 6_100_000 };
  const sums = { ...(year().sums as NonNullable<Year['sums']>), rates: { ...NO_RATES, in: rate } };
  const moments = [{ ...anEntry({ description: 'Skis', amount: '-0.00000690' }), rate }];
  setOwnRate({ currency: 'EUR', minorPerBtc: 8_000_000 });
  open(year({ sums, moments }), 15);
  const row = async (word: string) => (await screen.findByText(word)).parentElement?.textContent;
  expect(await row('Came in')).toBe('Came in10,000 satsabout €6.10 then, €8.00 now');
  expect(await row('Spent')).toBe('Spent3,700 satsabout €3.00');
  expect(screen.getByText(/^Skis/).parentElement?.textContent).toMatch(
    /−690 satsabout €0.42 then, €0.55 now$/,
  );
});
