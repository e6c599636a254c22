/** The end of a list whose older entries were pruned. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#web/test-support.tsx';
import { FoundLines } from './found-lines.tsx';

const LIST = 'GET /api/transactions';
const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const page = { entries: [], next: null, searchedTo: null, account: null };

afterEach(() => vi.unstubAllGlobals());

const open = (broughtForward: object | null) => {
  serve({ [LIST]: [200, { ...page, broughtForward }] });
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

test('T34 the list of an account begins with what the removed entries came to', async () => {
  open({ upTo: '2024-03-09T12:00:00.000Z', amount: '0.00120000' });
  expect(await screen.findByText('Brought forward')).toBeTruthy();
  expect(screen.getByText(/up to Saturday, March 9, 2024, were removed/)).toBeTruthy();
  expect(document.body.textContent).toContain('+120,000');
  expect(screen.queryByText('Nothing in these months')).toBeNull();
});

test('T34 where nothing was removed there is no such line', async () => {
  open(null);
  expect(await screen.findByText('Nothing in these months')).toBeTruthy();
  expect(screen.queryByText('Brought forward')).toBeNull();
});
