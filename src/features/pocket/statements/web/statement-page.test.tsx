/** The statement as a sheet: with its lines' worth, in a family with its own money. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Statement } from '#features/pocket/statements/contract.ts';
import { anEntry, MIA } from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';
import { setOwnRate } from '#web/ui/own-rate.ts';
import { StatementPage } from './statement-page.tsx';

const balance = {
  ...{ accountId: MIA, opening: '0.00000000', in: '0.00000690', out: '0.00000000' },
  closing: '0.00000690',
};
const line = (description: string, rate: Statement['lines'][number]['rate']) => ({
  ...anEntry({ description, amount: '0.00000690' }),
  ...{ savingsChange: '0.00000690', spendingChange: null, rate },
});
const STATEMENT: Statement = {
  ...{ childId: MIA, childName: 'Mia', month: '2026-11', from: '2026-11-01', to: '2026-11-28' },
  ...{ timeZone: 'UTC', savings: balance, spending: { ...balance, closing: null } },
  lines: [line('Old', null), line('New', { currency: 'EUR', minorPerBtc: 6_100_000 })],
  ...{ seal: null, removedUpTo: null, madeAt: '2026-11-28T12:00:00.000Z' },
};
const none = '0.00000000';
const GROWTH = {
  ...{ timeZone: 'UTC', points: [], removedUpTo: null },
  parts: { payDays: none, gifts: none, goals: none, spending: none, other: none },
};
afterEach(() => setOwnRate(null));

function open() {
  history.replaceState(null, '', `/statement?child=${MIA}&month=2026-11`);
  serve({
    [`GET /api/children/${MIA}/statement`]: [200, STATEMENT],
    [`GET /api/children/${MIA}/growth`]: [200, GROWTH],
  });
  show(<StatementPage />);
}
const row = async (name: string) =>
  (await screen.findByText(new RegExp(`^${name}`))).closest('tr') as HTMLElement;
const below = async (name: string) => (await row(name)).nextElementSibling?.textContent;

test('without its own money a family reads sats alone', async () => {
  open();
  expect((await row('New')).textContent).toMatch(/\+690$/);
  expect(screen.queryByText('Worth now')).toBeNull();
  expect(document.body.textContent).not.toContain('€');
});

test('with it, each line says what it was worth, and the end what it is worth', async () => {
  setOwnRate({ currency: 'EUR', minorPerBtc: 8_000_000 });
  open();
  expect(await below('New')).toBe('about €0.42 then, €0.55 now');
  expect(await below('Old')).toBe('about €0.55');
  expect((await row('Worth now')).textContent).toBe('Worth nowabout €0.55');
});
