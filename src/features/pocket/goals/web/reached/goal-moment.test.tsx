/** A full goal has its own screen, for leaving, requesting and thanking. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aGoal } from '#tests/web/goals.ts';
import { aUser, id } from '#tests/web/replies.ts';
import { refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { GoalCard } from '../board/goal-card.tsx';
import { viewGoal } from '../view-goal.ts';
import { GoalMoment } from './goal-moment.tsx';

afterEach(() => vi.unstubAllGlobals());

const CHILD = { 'GET /api/auth/user': [200, aUser({ role: 'child' })] } as const;

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
  const sent = serve({ [ASK]: [200, { success: true }], ...CHILD });
  const onClose = vi.fn();
  show(<GoalMoment view={full()} onClose={onClose} />);
  screen.getByRole('dialog', { name: 'The card is full: Bike.' });
  screen.getByText('You gave 40,000 sats, your family 60,000 sats.');
  fireEvent.click(await screen.findByRole('button', { name: 'Ask to buy it' }));
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

test('a child asks from the card of a full goal later too, and reads that it has; a parent is offered no question', async () => {
  const ASK = `POST /api/family-goals/${id(50)}/ask-to-buy`;
  const refused = refusal(409, 'You have asked already.');
  const seen = { ...full(), goal: { ...full().goal, fullSeen: true } };
  serve({ ...CHILD, [ASK]: refused });
  show(<GoalCard view={seen} isChild onDetails={() => undefined} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Ask to buy it' }));
  await screen.findByText('You have asked already.');
  cleanup();
  const asked = { ...seen, goal: { ...seen.goal, buyAsked: true } };
  show(<GoalCard view={asked} isChild onDetails={() => undefined} />);
  await screen.findByText('You asked. Your parents have a message about it.');
  expect(screen.queryByRole('button', { name: 'Ask to buy it' })).toBeNull();
  cleanup();
  const others = { ...asked, goal: { ...asked.goal, ownAmount: '0.00000000' } };
  show(<GoalCard view={others} isChild onDetails={() => undefined} />);
  expect(screen.queryByText(/^You asked/), 'a goal of the others').toBeNull();
  cleanup();
  serve({ 'GET /api/auth/user': [200, aUser()] });
  show(<GoalCard view={asked} isChild={false} onDetails={() => undefined} />);
  screen.getByText('A child asks you to buy it now.');
  cleanup();
  const queries = show(<GoalCard view={seen} isChild={false} onDetails={() => undefined} />);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.queryByRole('button', { name: 'Ask to buy it' })).toBeNull();
});
