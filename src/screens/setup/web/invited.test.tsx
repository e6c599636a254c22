/** Setup with an invitation from another family: it comes first. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InvitationPage } from '#features/household/family/web/invite/invitation-page.tsx';
import { aUser, id } from '#tests/web/replies.ts';
import { parent } from '#tests/web/setup-steps.ts';
import { noneSent, refusal, serve, show } from '#tests/web/support.tsx';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { SetupPage } from './setup-page.tsx';

const INVITATION = {
  id: '0190c6e4-1a2b-7c3d-8e4f-0123456789ab',
  invitedBy: 'Anna',
  inviterEmail: 'anna@example.org',
  role: 'spouse',
  expiresAt: '2026-11-28T10:00:00.000Z',
};
const JOIN = `POST /api/invitations/${INVITATION.id}/join`;
const DECLINE = `POST /api/invitations/${INVITATION.id}/decline`;

beforeEach(() => {
  history.replaceState(null, '', '/onboarding-setup');
});

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => toastState().recent[0];

test('a handed-over tablet never asks for the parent’s invitations (T19)', async () => {
  const kid = aUser({ role: 'child', childId: id(1), handedOver: true });
  const sent = serve({ ...parent, 'GET /api/auth/user': [200, kid] });
  show(<SetupPage />);
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  document.body.replaceChildren();
  show(<InvitationPage />);
  await screen.findByText('No open invitation');
  await noneSent(sent, 'GET /api/invitations');
});

test('an open invitation comes first, with who invites and as what; refused joins say why (FAM-09)', async () => {
  serve({
    ...parent,
    'GET /api/invitations': [200, [INVITATION]],
    [JOIN]: refusal(409, 'Your family already has a book of its own.'),
  });
  show(<SetupPage />);
  expect(await screen.findByText('Anna asks you to join a family')).toBeTruthy();
  expect(screen.getByText('As the other parent.')).toBeTruthy();
  expect(screen.getByText('anna@example.org')).toBeTruthy();
  expect(screen.queryByText('That family will run your book')).toBeNull();
  const looks = ['Join', 'No, my own family'].map(
    (name) => screen.getByRole('button', { name }).className,
  );
  expect(looks[0]).toBe(looks[1]);
  press('Join');
  expect(await screen.findByText('Your family already has a book of its own.')).toBeTruthy();
  expect(lastToast()).toMatchObject({ title: 'Could not join', destructive: true });
});

test('joining clears the cache and leads to the dashboard (FAM-09)', async () => {
  serve({
    ...parent,
    'GET /api/invitations': [200, [INVITATION]],
    [JOIN]: [200, { success: true }],
  });
  const queries = show(<InvitationPage />);
  queries.setQueryData(['', 'api', 'children'], ['of the old family']);
  await screen.findByText('Anna asks you to join a family');
  press('Join');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  expect(queries.getQueryData(['', 'api', 'children'])).toBeUndefined();
});

test('"No, my own family" continues with one’s own setup (FAM-09)', async () => {
  serve({
    ...parent,
    'GET /api/invitations': [
      [200, [INVITATION]],
      [200, []],
    ],
    [DECLINE]: [200, { success: true }],
  });
  show(<SetupPage />);
  await screen.findByText('Anna asks you to join a family');
  press('No, my own family');
  expect(await screen.findByText('Who gets a savings book?')).toBeTruthy();
});

test('a child is told what it and its grown-ups will see, who invites it, and is warned (FAM-09 T19c)', async () => {
  serve({ ...parent, 'GET /api/invitations': [200, [{ ...INVITATION, role: 'child' }]] });
  show(<InvitationPage />);
  const seen = 'Your grown-ups see your entries and your requests.';
  expect(await screen.findByText(seen)).toBeTruthy();
  expect(screen.getByText('anna@example.org')).toBeTruthy();
  expect(screen.getByText('That family will run your book')).toBeTruthy();
});

test('without an open invitation the page says so (FAM-09)', async () => {
  serve({ ...parent, 'GET /api/invitations': [200, []] });
  show(<InvitationPage />);
  expect(await screen.findByText('No open invitation')).toBeTruthy();
});
