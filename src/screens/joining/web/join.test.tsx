/** A joining device: its request, the number it shows, and where it leads. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { JoinPage } from './join-page.tsx';

const ASK = 'POST /api/join';
const ENTER = 'POST /api/join/enter';
const WAITS: Reply = [200, { state: 'waits' }];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

function open(address: string, replies: Record<string, Reply | Reply[]>) {
  history.replaceState(null, '', address);
  const sent = serve(replies);
  show(<JoinPage />);
  return sent;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a scanned code of a child asks nothing, leaves the address, and waits with its number', async () => {
  const user = aUser({ role: 'child', email: '', handedOver: true });
  const sent = open('/join#K7M2QX4829BT', {
    [ASK]: [200, { match: '47', child: 'Mia' }],
    [ENTER]: [WAITS, WAITS, [200, { state: 'in', user }]],
  });
  expect(location.hash).toBe('');
  expect(screen.queryByRole('textbox')).toBeNull();
  await noneSent(sent);
  press('Ask to join');
  expect(await screen.findByText('47')).toBeTruthy();
  expect(screen.getByText('If so, this becomes Mia’s device.')).toBeTruthy();
  expect(location.pathname).toBe('/join');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), { timeout: 10_000 });
  expect(sentTo(sent, ASK)[0]?.body).toEqual({ code: 'K7M2QX4829BT' });
  expect(sentTo(sent, ENTER)).toHaveLength(3);
});

test('an adult’s code asks for an address; a wrong one is said at its field', async () => {
  const message = 'This is not the code on the screen, or it no longer works';
  const sent = open('/join', { [ASK]: refusal(400, message, 'code') });
  const code = screen.getByLabelText('Code on the parent’s screen');
  fireEvent.change(code, { target: { value: 'k7m2' } });
  expect(screen.queryByLabelText('Your e-mail address')).toBeNull();
  fireEvent.change(code, { target: { value: 'a7m2-qx48-29bt' } });
  fireEvent.change(screen.getByLabelText('Your e-mail address'), {
    target: { value: 'ben@example.com' },
  });
  press('Ask to join');
  expect((await screen.findAllByText(message)).length).toBe(2);
  expect(sentTo(sent, ASK)[0]?.body).toEqual({ code: 'a7m2-qx48-29bt', email: 'ben@example.com' });
});

test.each([
  ['known', 'You already have a sign-in here'],
  ['gone', 'This device wasn’t let in'],
])('a device that is %s reads why', async (state, title) => {
  open('/join#A7M2QX4829BT', {
    [ASK]: [200, { match: '47', child: null }],
    [ENTER]: [200, { state }],
  });
  fireEvent.change(screen.getByLabelText('Your e-mail address'), {
    target: { value: 'ben@example.com' },
  });
  press('Ask to join');
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(location.pathname).toBe('/join');
});
