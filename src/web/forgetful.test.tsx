/** After a change that hides a secret, no cached reply holds it any more. */
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { keyOf, newQueryClient, query, useCall } from './query.ts';
import { fakeApi, refusal, sentTo } from './test-support.tsx';

const keys = {
  get: endpoint({
    method: 'GET',
    path: '/api/keys/{id}',
    access: 'user',
    input: v.strictObject({ id: v.string() }),
    output: v.object({ key: v.nullable(v.string()) }),
  }),
  hide: endpoint({
    method: 'POST',
    path: '/api/keys/hide',
    access: 'user',
    input: v.strictObject({}),
    output: v.object({ success: v.literal(true) }),
  }),
};
const KEY = 'vpub-that-was-readable';

test('VAULT-17 what held a key is dropped, or asked for twice where it is on the screen', async () => {
  let isHidden = false;
  const sent = fakeApi(
    ({ call }) => {
      if (call === 'POST /api/keys/hide') {
        if (sentTo(sent, call).length === 1) return refusal(409, 'Changed meanwhile');
        isHidden = true;
        return [200, { success: true }];
      }
      return [200, { key: isHidden ? null : KEY }];
    },
    [keys],
  );
  const queries = newQueryClient();
  const cached = (id: string) => queries.getQueryData(keyOf(keys.get, { id }));
  const end = new QueryObserver(queries, query(keys.get, { id: 'shown' })).subscribe(() => {});
  await queries.fetchQuery(query(keys.get, { id: 'left' }));
  await expect.poll(() => cached('shown')).toEqual({ key: KEY });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCall(keys.hide, { forgetful: true }), { wrapper });
  act(() => result.current.run({}));
  await expect.poll(() => result.current.isError).toBe(true);
  expect(cached('left')).toEqual({ key: KEY });
  act(() => result.current.run({}));
  await expect.poll(() => result.current.isSuccess).toBe(true);
  expect(cached('left')).toBeUndefined();
  expect(cached('shown')).toEqual({ key: null });
  // Once more, since a query also remembers its reply before the last.
  expect(sentTo(sent, 'GET /api/keys/shown')).toHaveLength(3);
  end();
});
