/** A full goal has a screen of its own, which a child can leave, ask from, and thank from. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aGoal } from '#tests/web/goals.ts';
import { id } from '#tests/web/replies.ts';
import { sentTo, serve, show } from '#tests/web/support.tsx';
import { GoalMoment } from './goal-moment.tsx';
import { viewGoal } from './view-goal.ts';

afterEach(() => vi.unstubAllGlobals());

const full = () =>
  viewGoal(
    aGoal({
      id: id(50),
      title: 'Bike',
      currentAmount: '0.001',
      targetAmount: '0.001',
      ownAmount: '0.00040000',
    }),
  );

test('it says who helped, asks the parents once, and any press on Close ends it', async () => {
  const ASK = `POST /api/family-goals/${id(50)}/ask-to-buy`;
  const sent = serve({ [ASK]: [200, { success: true }] });
  const onClose = vi.fn();
  show(<GoalMoment view={full()} onClose={onClose} />);
  screen.getByRole('dialog', { name: 'The card is full. Bike is saved for.' });
  screen.getByText('You gave 40,000 sats, your family 60,000 sats.');
  fireEvent.click(screen.getByRole('button', { name: 'Ask to buy it' }));
  await screen.findByText('You asked. Your parents have a message about it.');
  expect(sentTo(sent, ASK)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Ask to buy it' })).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a stamp is chosen and sent with one press', async () => {
  const THANK = `POST /api/family-goals/${id(50)}/thanks`;
  const sent = serve({ [THANK]: [200, { success: true }] });
  show(<GoalMoment view={full()} onClose={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Say thank you' }));
  fireEvent.click(screen.getByRole('button', { name: 'Heart' }));
  await waitFor(() => expect(sentTo(sent, THANK)[0]?.body).toEqual({ mark: 'heart' }));
  await screen.findByText('Your thank you is on its way.');
});
