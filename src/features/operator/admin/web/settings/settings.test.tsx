/** The operator's first questions and the settings page. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import type { ServerSettings } from '../../settings/contract.ts';
import { SettingsPage } from '../pages.tsx';
import { ServerQuestions } from './server-questions.tsx';

const READ = 'GET /api/admin/settings';
const SAVE = 'PUT /api/admin/settings';
const INVITE = 'POST /api/admin/invitations';
const DONE: Reply = [200, { success: true }];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const unset = { value: null, isSet: false, from: 'usual' } as const;
const settings = (more: Partial<ServerSettings> = {}): ServerSettings => ({
  startedAt: '2026-11-27T10:00:00.000Z',
  isAnswered: false,
  network: { value: null, from: 'usual', isInUse: false },
  signups: { value: 'open', from: 'usual' },
  texts: {
    ...{ chainUrl: unset, smtpUrl: unset, mailFrom: unset, publicUrl: unset },
    ...{ sourceUrl: unset, donationAddress: unset, donationLightning: unset },
  },
  peopleWithPasskeys: 0,
  ...more,
});
const startedAnew: Reply = [200, settings({ startedAt: '2026-11-27T10:01:00.000Z' })];
const choose = (label: string | RegExp) => fireEvent.click(screen.getByLabelText(label));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function questions(found: ServerSettings, replies: Record<string, Reply | Reply[]>) {
  const onDone = vi.fn();
  const sent = serve(replies);
  show(<ServerQuestions settings={found} onDone={onDone} />);
  return { onDone, sent };
}

test('of four questions only the network has no answer yet, and it is asked for', async () => {
  const { sent } = questions(settings(), { [SAVE]: DONE });
  const group = (name: string) => screen.getByRole('radiogroup', { name });
  expect(group('What kind of bitcoin will this server use?').querySelector(':checked')).toBeNull();
  expect((screen.getByLabelText(/Only people you invite/) as HTMLInputElement).checked).toBe(true);
  expect((screen.getByLabelText(/^No.*own source/) as HTMLInputElement).checked).toBe(true);
  expect((screen.getByLabelText(/^Later/) as HTMLInputElement).checked).toBe(true);
  press('Open the first book');
  expect((await screen.findAllByText('Please choose one')).length).toBe(2);
  await noneSent(sent, SAVE);
});

test('what was chosen is sent once, and the page goes on when the server has started anew', async () => {
  const { sent, onDone } = questions(settings(), {
    [SAVE]: DONE,
    [READ]: [[500, ''], [200, settings()], startedAnew],
  });
  choose('Real bitcoin');
  choose(/^Yes, at this address/);
  fireEvent.change(screen.getByLabelText('Esplora, mempool or Electrum'), {
    target: { value: 'https://mempool.space/api' },
  });
  press('Open the first book');
  await waitFor(() => expect(sentTo(sent, SAVE)).toHaveLength(1));
  expect(sentTo(sent, SAVE)[0]?.body).toEqual({
    network: 'mainnet',
    signups: 'invited',
    chainUrl: 'https://mempool.space/api',
  });
  expect(onDone).not.toHaveBeenCalled();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce(), { timeout: 5_000 });
  expect(sentTo(sent, READ)).toHaveLength(3);
});

test('whoever leaves the page meanwhile ends the waiting', async () => {
  const { sent, onDone } = questions(settings(), { [SAVE]: DONE, [READ]: [200, settings()] });
  choose('Real bitcoin');
  press('Open the first book');
  await waitFor(() => expect(sentTo(sent, READ).length).toBeGreaterThan(0), { timeout: 5_000 });
  cleanup();
  const asked = sentTo(sent, READ).length;
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(sentTo(sent, READ)).toHaveLength(asked);
  expect(onDone).not.toHaveBeenCalled();
});

test('what the environment answers is not asked', async () => {
  const { sent } = questions(
    settings({ network: { value: 'mainnet', from: 'environment', isInUse: false } }),
    { [SAVE]: DONE, [READ]: startedAnew },
  );
  expect(screen.queryByLabelText('Real bitcoin')).toBeNull();
  press('Open the first book');
  await waitFor(() => expect(sentTo(sent, SAVE)).toHaveLength(1));
  expect(sentTo(sent, SAVE)[0]?.body).toEqual({ signups: 'invited' });
});

function page(found: ServerSettings, replies: Record<string, Reply | Reply[]> = {}) {
  const sent = serve({
    'GET /api/auth/user': [200, aUser({ isAdmin: true })],
    [READ]: [200, found],
    ...replies,
  });
  show(<SettingsPage />);
  return sent;
}

test('a network with wallets stays, what the environment sets stays, and both say why', async () => {
  page(
    settings({
      network: { value: 'mainnet', from: 'page', isInUse: true },
      texts: {
        ...settings().texts,
        mailFrom: { value: 'Satling <a@example.com>', isSet: true, from: 'environment' },
        smtpUrl: { value: null, isSet: true, from: 'page' },
      },
    }),
  );
  expect(await screen.findByText('Wallets already use it, so it can’t be changed.')).toBeTruthy();
  const field = (label: RegExp) => screen.getByLabelText(label) as HTMLInputElement;
  expect(field(/^Test money/).disabled).toBe(true);
  expect([field(/From address/).disabled, field(/From address/).value]).toEqual([
    true,
    'Satling <a@example.com>',
  ]);
  expect(screen.getByText('Set where this server is installed. You can only change it there.'));
  expect([field(/^Mail server/).value, field(/^Mail server/).placeholder]).toEqual([
    '',
    '••••••••',
  ]);
});

test('only what was changed is sent; a refusal stands at its field', async () => {
  const message = 'Enter an address without a path, such as https://book.example';
  const sent = page(settings({ isAnswered: true, peopleWithPasskeys: 2 }), {
    [SAVE]: refusal(400, message, 'publicUrl'),
  });
  const address = await screen.findByLabelText(/^Public address/);
  expect(screen.queryByRole('switch')).toBeNull();
  fireEvent.change(address, { target: { value: 'https://book.example/path' } });
  expect(screen.getByText(/2 people have passkeys/)).toBeTruthy();
  fireEvent.click(screen.getByRole('switch'));
  press('Save');
  expect((await screen.findAllByText(message)).length).toBe(2);
  expect(sentTo(sent, SAVE)[0]?.body).toEqual({
    publicUrl: 'https://book.example/path',
    withoutPasskeys: true,
  });
});

test('an invited family gets a mail, or a link to pass on where no mail is sent', async () => {
  const link = 'https://book.example/auth/verify?token=t';
  const sent = page(settings(), {
    [INVITE]: [
      [200, { success: true, link: null }],
      [200, { success: true, link }],
    ],
  });
  const invite = async (email: string) => {
    fireEvent.change(await screen.findByLabelText(/E-mail address of a parent/), {
      target: { value: email },
    });
    press('Invite');
    await screen.findByText(`${email} is invited`);
  };
  await invite('a@example.com');
  expect(screen.getByText('The link is on its way by email.')).toBeTruthy();
  await invite('b@example.com');
  expect(screen.getByText(link)).toBeTruthy();
  expect(sentTo(sent, INVITE).map(({ body }) => body)).toEqual([
    { email: 'a@example.com' },
    { email: 'b@example.com' },
  ]);
});
