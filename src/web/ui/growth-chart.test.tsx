/** The growth chart: by keys, by finger, in words and as a table. */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { GrowthChart } from './growth-chart.tsx';
import { type GrowthPoint, nearest, pictureOf } from './growth-maths.ts';
import { setOwnRate } from './own-rate.ts';

const point = (on: string, savings: string, over: Partial<GrowthPoint> = {}): GrowthPoint => ({
  on,
  savings,
  payDays: '0.00000000',
  gifts: '0.00000000',
  spent: '0.00000000',
  ...over,
});
const POINTS = [
  point('2026-11-01', '0.00001000'),
  point('2026-11-08', '0.00003000', { payDays: '0.00002000' }),
  point('2026-11-15', '0.00003500', { gifts: '0.00000500', spent: '0.00000120' }),
];

const PARTS = {
  payDays: '0.00002000',
  gifts: '0.00000500',
  goals: '-0.00000625',
  spending: '0.00000600',
  other: '0.00000025',
};

const draw = (points: readonly GrowthPoint[], still = false, valued = false) =>
  render(
    <MessagesProvider>
      <GrowthChart
        title="Mia’s savings"
        points={points}
        parts={PARTS}
        empty="Nothing yet."
        still={still}
        valued={valued}
      />
    </MessagesProvider>,
  );

afterEach(() => setOwnRate(null));
beforeEach(() => {
  document.body.replaceChildren();
});

test('without savings, or with one point, there is a sentence and no picture', () => {
  for (const points of [[], POINTS.slice(0, 1), POINTS.map(({ on }) => point(on, '0.00000000'))]) {
    const { unmount } = draw(points);
    expect(screen.getByText('Nothing yet.')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    unmount();
  }
});

test('one sentence says what the picture shows, and the keys say each point', () => {
  draw(POINTS);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Mia’s savings: From 1,000 sats on Nov 1, 2026 to 3,500 sats on Nov 15, 2026. Pay days: +2,000 sats. Gifts and earnings: +500 sats. To goals: −625 sats. From spending money: +600 sats. Other lines: +25 sats. Spent from spending money: 120 sats.',
  );
  const keys = screen.getByRole('slider', { name: 'Mia’s savings: move through the days' });
  expect(keys.getAttribute('aria-valuetext')).toContain('Sunday, November 15, 2026: 3,500 sats.');
  fireEvent.keyDown(keys, { key: 'ArrowRight' });
  expect(keys.getAttribute('aria-valuenow')).toBe('2');
  fireEvent.keyDown(keys, { key: 'Home' });
  expect(keys.getAttribute('aria-valuenow')).toBe('0');
  fireEvent.keyDown(keys, { key: 'ArrowUp' });
  expect(keys.getAttribute('aria-valuetext')).toBe(
    'Sunday, November 8, 2026: 3,000 sats. Pay days: 2,000 sats.',
  );
  expect(screen.getByText(/3,000/, { selector: '.growth-reading .money-big' })).toBeTruthy();
});

test('the table has every point, the newest first, and nothing where nothing happened', () => {
  draw(POINTS);
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull();
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Nov 15, 2026', '3,500', '', '500', '120'],
    ['Nov 8, 2026', '3,000', '2,000', '', ''],
    ['Nov 1, 2026', '1,000', '', '', ''],
  ]);
});

test('on paper nothing can be pressed', () => {
  draw(POINTS, true);
  expect(screen.getByRole('img')).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the grid lines are round numbers, the highest point is below the top, and a finger finds its point', () => {
  const picture = pictureOf(POINTS);
  expect(picture?.rules.map(({ sats }) => sats)).toEqual([0n, 2_000n, 4_000n]);
  expect(picture?.spots.map(({ x, y }) => [x, y])).toEqual([
    [0, 75],
    [50, 25],
    [100, 12.5],
  ]);
  expect(picture?.line).toBe('M0 75H50V25H100V12.5');
  expect([-1, 0, 0.24, 0.26, 0.9, 2].map((part) => nearest(3, part))).toEqual([0, 0, 0, 1, 2, 2]);
});

test('the picture starts near the lowest point; savings that never moved start at zero', () => {
  const rulesOf = (...saved: string[]) =>
    pictureOf(saved.map((sats) => point('2026-11-01', sats)))?.rules.map(({ sats }) => sats);
  expect(rulesOf('0.00166325', '0.00180525')).toEqual([160_000n, 180_000n, 200_000n]);
  expect(rulesOf('0.00180525', '0.00180525')).toEqual([0n, 100_000n, 200_000n]);
  expect(rulesOf('0.00000000', '0.00050000')).toEqual([0n, 30_000n, 60_000n]);
  expect(rulesOf('0.00000001', '0.00000001')).toEqual([0n, 1n, 2n]);
});

test('for adults the savings say what they are worth now; nothing else of the picture changes', () => {
  setOwnRate({ currency: 'EUR', minorPerBtc: 6_100_000 });
  const texts = () => document.body.textContent ?? '';
  const { unmount } = draw(POINTS);
  const bare = texts();
  expect(bare).not.toContain('€');
  unmount();
  draw(POINTS, false, true);
  expect(texts()).toContain('3,500 sats about €2.10');
  expect(texts()).toContain('to 3,500 sats (about €2.10) on Nov 15, 2026');
  expect(texts().replace(' about €2.10', '').replace(' (about €2.10)', '')).toBe(bare);
});
