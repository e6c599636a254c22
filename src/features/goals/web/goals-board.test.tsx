/** The goals page: empty, cards, the form, pictures; what is complete takes nothing more. */
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sentTo } from '#web/test-support.tsx';
import { dialog, LIST, openBoard, press, type } from './test-board.tsx';
import { aGoal, id, MIA } from './test-goals.ts';
import { filterAmount } from './words.ts';

beforeEach(() => localStorage.clear());

test('GOAL-09 GOAL-10 without goals there are three ideas that open the form filled in', async () => {
  openBoard({ [LIST]: [200, []] });
  await screen.findByRole('heading', { name: 'No Family Goals Yet' });
  await press('A trip');
  expect(screen.getByRole('heading', { name: 'Create Family Goal' })).toBeTruthy();
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('A trip');
});

test('GOAL-07 GOAL-23 GOAL-25 GOAL-26 GOAL-29 the form says what is missing and sends nothing', async () => {
  const sent = openBoard({});
  await press('Create Goal');
  type(/^Target date/, '2026-11-17');
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  for (const text of [
    'Title is required',
    'Clear definition is required',
    'Target amount is required',
    'Target date cannot be earlier than today',
  ])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  type('Title', 'x'.repeat(101));
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  expect(screen.getAllByText('Title too long').length).toBeGreaterThan(0);
  expect(sentTo(sent, 'POST /api/family-goals')).toEqual([]);
});

test('GOAL-27 the amount keeps digits and one point; a comma is that point; at most 8 decimals', () => {
  expect(
    ['1a2', '0.1.2', '0,5', '1,234.5', '0.123456789', '-1e3', '.5'].map((text) =>
      filterAmount(text, 'btc'),
    ),
  ).toEqual(['12', '0.12', '0.5', '1234.5', '0.12345678', '13', '.5']);
  expect(['2a000', '2,000', '0,5x', '1 000'].map((text) => filterAmount(text, 'sats'))).toEqual([
    '2000',
    '2,000',
    '0.5',
    '1 000',
  ]);
});

test('GOAL-08 GOAL-16 GOAL-17 GOAL-18 cards by nearness; a complete one takes nothing more', async () => {
  openBoard({
    [LIST]: [
      200,
      [
        aGoal({ currentAmount: '0.00010000' }),
        aGoal({ id: id(51), title: 'Tent', currentAmount: '0.00100000' }),
      ],
    ],
  });
  const titles = await screen.findAllByRole('heading', { level: 2 });
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Tent', 'Bike']);
  const stamps = screen.getAllByRole('img', { name: /of 10 stamps/ });
  expect(stamps.map((one) => one.getAttribute('aria-label'))).toEqual([
    '10 of 10 stamps',
    '1 of 10 stamps',
  ]);
  expect(screen.getByText('Complete')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Allocate: Tent' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await press('View Details: Tent');
  fireEvent.click(screen.getByRole('tab', { name: 'Contribute' }));
  expect(
    screen.getByRole('button', { name: 'Add Contribution' }).getAttribute('aria-disabled'),
  ).toBe('true');
});

test('GOAL-16 the card of a personal goal says whose it is', async () => {
  openBoard({ [LIST]: [200, [aGoal({ ownerChildId: MIA })]] });
  await screen.findByText(/, the personal goal of Mia$/);
});

test('T49 an address elsewhere is a link without a referrer and never a picture; our own is a picture', async () => {
  openBoard({ [LIST]: [200, [aGoal({ imageUrl: 'https://pictures.example.org/a.png' })]] });
  await press('View Details: Bike');
  expect(document.querySelector('img')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /Open the picture/ }));
  await screen.findByRole('dialog', { name: 'You are leaving Satling' });
  const link = screen.getByRole('link', { name: 'Open pictures.example.org' });
  expect([link.getAttribute('rel'), link.getAttribute('referrerpolicy')]).toEqual([
    'noopener noreferrer nofollow',
    'no-referrer',
  ]);
});

test('a card that has become full says so once, and not on the next visit', async () => {
  localStorage.setItem('satling_stamps_seen', JSON.stringify({ [id(50)]: 9 }));
  openBoard({ [LIST]: [200, [aGoal({ currentAmount: '0.00100000' })]] });
  expect(await screen.findByText('The card is full. Bike is saved for.')).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('satling_stamps_seen') ?? '')).toEqual({ [id(50)]: 10 });
});
