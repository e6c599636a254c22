/** A link for the other adult: requested after a question, shown once, stopped by a press. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { id } from '#tests/web/replies.ts';
import { noneSent, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { HelpCard, HelpWaiting } from './help-card.tsx';

const LIST = 'GET /api/family/sign-in-help';
const ASK = 'POST /api/family/sign-in-help';
const BEN = { firstName: 'Ben', email: 'ben@example.com' };
const link = 'https://book.example/auth/verify?token=t';

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const confirm = async () =>
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ask for a link' }),
  );

test('nothing is sent before the question, and the link is shown once made', async () => {
  const sent = serve({ [ASK]: [200, { link, opensAt: '2026-11-30T12:00:00.000Z' }] });
  show(<HelpCard other={BEN} />);
  press('Ask for a link');
  expect(await screen.findByText(/Ben hears of it at once/)).toBeTruthy();
  await noneSent(sent, ASK);
  await confirm();
  expect(await screen.findByText(link)).toBeTruthy();
  expect(screen.getByText(/It works once, from .*Nov 30/)).toBeTruthy();
  expect(sentTo(sent, ASK)[0]?.body).toEqual({ email: 'ben@example.com' });
});

test('a refusal is shown where one asked, and one may ask again', async () => {
  const why = 'This server sends email: a sign-in link by email works at once';
  serve({ [ASK]: refusal(409, why, 'email') });
  show(<HelpCard other={BEN} />);
  press('Ask for a link');
  await confirm();
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ask for a link' })).toBeTruthy();
});

test.each([
  ['Anna', 'Anna asked for it.'],
  [null, 'Whoever runs this server asked for it.'],
])('a link asked for by %s stands above everything, and any adult stops it', async (by, words) => {
  const one = { id: id(7), ...BEN, by };
  const times = { opensAt: '2026-11-30T12:00:00.000Z', expiresAt: '2026-12-07T12:00:00.000Z' };
  const STOP = `DELETE /api/family/sign-in-help/${id(7)}`;
  const sent = serve({
    [LIST]: [
      [200, [{ ...one, ...times }]],
      [200, []],
    ],
    [STOP]: [200, { success: true }],
  });
  show(<HelpWaiting />);
  expect(await screen.findByText('A link will sign in Ben')).toBeTruthy();
  expect(screen.getByText(new RegExp(words))).toBeTruthy();
  press('Stop it');
  await waitFor(() => expect(screen.queryByText('A link will sign in Ben')).toBeNull());
  expect(sentTo(sent, STOP)).toHaveLength(1);
});
