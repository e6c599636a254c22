/** A tab drawn for another person notices who is here, and stores nothing. */

import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { family as familyCalls } from '#features/household/family/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { handover } from '#features/people/handover/contract.ts';
import { aUser, MIA } from '#tests/web/replies.ts';
import { refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { query, useCall } from '#web/query.ts';
import { usePersonChange } from './person-change.ts';

const USER = 'GET /api/auth/user';
const anna = aUser({});
const tablet = aUser({
  role: 'child',
  childId: MIA,
  handedOver: true,
  firstName: 'Mia',
  email: '',
});
const denied = refusal(403, 'Access denied');

afterEach(() => vi.unstubAllGlobals());

function Page({ begin, asks }: { begin: () => void; asks: 'query' | 'change' }) {
  const user = useQuery(query(auth.user, {})).data;
  usePersonChange(user, begin);
  const family = useQuery({ ...query(familyCalls.get, {}), enabled: asks === 'query' && !!user });
  const change = useCall(handover.setPin);
  return (
    <button type="button" onClick={() => change.run({ pin: '2580' })}>
      {user?.firstName} {family.status}
    </button>
  );
}

test.each(['query', 'change'] as const)(
  'a refused %s checks who is here; somebody else starts over (T19)',
  async (asks) => {
    const begin = vi.fn();
    const sent = serve({
      [USER]: [
        [200, anna],
        [200, tablet],
      ],
      'GET /api/family': denied,
      'PUT /api/family/pin': denied,
    });
    show(<Page begin={begin} asks={asks} />);
    const button = await screen.findByText(/Anna/);
    if (asks === 'change') button.click();
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(1));
    expect(sentTo(sent, USER)).toHaveLength(2);
  },
);

test('the same person, refused once, stays (T19)', async () => {
  const begin = vi.fn();
  const sent = serve({ [USER]: [200, anna], 'GET /api/family': denied });
  show(<Page begin={begin} asks="query" />);
  await waitFor(() => expect(sentTo(sent, USER)).toHaveLength(2));
  await screen.findByText(/error/);
  expect(begin).not.toHaveBeenCalled();
});
