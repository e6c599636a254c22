/** For tests: the goals page on an API faked at `fetch`. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect } from 'vitest';
import { GoalsBoard } from '#features/pocket/goals/web/board/goals-board.tsx';
import { aGoal, aReader, mia } from '#tests/web/goals.ts';
import { type Reply, type Sent, serve, show } from '#tests/web/support.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

export const LIST = 'GET /api/family-goals';
export const PENDING = 'GET /api/pending-allocations';

/** The page with one goal and no requests; today is 18 November 2026. */
export function openBoard(
  replies: Record<string, Reply | readonly Reply[]>,
  isChild = false,
  counts = false,
): Sent[] {
  const sent = serve({
    'GET /api/auth/user': [200, aReader(isChild)],
    [LIST]: [200, [aGoal()]],
    [PENDING]: [200, []],
    ...replies,
  });
  show(
    <>
      <Board isChild={isChild} counts={counts} />
      <Toaster />
    </>,
  );
  return sent;
}

/** The page has the open goal in its URL. */
function Board({ isChild, counts }: { isChild: boolean; counts: boolean }) {
  const [goalId, onGoal] = useState<string>();
  return (
    <GoalsBoard
      kids={[mia]}
      isChild={isChild}
      counts={counts}
      today="2026-11-18"
      timeZone="UTC"
      goalId={goalId}
      onGoal={onGoal}
    />
  );
}

export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const dialog = () => within(screen.getByRole('dialog'));
export const said = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
