/** Deleting the family: the word to type, and 72 hours for every adult to cancel it. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#features/people/auth/contract.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { DeleteFamily, DeletionBanner } from './delete-family.tsx';

const DELETION = 'GET /api/family/deletion';
const DELETE = 'POST /api/family/deletion';
const KEEP = 'DELETE /api/family/deletion';

const deletion = (dueAt: string | null): Reply => [200, { dueAt }];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => toastState().recent[0];

async function open(role: User['role'], replies: Record<string, Reply | readonly Reply[]>) {
  const sent = serve(replies);
  show(<DeleteFamily me={{ role, email: 'anna@example.org' } as User} />);
  await waitFor(() => expect(document.body.querySelector('h2, .banner')).toBeTruthy());
  return sent;
}

test('deleting the family asks for the word; afterwards everybody can keep it (T59)', async () => {
  const due = '2026-11-24T12:00:00.000Z';
  const sent = await open('parent', {
    [DELETION]: [deletion(null), deletion(due), deletion(null)],
    [DELETE]: deletion(due),
    [KEEP]: [200, { success: true }],
  });
  press('Delete family…');
  await screen.findByText('Delete the whole family?');
  press('Delete in 72 hours');
  expect(screen.getByText('Please type DELETE')).toBeTruthy();
  await noneSent(sent, DELETE);
  fireEvent.change(screen.getByLabelText('Type DELETE to go on'), { target: { value: 'DELETE' } });
  press('Delete in 72 hours');
  expect(await screen.findByText('This family will be deleted')).toBeTruthy();
  press('Keep the family');
  await waitFor(() => expect(lastToast()?.title).toBe('Family kept'));
  expect(await screen.findByRole('button', { name: 'Delete family…' })).toBeTruthy();
});

test('a spouse cannot ask for it, and can keep the family (T59)', async () => {
  const sent = await open('spouse', {
    [DELETION]: [deletion('2026-11-24T12:00:00.000Z'), deletion(null)],
    [KEEP]: [refusal(409, 'Not now'), [200, { success: true }]],
  });
  await screen.findByText('This family will be deleted');
  press('Keep the family');
  expect(await screen.findByText('Not now')).toBeTruthy();
  press('Keep the family');
  await waitFor(() => expect(screen.queryByText('This family will be deleted')).toBeNull());
  expect(sentTo(sent, KEEP)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Delete family…' })).toBeNull();
});

test('every screen of an adult shows it while the family can be kept (T59)', async () => {
  serve({
    [DELETION]: [deletion('2026-11-24T12:00:00.000Z'), deletion(null)],
    [KEEP]: [200, { success: true }],
  });
  show(<DeletionBanner />);
  expect(await screen.findByText('This family will be deleted')).toBeTruthy();
  press('Keep the family');
  await waitFor(() => expect(screen.queryByText('This family will be deleted')).toBeNull());
});
