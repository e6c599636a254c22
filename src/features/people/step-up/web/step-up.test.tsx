/** A refused call opens one dialog, and is then repeated unchanged. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { family } from '#features/household/family/contract.ts';
import { handover } from '#features/people/handover/contract.ts';
import { noneSent, type Reply, refusal, sentTo, serve } from '#tests/web/support.tsx';
import { callApi } from '#web/api.ts';
import { needsFreshSignIn } from '#web/errors.ts';
import { setStepUp } from '#web/step-up.ts';
import { askStepUp } from './ask.tsx';

const PIN = 'PUT /api/family/pin';
const LEAVE = 'POST /api/family/leave';
const SEND = 'POST /api/auth/step-up/code';
const CONFIRM = 'POST /api/auth/step-up';
const TOO_OLD: Reply = [403, { message: 'Please confirm first', code: 'SIGN_IN_AGAIN' }];
const DONE: Reply = [200, { success: true }];
const SENT: Reply = [200, { email: 'anna@example.com', onConsole: false }];

beforeEach(() => setStepUp(askStepUp));
afterEach(() => {
  setStepUp(undefined);
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (code: string) =>
  fireEvent.change(screen.getByLabelText('Code from the mail'), { target: { value: code } });
const keyOf = ({ init }: { init: RequestInit }) =>
  (init.headers as Record<string, string>)['idempotency-key'];

test('after the code the same call is repeated: same body, same key (T59)', async () => {
  const sent = serve({ [PIN]: [TOO_OLD, DONE], [SEND]: SENT, [CONFIRM]: DONE });
  const call = callApi(handover.setPin, { pin: '2580' });
  await screen.findByRole('dialog', { name: 'Is it still you?' });
  await screen.findByText('anna@example.com');
  expect(sentTo(sent, PIN)).toHaveLength(1);
  type('1234 5678');
  press('Confirm');
  await expect(call).resolves.toEqual({ success: true });
  expect(sentTo(sent, CONFIRM)[0]?.body).toEqual({ code: '12345678' });
  const [first, second] = sentTo(sent, PIN);
  expect(second?.body).toEqual({ pin: '2580' });
  expect(keyOf(second as never)).toBe(keyOf(first as never));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a wrong code is reported at its field, another one can be sent, and nothing else happens (T59)', async () => {
  const wrong = refusal(400, 'Invalid or expired code', 'code');
  const sent = serve({ [LEAVE]: [TOO_OLD, DONE], [SEND]: SENT, [CONFIRM]: [wrong, DONE] });
  const call = callApi(family.leave, {});
  await screen.findByText('anna@example.com');
  press('Confirm');
  await noneSent(sent, CONFIRM);
  type('12345678');
  press('Confirm');
  expect((await screen.findAllByText('Invalid or expired code')).length).toBeGreaterThan(0);
  expect(sentTo(sent, LEAVE)).toHaveLength(1);
  press('Send another code');
  await waitFor(() => expect(sentTo(sent, SEND)).toHaveLength(2));
  type('87654321');
  press('Confirm');
  await expect(call).resolves.toEqual({ success: true });
});

test('closing the dialog refuses the call; two calls at once share one dialog (T59)', async () => {
  const sent = serve({ [LEAVE]: TOO_OLD, [PIN]: TOO_OLD, [SEND]: SENT });
  const calls = [callApi(family.leave, {}), callApi(handover.setPin, { pin: '2580' })];
  const results = Promise.allSettled(calls);
  await screen.findByText('anna@example.com');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  act(() => press('Cancel'));
  for (const result of await results)
    expect(result.status === 'rejected' && needsFreshSignIn(result.reason)).toBe(true);
  expect(sentTo(sent, SEND)).toHaveLength(1);
  expect(sentTo(sent, LEAVE)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('if a code cannot be sent right now, the dialog says so, with a retry (T06)', async () => {
  const full: Reply = [429, { message: 'Please wait an hour.', code: 'RATE_LIMITED' }];
  serve({ [LEAVE]: [TOO_OLD, DONE], [SEND]: [full, SENT], [CONFIRM]: DONE });
  const call = callApi(family.leave, {});
  await screen.findByText('Please wait an hour.');
  press('Try Again');
  await screen.findByText('anna@example.com');
  type('12345678');
  press('Confirm');
  await expect(call).resolves.toEqual({ success: true });
});

test('without a mail server the dialog says that the code is on the console (T59)', async () => {
  const onConsole: Reply = [200, { email: 'anna@example.com', onConsole: true }];
  serve({ [LEAVE]: [TOO_OLD, DONE], [SEND]: onConsole, [CONFIRM]: DONE });
  const call = callApi(family.leave, {});
  await screen.findByText(/is on the server’s console/);
  expect(screen.queryByText(/We sent a code/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Code from the console'), {
    target: { value: '1234 5678' },
  });
  press('Confirm');
  await expect(call).resolves.toEqual({ success: true });
});
