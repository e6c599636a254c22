/** A pay day shared with goals, and the end of a list with pruned older entries. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { FoundLines } from './found-lines.tsx';

const LIST = 'GET /api/transactions';
const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const page = { entries: [], next: null, searchedTo: null, account: null };

afterEach(() => vi.unstubAllGlobals());

const open = (over: object) => {
  serve({ [LIST]: [200, { ...page, broughtForward: null, ...over }] });
  show(
    <FoundLines
      wanted={{ accountId: ID }}
      timeZone="UTC"
      ownBook={false}
      onAll={() => undefined}
      hrefOf={() => '/x'}
    />,
  );
};

test('the list of an account begins with what the removed entries came to (T34)', async () => {
  open({ broughtForward: { upTo: '2024-03-09T12:00:00.000Z', amount: '0.00120000' } });
  expect(await screen.findByText('Brought forward')).toBeTruthy();
  expect(screen.getByText(/up to Saturday, March 9, 2024, were removed/)).toBeTruthy();
  expect(document.body.textContent).toContain('+120,000');
  expect(screen.queryByText('Nothing in these months')).toBeNull();
});

test('where nothing was removed there is no such line (T34)', async () => {
  open({});
  expect(await screen.findByText('Nothing in these months')).toBeTruthy();
  expect(screen.queryByText('Brought forward')).toBeNull();
});

const payDay = {
  id: ID,
  childId: ID,
  type: 'allowance',
  amount: '0.00002500',
  description: 'Allowance',
  childName: 'Mia',
  createdAt: '2026-11-20T12:00:00.000Z',
  state: 'recorded',
  reverses: null,
  undoneBy: null,
  from: null,
  to: 'savings',
  balanceAfter: null,
};
const account = { id: ID, childName: 'Mia', balance: '0.00001875', held: '0.00000000' };

test('a line of the savings names the whole pay day, of which goals took their part', async () => {
  const entries = [{ ...payDay, change: '0.00001875' }];
  open({ entries, account: { ...account, kind: 'savings' } });
  expect(await screen.findByText(/2,500, of which 625 to goals/)).toBeTruthy();
  expect(document.body.textContent).toContain('+1,875');
});

test('the line of a goal, and of a pay day that stays whole, say nothing of it', async () => {
  open({
    entries: [{ ...payDay, change: '0.00000625' }],
    account: { ...account, kind: 'goal' },
  });
  expect(await screen.findByText(/\+625/)).toBeTruthy();
  expect(screen.queryByText(/of which/)).toBeNull();
  document.body.replaceChildren();
  open({
    entries: [{ ...payDay, change: '0.00002500' }],
    account: { ...account, kind: 'savings' },
  });
  expect(await screen.findByText(/\+2,500/)).toBeTruthy();
  expect(screen.queryByText(/of which/)).toBeNull();
});
