/** A new address: requesting it, the pending state, and the links' page. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { dropToken } from '#web/link-token.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { AddressCard } from './address-card.tsx';
import { ConfirmPage } from './confirm-page.tsx';

const GET = 'GET /api/auth/email-change';
const START = 'POST /api/auth/email-change';
const CANCEL = 'DELETE /api/auth/email-change';
const CONFIRM = 'POST /api/auth/email-change/confirm';
const pending = {
  newEmail: 'new@example.org',
  oldConfirmed: true,
  newConfirmed: false,
  expiresAt: '2026-11-21T12:00:00.000Z',
};
const NONE: Reply = [200, null];
const WAITS: Reply = [200, pending];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
  dropToken();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => toastState().recent[0];

describe('the card (T44)', () => {
  const open = (replies: Record<string, Reply | readonly Reply[]>) => {
    const sent = serve(replies);
    show(<AddressCard email="anna@example.org" />);
    return sent;
  };

  test('no address is refused; a failure is said beside the field; then both links are sent', async () => {
    const sent = open({ [GET]: [NONE, WAITS], [START]: [refusal(429, 'Too many tries'), WAITS] });
    fireEvent.click(await screen.findByRole('button', { name: 'Change e-mail address' }));
    press('Send both links');
    expect(screen.getAllByText('Please enter a valid email address')).toHaveLength(2);
    await noneSent(sent, START);
    fireEvent.change(screen.getByLabelText('New e-mail address'), {
      target: { value: 'new@example.org' },
    });
    press('Send both links');
    expect(await screen.findByText('Too many tries')).toBeTruthy();
    expect(lastToast()?.title).toBe('Update Failed');
    press('Send both links');
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.getByText('Waiting')).toBeTruthy();
    expect(sentTo(sent, START).at(-1)?.body).toEqual({ email: 'new@example.org' });
  });

  test('what waits can be called off', async () => {
    open({
      [GET]: [WAITS, NONE],
      [CANCEL]: [refusal(409, 'Not now'), [200, { success: true }]],
    });
    const keep = await screen.findByRole('button', { name: 'Keep the old address' });
    fireEvent.click(keep);
    expect(await screen.findByText('Not now')).toBeTruthy();
    press('Keep the old address');
    expect(await screen.findByRole('button', { name: 'Change e-mail address' })).toBeTruthy();
  });
});

describe('the page of the links (T44)', () => {
  const open = (address: string, replies: Record<string, Reply | readonly Reply[]> = {}) => {
    const sent = serve(replies);
    history.replaceState(null, '', address);
    show(<ConfirmPage />);
    return sent;
  };

  test('without a token nothing can be confirmed', () => {
    open('/auth/email');
    expect(screen.getByText('No verification token found')).toBeTruthy();
  });

  test('a link that is worth nothing says so', async () => {
    open('/auth/email?token=x', { [CONFIRM]: refusal(401, 'Invalid or expired link') });
    press('Yes, change it');
    expect(await screen.findByText('Invalid or expired link')).toBeTruthy();
    expect(location.pathname).toBe('/auth/email');
  });

  test.each([
    ['waiting', 'Now open the link sent to the other address, within the hour.'],
    [
      'changed',
      'From now on you sign in with the new address. Your other devices were signed out.',
    ],
  ])('nothing is sent before the press; then the answer is %s', async (state, words) => {
    const sent = open('/auth/email?token=abc', { [CONFIRM]: [200, { state }] });
    expect(location.search).toBe('');
    await noneSent(sent);
    press('Yes, change it');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(sentTo(sent, CONFIRM)[0]?.body).toEqual({ token: 'abc' });
  });
});
