/** Children's sign-ins: given, withdrawn, ended. */

import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { children } from '#features/people/children/contract.ts';
import { aChild } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { query } from '#web/query.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { ChildSignIns } from './child-sign-ins.tsx';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const OTHER = '0190c6e4-1a2b-7c3d-8e4f-0123456789ac';
const SIGN_IN = `POST /api/children/${ID}/sign-in`;
const END = `DELETE /api/children/${ID}/sign-in`;
const DONE: Reply = [200, { success: true }];
const MIA = aChild({ id: ID });

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const lastToast = () => toastState().recent[0];

function Card() {
  const books = useQuery(query(children.list, {})).data;
  return books ? <ChildSignIns books={books} /> : null;
}

async function open(replies: Record<string, Reply | readonly Reply[]>) {
  const sent = serve(replies);
  show(<Card />);
  await screen.findByText('Mia');
  return sent;
}

test('a child has no sign-in until a parent gives it one (AUTH-48)', async () => {
  const sent = await open({
    'GET /api/children': [
      [200, [MIA]],
      [200, [{ ...MIA, invitedEmail: 'mia@example.org' }]],
    ],
    [SIGN_IN]: [refusal(409, 'Mia can already sign in'), DONE],
  });
  expect(screen.getByText('No sign-in yet')).toBeTruthy();
  press('Let Mia sign in');
  press('Send Invitation');
  expect(screen.getAllByText('Please enter a valid email address')).toHaveLength(2);
  type("Mia's e-mail address", 'mia@example.org');
  press('Send Invitation');
  expect(await screen.findByText('Mia can already sign in')).toBeTruthy();
  press('Send Invitation');
  expect(await screen.findByText('Invited: mia@example.org')).toBeTruthy();
  expect(sentTo(sent, SIGN_IN).at(-1)?.body).toEqual({ email: 'mia@example.org' });
});

test('an invitation that was sent before is shown and can be taken back (AUTH-48)', async () => {
  const invited = { ...MIA, invitedEmail: 'typo@example.org' };
  const sent = await open({
    'GET /api/children': [
      [200, [invited]],
      [200, [MIA]],
    ],
    [END]: DONE,
  });
  expect(screen.getByText('Invited: typo@example.org')).toBeTruthy();
  press('Take Back');
  await noneSent(sent, END);
  fireEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take Back' }),
  );
  expect(await screen.findByText('No sign-in yet')).toBeTruthy();
  expect(lastToast()?.title).toBe('Invitation taken back');
});

test('ending a child’s sign-in asks first (AUTH-48)', async () => {
  const signedIn = { ...MIA, userId: OTHER, email: 'mia@example.org' };
  const sent = await open({
    'GET /api/children': [
      [200, [signedIn]],
      [200, [MIA]],
    ],
    [END]: DONE,
  });
  expect(screen.getByText('Signs in with mia@example.org')).toBeTruthy();
  press('End sign-in');
  await noneSent(sent, END);
  fireEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End sign-in' }),
  );
  expect(await screen.findByText('No sign-in yet')).toBeTruthy();
});
