/** The pie: exact shares, real words, and no pie of nothing. */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Pie } from './pie.tsx';
import { arcPath, slicesOf } from './pie-maths.ts';

const part = (name: string, sats: bigint) => ({ id: name, name, sats });
const family = [part('Anna', 55n), part('Ben', 25n), part('Mia', 12n), part('Leo', 8n)];

test('nothing to share is a sentence, not a pie', () => {
  render(<Pie title="Family share" parts={[part('Anna', 0n)]} empty="Nothing saved yet." />);
  expect(screen.getByText('Nothing saved yet.')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

test('the picture has a sentence as its name, and a real list next to it', () => {
  render(<Pie title="Family share" parts={family} empty="" />);
  const name = 'Family share: Anna 55 percent, Ben 25 percent, Mia 12 percent, Leo 8 percent';
  const image = screen.getByRole('img', { name });
  const list = screen.getByRole('list', { name: 'Family share' });
  expect(image.getAttribute('aria-describedby')).toBe(list.id);
  const lines = within(list).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    'Anna55%55 sats',
    'Ben25%25 sats',
    'Mia12%12 sats',
    'Leo8%8 sats',
  ]);
});

test('the same as a table on demand', () => {
  render(<Pie title="Family share" parts={family} empty="" />);
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(5);
});

test('whole percents add up to 100, to the largest remainder first', () => {
  const third = slicesOf([part('a', 1n), part('b', 1n), part('c', 1n)], 'Others');
  expect(third.map((slice) => slice.percent)).toEqual([34, 33, 33]);
  const odd = slicesOf([part('a', 666n), part('b', 333n), part('c', 1n)], 'Others');
  expect(odd.map((slice) => slice.percent)).toEqual([67, 33, 0]);
  expect(odd.at(-1)?.to).toBe(1);
});

test('six slices stay six; of eight, the last three become Others', () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, index) => part(`p${index}`, 10n));
  expect(slicesOf(parts(6), 'Others').map((slice) => slice.name)).not.toContain('Others');
  const eight = slicesOf(parts(8), 'Others');
  expect(eight.map((slice) => slice.name)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'Others']);
  expect(eight.at(-1)?.sats).toBe(30n);
});

test('a whole circle and a half are drawn as such', () => {
  expect(arcPath(0, 1)).toContain('0 1A1 1');
  // Almost everything is drawn as everything, not as nothing.
  expect(arcPath(0.0000006, 0.9999999)).toBe(arcPath(0, 1));
  expect(arcPath(0, 0.5)).toBe('M0 0L0.0000 -1.0000A1 1 0 0 1 0.0000 1.0000Z');
  expect(arcPath(0.25, 1)).toContain('A1 1 0 1 1');
});
