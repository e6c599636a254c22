/** A parent's side of joining: a code for one device, and one press to let it in. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aChild } from '#tests/web/replies.ts';
import { noneSent, type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { JoinCard } from './join-card.tsx';

const MIA = aChild({ name: 'Mia' });
const OFFER = 'POST /api/family/joining';
const LOOK = 'GET /api/family/joining/K7M2QX';
const LET_IN = 'POST /api/family/joining/K7M2QX/let-in';
const CLOSE = 'DELETE /api/family/joining/K7M2QX';
const MADE: Reply = [
  200,
  {
    ...{ id: 'K7M2QX', code: 'K7M2-QX48-29BT', expiresAt: '2026-11-27T12:00:00.000Z' },
    url: 'https://book.example/join#K7M2QX4829BT',
  },
];
const NOBODY: Reply = [200, { isGone: false, asking: null }];
const TABLET: Reply = [
  200,
  { isGone: false, asking: { device: 'Safari on iPad', match: '47', email: null } },
];
const DONE: Reply = [200, { success: true }];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

function card(isParent: boolean, replies: Record<string, Reply | Reply[]>) {
  const sent = serve({ 'GET /api/children': [200, [MIA]], [OFFER]: MADE, ...replies });
  show(<JoinCard mayOfferAdult={isParent} />);
  return sent;
}

const open = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};

test('a code for one child, and nothing is let in before the numbers are compared', async () => {
  const sent = card(true, { [LOOK]: [NOBODY, TABLET], [LET_IN]: DONE });
  const dialog = await open('Mia’s device');
  expect(sentTo(sent, OFFER)[0]?.body).toEqual({ childId: MIA.id });
  expect(await dialog.findByText('K7M2-QX48-29BT')).toBeTruthy();
  expect(dialog.getByRole('img', { name: 'Opens the page on the other device' })).toBeTruthy();
  expect(await dialog.findByText('47', {}, { timeout: 10_000 })).toBeTruthy();
  expect(dialog.getByText('Does Safari on iPad show this number?')).toBeTruthy();
  await noneSent(sent, LET_IN);
  fireEvent.click(dialog.getByRole('button', { name: 'Yes, let it in' }));
  await waitFor(() => expect(toastState().recent[0]?.title).toBe('Mia’s device is in'));
  expect(sentTo(sent, LET_IN)[0]?.body).toEqual({ match: '47' });
});

test('a code of an address that only this computer opens says so; any other code does not', async () => {
  const warning = 'Other devices can’t open this address';
  card(true, { [LOOK]: NOBODY });
  const dialog = await open('Mia’s device');
  await dialog.findByText('K7M2-QX48-29BT');
  expect(dialog.queryByText(warning)).toBeNull();
  cleanup();
  const url = 'http://localhost:3000/join#K7M2QX4829BT';
  card(true, { [LOOK]: NOBODY, [OFFER]: [200, { ...(MADE[1] as object), url }] });
  const atHome = await open('Mia’s device');
  expect(await atHome.findByText(warning)).toBeTruthy();
});

test('a number that does not match takes the code back', async () => {
  const sent = card(true, { [LOOK]: TABLET, [CLOSE]: DONE });
  const dialog = await open('The other parent’s');
  expect(sentTo(sent, OFFER)[0]?.body).toEqual({ childId: null });
  fireEvent.click(await dialog.findByRole('button', { name: 'No, cancel the code' }));
  await waitFor(() => expect(sentTo(sent, CLOSE)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  await noneSent(sent, LET_IN);
});

test('a spouse makes no code for an adult; one that ended says so', async () => {
  card(false, { [LOOK]: [200, { isGone: true, asking: null }], [CLOSE]: DONE });
  const dialog = await open('Mia’s device');
  expect(await dialog.findByText('This code no longer works')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'The other parent’s' })).toBeNull();
});
