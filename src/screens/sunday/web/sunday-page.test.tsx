/** The week's page: for a parent and for the child itself, without a money call. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aRequest } from '#tests/web/goals.ts';
import {
  aChild,
  aDashboard,
  anEntry,
  answered,
  aUser,
  id,
  LEO,
  leo,
  MIA,
} from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';
import { sundayChoice } from '../../dashboard/web/sunday-choice.ts';
import { QUESTIONS } from '../questions/en.ts';
import { questionOf } from '../rules.ts';
import { SundayPage } from './sunday-page.tsx';

/** It is Wednesday, 18 November 2026: the newest Sunday was the 15th. */
const SUNDAY = '2026-11-15';
const nothing = '0.00000000';
const point = (on: string, savings: string) => ({
  ...{ on, savings, payDays: nothing, gifts: nothing, spent: nothing },
});
const GROWTH = {
  timeZone: 'UTC',
  points: [
    point('2026-11-08', '0.00012000'),
    point('2026-11-09', '0.00012000'),
    point(SUNDAY, '0.00014500'),
    point('2026-11-16', '0.00099999'),
  ],
  parts: { payDays: nothing, gifts: nothing, goals: nothing, spending: nothing, other: nothing },
  removedUpTo: null,
};
const came = { childId: MIA, from: null, to: 'savings', description: 'From Grandma' } as const;
const PAGE = { next: null, searchedTo: null, broughtForward: null, account: null };
const line = (over: Parameters<typeof anEntry>[0]) => ({
  ...anEntry({ ...came, ...over }),
  ...{ change: null, balanceAfter: null },
});

beforeEach(() => sundayChoice.set(undefined));

function open(isChild: boolean, entries: object[], decided: object[] = [], goals: object[] = []) {
  history.replaceState(null, '', '/sunday');
  const mia = aChild({ age: 8 });
  const sent = serve({
    'GET /api/auth/user': [200, aUser(isChild ? { role: 'child', childId: MIA } : {})],
    'GET /api/children': [200, [mia, leo()]],
    'GET /api/family': [200, aDashboard().family],
    [`GET /api/children/${MIA}`]: [200, mia],
    [`GET /api/children/${MIA}/growth`]: [200, GROWTH],
    [`GET /api/children/${MIA}/sapling`]: [200, { stage: 2, part: 0.5 }],
    'GET /api/transactions': [200, { ...PAGE, entries }],
    'GET /api/requests': [200, { open: [], answered: decided }],
    'GET /api/allocations/answered': [200, goals],
  });
  show(<SundayPage />);
  return sent;
}

test('a child sees its income, decisions and growth, and requests nothing of a sibling’s', async () => {
  const decided = [
    answered({ id: id(31), reason: 'Football boots', decidedAt: '2026-11-10T12:00:00.000Z' }),
    answered({ id: id(32), reason: 'Too old', decidedAt: '2026-11-08T12:00:00.000Z' }),
    answered({ id: id(33), childId: LEO, reason: 'Leo’s', decidedAt: '2026-11-10T12:00:00.000Z' }),
  ];
  const lines = [
    line({ id: id(21), type: 'allowance', amount: '0.00002500' }),
    line({ id: id(22), type: 'bonus', amount: '0.00001000' }),
    line({ id: id(23), type: 'spending', amount: '-0.00000700', from: 'spending', to: null }),
  ];
  const sent = open(true, lines, decided);
  const part = await screen.findByRole('region', { name: 'What came' });
  await waitFor(() =>
    expect(
      within(part)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Pay day+2,500 sats', 'From Grandma+1,000 sats']),
  );
  const answers = await screen.findByRole('region', { name: 'What was decided' });
  expect(within(answers).getAllByRole('listitem')).toHaveLength(1);
  expect(answers.textContent).toContain('Football boots');
  const grew = within(screen.getByRole('region', { name: 'What grew' }));
  expect(grew.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Saved by Sunday14,500 sats',
    'A week earlier12,000 sats',
  ]);
  const question = QUESTIONS.starter[questionOf(MIA, SUNDAY)] as string;
  expect(await screen.findByText(question)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(sent.every(({ call }) => call.startsWith('GET ') && !call.includes(LEO))).toBe(true);
  const asked = sent.find(({ url }) => url.startsWith('/api/transactions?'));
  expect(asked?.url).toContain('from=2026-11-09');
  expect(asked?.url).toContain(`to=${SUNDAY}`);
});

test('an answer about a goal belongs to the week in which it was given, whenever it was requested', async () => {
  const goals = [
    aRequest({
      ...{ id: id(41), goalTitle: 'Bike', status: 'active' },
      ...{ createdAt: '2026-11-01T12:00:00.000Z', decidedAt: '2026-11-10T12:00:00.000Z' },
    }),
    aRequest({
      ...{ id: id(42), goalTitle: 'Tent', status: 'denied' },
      ...{ createdAt: '2026-11-10T12:00:00.000Z', decidedAt: '2026-11-17T12:00:00.000Z' },
    }),
  ];
  open(true, [], [], goals);
  const answers = await screen.findByRole('region', { name: 'What was decided' });
  expect(within(answers).getAllByRole('listitem')).toHaveLength(1);
  expect(answers.textContent).toContain('Bike');
});

test('a week without income says when the next pay day is, and has no empty card', async () => {
  open(true, []);
  expect(await screen.findByText('Nothing came in this week.')).toBeTruthy();
  expect(screen.getByText('Pay day is Saturday, in 3 days')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'What was decided' })).toBeNull();
});

test('parents have a page for each child, and turn the offer off and on with one press', async () => {
  open(false, []);
  expect(await screen.findByRole('heading', { name: 'Mia’s week' })).toBeTruthy();
  const pages = within(screen.getByRole('navigation', { name: 'Whose week' }));
  expect(pages.getByRole('link', { name: 'Leo' }).getAttribute('href')).toBe(
    `/sunday?child=${LEO}`,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Don’t offer this on Sundays' }));
  expect(sundayChoice.get()).toBe('off');
  fireEvent.click(screen.getByRole('button', { name: 'Offer it on Sundays again' }));
  expect(sundayChoice.get()).toBeUndefined();
});
