/** "If I wait": the day follows the slider; it becomes a request, or a parent’s share. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aGoal, aRequest, id, MIA, mia } from '#tests/web/goals.ts';
import { sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { viewGoal } from '../view-goal.ts';
import { IfIWait, IfIWaitCard } from './if-i-wait.tsx';

const view = viewGoal(aGoal());
const ASK = `POST /api/family-goals/${id(50)}/child-allocation-request`;
const ALLOCATE = `POST /api/family-goals/${id(50)}/allocations`;

beforeEach(() => {
  localStorage.clear();
  clearToasts();
});

const slide = (percent: string) =>
  fireEvent.change(screen.getByRole('slider'), { target: { value: percent } });

test('the day follows the slider and the number next to it; without an amount none is promised', () => {
  serve({});
  show(<IfIWait view={view} kids={[mia]} isChild />);
  expect(screen.getByText('400 sats a week → full on Saturday, April 22, 2028')).toBeTruthy();
  slide('50');
  expect(screen.getByText('1,000 sats a week → full on Saturday, June 12, 2027')).toBeTruthy();
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '0' } });
  expect(screen.getByText(/^Choose from 1 to 100 percent\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ask to put a part aside' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('typing sats shows the possible percentage next to the field, and nothing is sent', () => {
  serve({});
  show(<IfIWait view={view} kids={[mia]} isChild />);
  const field = screen.getByRole('spinbutton');
  fireEvent.change(field, { target: { value: '2000' } });
  const told = screen.getByText('Choose from 1 to 100 percent. 100% is 2,000 sats a week.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toContain(told.id);
  fireEvent.click(screen.getByRole('button', { name: 'Ask to put a part aside' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a share that the goal has already is counted, and no more than the rest can be chosen', async () => {
  const running = { status: 'active', applyTo: 'new_contributions' } as const;
  serve({
    'GET /api/allocations/active': [
      200,
      [
        aRequest({ ...running, percentage: 30 }),
        aRequest({ ...running, id: id(71), goalId: id(51), percentage: 12.5 }),
      ],
    ],
  });
  show(<IfIWait view={view} kids={[mia]} isChild />);
  expect(
    await screen.findByText('30% of it goes to this goal already and is counted too.'),
  ).toBeTruthy();
  slide('20');
  expect(screen.getByText(/^1,000 sats a week → full on/)).toBeTruthy();
  slide('60');
  expect(screen.getByText('Choose from 1 to 57 percent. 57% is 1,140 sats a week.')).toBeTruthy();
});

test('without a pay day the card says that nothing can be counted', () => {
  serve({});
  show(<IfIWait view={view} kids={[{ ...mia, nextAllowanceDate: null }]} isChild />);
  expect(screen.getByText(/No pay day is set right now/)).toBeTruthy();
});

test('a child asks for what the slider says; a parent sets it', async () => {
  const replies = { [ASK]: [200, aRequest()], [ALLOCATE]: [200, aRequest()] } as const;
  const sent = serve(replies);
  show(<IfIWait view={view} kids={[mia]} isChild />);
  slide('25');
  fireEvent.click(screen.getByRole('button', { name: 'Ask to put 25% aside' }));
  const why = await screen.findByLabelText(/Why do you want to help/);
  fireEvent.change(why, { target: { value: 'I want to ride it' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() =>
    expect(sentTo(sent, ASK)[0]?.body).toMatchObject({
      percentage: '25',
      applyTo: 'new_contributions',
      childId: MIA,
    }),
  );
  document.body.replaceChildren();
  show(<IfIWait view={view} kids={[mia]} isChild={false} />);
  slide('30');
  fireEvent.click(screen.getByRole('button', { name: 'Put 30% aside' }));
  await screen.findByRole('dialog');
  fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement);
  await waitFor(() =>
    expect(sentTo(sent, ALLOCATE)[0]?.body).toMatchObject({ percentage: '30', childId: MIA }),
  );
});

test('in the book it is about the nearest open goal of the family or the child', async () => {
  const other = aGoal({ id: id(51), title: 'Of another child', ownerChildId: id(3) });
  const full = aGoal({ id: id(52), title: 'Full', currentAmount: '0.00100000' });
  serve({
    'GET /api/family-goals': [200, [other, full, aGoal(), aGoal({ id: id(53), title: 'Trip' })]],
  });
  show(<IfIWaitCard child={mia} />);
  const select = await screen.findByLabelText('For which goal?');
  expect([...select.querySelectorAll('option')].map(({ text }) => text)).toEqual(['Bike', 'Trip']);
});
