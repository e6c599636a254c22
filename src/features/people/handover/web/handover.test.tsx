/** Handing a tablet over and back, and the PIN: prompts, calls and dropped data. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { setPageRoot } from '#web/page-root.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { HandBackDialog } from './hand-back-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { PinCard } from './pin-card.tsx';
import { startAfresh } from './start-afresh.ts';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const PIN = 'GET /api/family/pin';
const SET = 'PUT /api/family/pin';
const START = `POST /api/children/${ID}/hand-over`;
const BACK = 'POST /api/family/hand-back';
const DONE: Reply = [200, { success: true }];
const WRONG = refusal(400, 'That PIN is not right', 'pin');

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function openHandOver(replies: Record<string, Reply | readonly Reply[]>) {
  const sent = serve(replies);
  show(<HandOverDialog child={{ id: ID, name: 'Mia' }} onClose={() => undefined} />);
  return sent;
}

test('without a PIN one is chosen before the tablet goes (T19)', async () => {
  const sent = openHandOver({
    [PIN]: [200, { isSet: false }],
    [SET]: DONE,
    [START]: refusal(409, 'Not now'),
  });
  expect(await screen.findByLabelText('Choose a PIN')).toBeTruthy();
  type('Choose a PIN', '12');
  press('Hand over');
  expect(screen.getAllByText('A PIN has 4 to 8 digits')).toHaveLength(2);
  await noneSent(sent, SET);
  type('Choose a PIN', '2580');
  press('Hand over');
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(sentTo(sent, SET)[0]?.body).toEqual({ pin: '2580' });
  expect(sentTo(sent, START)).toHaveLength(1);
});

test('with a PIN one press hands over; a failure is said in the dialog (T19)', async () => {
  const sent = openHandOver({ [PIN]: [200, { isSet: true }], [START]: refusal(409, 'Not now') });
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(sentTo(sent, START)).toHaveLength(1);
  expect(toastState().recent[0]?.title).toBe('Update Failed');
});

test('after a change of hands the cache, the page and the address are new (T19)', () => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  act(() => root.render('Anna has 1,000 sats'));
  setPageRoot(root);
  localStorage.setItem('satling_cache.x', 'Anna');
  localStorage.setItem('satling_theme', 'dark');
  const queries = newQueryClient();
  queries.setQueryData(['', 'api', 'family'], { secret: 'Anna' });
  const leave = vi.fn();
  act(() => startAfresh(queries, leave));
  expect(queries.getQueryCache().getAll()).toEqual([]);
  expect(page.textContent).toBe('');
  expect(localStorage.getItem('satling_cache.x')).toBeNull();
  expect(localStorage.getItem('satling_theme')).toBe('dark');
  expect(leave).toHaveBeenCalledWith('/dashboard');
  page.remove();
});

test('a wrong PIN is said beside the field, which is empty again; the mail is the other way (T19)', async () => {
  const sent = serve({
    [BACK]: [WRONG, refusal(429, 'Too many wrong tries. Please wait a minute.')],
  });
  show(<HandBackDialog onClose={() => undefined} />);
  press('Take it back');
  expect(screen.getAllByText('A PIN has 4 to 8 digits')).toHaveLength(2);
  type('Your PIN', '0000');
  press('Take it back');
  expect(await screen.findAllByText('That PIN is not right')).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>('Your PIN').value).toBe('');
  type('Your PIN', '0001');
  press('Take it back');
  expect(await screen.findByText('Too many wrong tries. Please wait a minute.')).toBeTruthy();
  expect(sentTo(sent, BACK).map(({ body }) => body)).toEqual([{ pin: '0000' }, { pin: '0001' }]);
  const dialog = within(screen.getByRole('dialog', { name: 'Hand back' }));
  expect(dialog.getByRole('link').getAttribute('href')).toBe('/onboarding');
});

test('the PIN is set and changed in Family Overview (T19)', async () => {
  const sent = serve({
    [PIN]: [
      [200, { isSet: false }],
      [200, { isSet: true }],
    ],
    [SET]: [refusal(409, 'Not now'), DONE],
  });
  show(<PinCard />);
  fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }));
  type('New PIN', 'abcd');
  press('Save');
  expect(screen.getAllByText('A PIN has 4 to 8 digits')).toHaveLength(2);
  type('New PIN', '31415926');
  press('Save');
  expect(await screen.findByText('Not now')).toBeTruthy();
  press('Save');
  expect(await screen.findByText('Your PIN is set.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Change PIN' })).toBeTruthy();
  expect(sentTo(sent, SET).at(-1)?.body).toEqual({ pin: '31415926' });
});

test('changing it asks for the old one, unless that is forgotten (T19)', async () => {
  const sent = serve({
    [PIN]: [200, { isSet: true }],
    [SET]: [refusal(400, 'That PIN is not right', 'oldPin'), DONE],
  });
  show(<PinCard />);
  fireEvent.click(await screen.findByRole('button', { name: 'Change PIN' }));
  type('New PIN', '31415926');
  press('Save');
  await noneSent(sent, SET);
  type('Old PIN', '0000');
  press('Save');
  expect(await screen.findAllByText('That PIN is not right')).toHaveLength(2);
  expect(sentTo(sent, SET)[0]?.body).toEqual({ pin: '31415926', oldPin: '0000' });
  press('I have forgotten it');
  expect(screen.queryByLabelText('Old PIN')).toBeNull();
  press('Save');
  await screen.findByText('Your PIN is set.');
  expect(sentTo(sent, SET)[1]?.body).toEqual({ pin: '31415926', forgotten: true });
});
