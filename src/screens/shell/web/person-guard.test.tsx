/** When a page must not be shown again. Real browsers: e2e/back-and-tabs. */
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { auth } from '#features/people/auth/contract.ts';
import { aUser, MIA } from '#tests/web/replies.ts';
import { noneSent, type Reply, type Sent, serve } from '#tests/web/support.tsx';
import { keyOf, newQueryClient } from '#web/query.ts';
import { guardPerson } from './person-guard.ts';

const USER = 'GET /api/auth/user';
const anna = aUser();

const queries = newQueryClient();
const leave = { reload: vi.fn(), begin: vi.fn() };
guardPerson(queries, leave);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  queries.clear();
  document.documentElement.style.visibility = '';
});

/** A page is shown again from the back/forward cache. */
function comeBack(drawnFor: object | undefined, answer: Reply): Sent[] {
  const sent = serve({ [USER]: answer });
  queries.setQueryData(keyOf(auth.user, {}), drawnFor as never);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(document.documentElement.style.visibility).toBe('hidden');
  return sent;
}

test.each([
  ['a child', [200, { ...anna, role: 'child', childId: MIA, handedOver: true }]],
  ['nobody', [401, { message: 'Authentication required', code: 'AUTH_ERROR' }]],
] as const)('a kept page stays hidden and starts afresh for %s (T19 T53)', async (_, answer) => {
  comeBack(anna, answer);
  await waitFor(() => expect(leave.begin).toHaveBeenCalledTimes(1));
  expect(document.documentElement.style.visibility).toBe('hidden');
  expect(leave.reload).not.toHaveBeenCalled();
});

test('without a reply a cached page is reloaded (T53)', async () => {
  comeBack(anna, 'offline');
  await waitFor(() => expect(leave.reload).toHaveBeenCalledTimes(1));
  expect(document.documentElement.style.visibility).toBe('hidden');
});

test('a cached page drawn for an unknown person is reloaded (T53)', async () => {
  const sent = comeBack(undefined, [200, anna]);
  await waitFor(() => expect(leave.reload).toHaveBeenCalledTimes(1));
  await noneSent(sent);
});

test('the same person gets the cached page again (T53)', async () => {
  comeBack(anna, [200, anna]);
  await waitFor(() => expect(document.documentElement.style.visibility).toBe(''));
  expect(leave.begin).not.toHaveBeenCalled();
  expect(leave.reload).not.toHaveBeenCalled();
});
