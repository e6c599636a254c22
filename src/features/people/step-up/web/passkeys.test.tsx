/**
 * A person's passkeys in Family Overview, and the dialog for people with one. Devices: tests/e2e.
 */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { family } from '#features/household/family/contract.ts';
import { noneSent, type Reply, refusal, serve, show } from '#tests/web/support.tsx';
import { callApi } from '#web/api.ts';
import { setStepUp } from '#web/step-up.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { askStepUp } from './ask.tsx';
import { PasskeyCard } from './passkey-card.tsx';

const LIST = 'GET /api/auth/passkeys';
const START = 'POST /api/auth/passkeys/challenge';
const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const REMOVE = `DELETE /api/auth/passkeys/${ID}`;
const PHONE = {
  id: ID,
  device: 'Chrome on Android',
  createdAt: '2026-11-18T12:00:00.000Z',
  lastUsedAt: null,
};
const OWN: Reply = [200, [PHONE]];
const NONE: Reply = [200, []];

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  setStepUp(askStepUp);
});
afterEach(() => {
  setStepUp(undefined);
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => toastState().recent[0];

test('a passkey is removed after a confirmation; a refusal is shown (T04)', async () => {
  const sent = serve({
    [LIST]: [OWN, NONE],
    [REMOVE]: [refusal(409, 'Not now'), [200, { success: true }]],
  });
  show(<PasskeyCard />);
  const remove = 'Remove the passkey of Chrome on Android';
  await screen.findByRole('button', { name: remove });
  press(remove);
  await noneSent(sent, REMOVE);
  press('Remove');
  expect(await screen.findByText('Not now')).toBeTruthy();
  press(remove);
  press('Remove');
  await waitFor(() => expect(lastToast()?.title).toBe('Passkey removed'));
  expect(screen.queryByRole('button', { name: remove })).toBeNull();
});

test('none is added when the device does not make one (T04)', async () => {
  const start = { challenge: 'AAAA', userId: 'AAAA', email: 'anna@example.com', known: [] };
  serve({ [LIST]: NONE, [START]: [200, start] });
  show(<PasskeyCard />);
  await screen.findByRole('button', { name: 'Add a passkey' });
  press('Add a passkey');
  await waitFor(() => expect(lastToast()?.title).toBe('The passkey was not added.'));
  expect(screen.getByText('The passkey was not added.')).toBeTruthy();
});

test('a browser without passkeys says so (T04)', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  serve({ [LIST]: NONE });
  show(<PasskeyCard />);
  expect(await screen.findByText('This browser has no passkeys.')).toBeTruthy();
  expect(screen.queryByText(/in one of three ways/)).toBeNull();
});

test('over http on a LAN none is offered, and three ways to https are named (T04)', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  vi.stubGlobal('isSecureContext', false);
  serve({ [LIST]: NONE });
  show(<PasskeyCard />);
  await screen.findByText(/^This page was loaded over plain HTTP from another machine/);
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  expect(screen.getByText(/in one of three ways/)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

test('somebody with a passkey is offered it; the code is sent only on request (T59)', async () => {
  const SEND = 'POST /api/auth/step-up/code';
  const sent = serve({
    'POST /api/family/leave': [
      [403, { message: 'Please confirm first', code: 'SIGN_IN_AGAIN' }],
      [200, { success: true }],
    ],
    [LIST]: OWN,
    'POST /api/auth/step-up/challenge': [200, { challenge: 'AAAA', known: [] }],
    [SEND]: [200, { email: 'anna@example.com', onConsole: false }],
    'POST /api/auth/step-up': [200, { success: true }],
  });
  const call = callApi(family.leave, {});
  await screen.findByRole('button', { name: 'Use a passkey' });
  press('Use a passkey');
  expect(await screen.findByText(/^That did not work/)).toBeTruthy();
  await noneSent(sent, SEND);
  press('Send me a code');
  await screen.findByText('anna@example.com');
  fireEvent.change(screen.getByLabelText('Code from the mail'), { target: { value: '12345678' } });
  press('Confirm');
  await expect(call).resolves.toEqual({ success: true });
});
