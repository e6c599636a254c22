/**
 * In dialogs, as on pages (tests/e2e/layout-shift.long.test.ts): no amount in bitcoin appears
 * without the same amount in sats, and the youngest see no bitcoin at all.
 */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OwnAmountHabits } from '#features/book/transactions/web/own-amount-habits.tsx';
import { GoalsPage } from '#screens/goals/web/goals-page.tsx';
import { bitcoinAlone } from '#tests/web/bitcoin.ts';
import { openChildPage, openParentView, press, type } from '#tests/web/family.tsx';
import { openBoard, press as pressLater } from '#tests/web/goal-board.tsx';
import { aChild, aUser, MIA } from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';

beforeEach(() => localStorage.clear());

const OF_MIA: [button: string | RegExp, field?: string][] = [
  [/^Weekly allowance/, 'Weekly allowance'],
  [/^Spending limit/, 'Spending limit'],
  [/^Details/],
  [/^Pause/],
  ['Update savings balance', 'New savings balance'],
  ['Update Lightning balance', 'New Lightning balance'],
];

test.each(OF_MIA)(
  'no bitcoin is shown without sats behind "%s" (PLAT-07)',
  async (button, field) => {
    await openChildPage({}, { [`GET /api/children/${MIA}/allowance/preview`]: NOTHING_UNBOOKED });
    press('Correct a balance');
    press(button);
    await screen.findByRole('dialog');
    // Three hundredths of a bitcoin: it raises a question.
    if (field) type(field, '3000000');
    expect(bitcoinAlone()).toEqual([]);
  },
);

const NOTHING_UNBOOKED = { unbooked: [], nextDate: '2026-11-21' };

test('no bitcoin is shown without sats where a parent adds an entry, even when it is questioned (PLAT-07)', async () => {
  await openParentView();
  press('Add transaction for Mia');
  await screen.findByRole('dialog');
  type('Amount', '200000000');
  type('Description', 'By mistake');
  press('Add line');
  expect(screen.getByText(/Is that right\?/).textContent).toContain('200,000,000 sats');
  expect(bitcoinAlone()).toEqual([]);
});

test('no bitcoin is shown without sats in a goal’s details (PLAT-07)', async () => {
  openBoard({});
  await pressLater('View Details: Bike');
  for (const tab of await screen.findAllByRole('tab')) {
    fireEvent.click(tab);
    expect(bitcoinAlone(), tab.textContent ?? '').toEqual([]);
  }
});

test('the youngest type a goal in sats, and no other unit is offered (PLAT-07)', async () => {
  for (const [age, offers] of [
    [10, true],
    [9, false],
  ] as const) {
    serve({
      'GET /api/family-goals': [200, []],
      'GET /api/pending-allocations': [200, []],
      'GET /api/auth/user': [200, aUser({ role: 'child', childId: MIA })],
      [`GET /api/children/${MIA}`]: [200, aChild({ age })],
    });
    show(
      <OwnAmountHabits>
        <GoalsPage />
      </OwnAmountHabits>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Create Goal' }));
    type('Target amount', '3000');
    expect(screen.getByRole('dialog').textContent.includes('BTC'), `${age} years`).toBe(offers);
    cleanup();
  }
});
