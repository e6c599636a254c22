/**
 * After a change of money, everything that depends on it is loaded again, over HTTP and in the
 * demo.
 */
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Endpoint, Input } from '#contract/endpoint.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { aGoal, aRequest } from '#tests/web/goals.ts';
import { anEntry } from '#tests/web/replies.ts';
import { serve } from '#tests/web/support.tsx';
import { newQueryClient, query, useCall } from '#web/query.ts';
import { openDemo } from './demo.ts';

afterEach(() => vi.unstubAllGlobals());

const ID = '01900000-0000-7000-8000-000000000001';

function change<E extends Endpoint>(endpoint: E, input: Input<E>, queries = newQueryClient()) {
  const wrapper = ({ children: inside }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{inside}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCall(endpoint), { wrapper });
  act(() => result.current.run(input));
}

const done = [200, { success: true }] as const;

async function expectFollowed<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const goal = [aGoal(), aGoal({ currentAmount: '0.00080000' })];
  const shares = [aRequest(), aRequest({ goalProgress: 80 })];
  serve({
    'GET /api/family-goals': goal.map((one) => [200, [one]] as const),
    'GET /api/allocations/active': shares.map((one) => [200, [one]] as const),
    'POST /api/process-allowances': [200, { processedChildren: [], totalAmount: '0.00000000' }],
    [`POST /api/transactions/${ID}/undo`]: [200, anEntry()],
    [`DELETE /api/children/${ID}`]: done,
  });
  const queries = newQueryClient();
  const shown = [query(goals.list, {}), query(allocations.active, {})] as const;
  const stops = shown.map((one) =>
    new QueryObserver(queries, one as never).subscribe(() => undefined),
  );
  const all = () => shown.map(({ queryKey }) => queries.getQueryData<unknown>(queryKey));
  await waitFor(() => expect(all()).toEqual([[goal[0]], [shares[0]]]));
  change(endpoint, input, queries);
  await waitFor(() => expect(all()).toEqual([[goal[1]], [shares[1]]]));
  for (const stop of stops) stop();
}

test('goals and allocations follow Process Allowances (PLAT-20)', () =>
  expectFollowed(allowances.process, {}));

test('goals and allocations follow the undo of an allowance (PLAT-20)', () =>
  expectFollowed(transactions.undo, { id: ID }));

test('goals and allocations follow the removal of a child (PLAT-20)', () =>
  expectFollowed(children.remove, { id: ID }));

test('in the demo the goals follow Process Allowances (DEMO-05 PLAT-20)', async () => {
  const { queries } = openDemo('2026-11-21');
  const wanted = query(goals.list, {});
  const stop = new QueryObserver(queries, wanted).subscribe(() => undefined);
  await waitFor(() => expect(queries.getQueryData(wanted.queryKey)).toBeDefined());
  const before = queries.getQueryData(wanted.queryKey);
  change(allowances.process, {}, queries);
  await waitFor(() => expect(queries.getQueryData(wanted.queryKey)).not.toEqual(before));
  stop();
});
