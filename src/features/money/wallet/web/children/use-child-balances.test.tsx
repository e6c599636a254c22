/** When an open wallet of a child reloads. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SYNC_EVERY_S } from '#features/money/wallet/children/contract.ts';
import { sentTo, serve, show } from '#tests/web/support.tsx';
import { MIA } from '#tests/web/wallet.ts';
import { useChildBalances } from './use-child-balances.ts';

const SYNC = `POST /api/wallet/sync/${MIA}`;
const BALANCES = `GET /api/wallet/balances/${MIA}`;
const balances = {
  ...{ savingsBalance: 0.001, spendingBalance: 0, pendingBalance: 0 },
  checkedAt: '2026-11-22T10:00:00.000Z',
};

afterEach(() => {
  vi.useRealTimers();
});

function Watch() {
  const { balances: found } = useChildBalances(MIA, true);
  return <p>{found ? `${found.savingsSats} sats` : 'reading'}</p>;
}

test('a change that the server tells of reads the balances again, and does not look again', async () => {
  const sent = serve({
    [BALANCES]: [200, balances],
    [SYNC]: [200, { success: true, state: 'synced', failure: null, ...balances }],
  });
  const queries = show(<Watch />);
  await screen.findByText('100000 sats');
  await waitFor(() => expect(sentTo(sent, SYNC).length).toBeGreaterThan(0));
  const looks = sentTo(sent, SYNC).length;
  const reads = sentTo(sent, BALANCES).length;
  await queries.invalidateQueries();
  expect(sentTo(sent, BALANCES).length).toBe(reads + 1);
  expect(sentTo(sent, SYNC)).toHaveLength(looks);
  queries.clear();
});

const LOOKS = [
  { what: 'a source that did not answer is asked again', failure: 'UNREACHABLE', more: true },
  { what: 'without a source nobody is asked again', failure: 'NO_SOURCE', more: false },
] as const;

test.each(LOOKS)('$what', async ({ failure, more }) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = serve({
    [BALANCES]: [200, balances],
    [SYNC]: [200, { success: false, state: 'failed', failure, ...balances }],
  });
  const queries = show(<Watch />);
  await waitFor(() => expect(sentTo(sent, SYNC)).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(3 * SYNC_EVERY_S * 1_000);
  expect(sentTo(sent, SYNC).length > 1).toBe(more);
  queries.clear();
});
