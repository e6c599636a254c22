/** Invitations on a server that sends no mail. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { aChild } from '#tests/web/replies.ts';
import { type Reply, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { InviteChild } from '../invite/invite-child.tsx';
import { InviteSpouse } from './invite-spouse.tsx';
import { ResendSpouse } from './resend-spouse.tsx';

const MIA = aChild();
const INVITED: Reply = [
  200,
  {
    ...{ firstName: null, lastName: null, email: 'ben@example.org', netWorthShare: 50 },
    ...{ state: 'invited', isFullParent: false, fullParentAt: null },
    invitedAt: '2026-11-20T10:00:00.000Z',
  },
];
const close = () => undefined;

test.each([
  ['the other parent', <InviteSpouse key="a" onClose={close} />, 'Send Invitation'],
  ['the other parent again', <ResendSpouse key="b" />, 'Resend Invite'],
  ['a child', <InviteChild key="c" child={MIA} onClose={close} />, 'Send Invitation'],
])(
  'nobody is told that %s was e-mailed: whoever runs the server has the link',
  async (_, screenful, button) => {
    document.documentElement.dataset.noMail = '';
    onTestFinished(() => {
      delete document.documentElement.dataset.noMail;
      clearToasts();
    });
    serve({
      'POST /api/family/invite-spouse': INVITED,
      'POST /api/family/resend-spouse-invitation': INVITED,
      [`POST /api/children/${MIA.id}/sign-in`]: [200, { success: true }],
    });
    show(screenful);
    const field = screen.queryByLabelText(/e-mail address$/);
    if (field) fireEvent.change(field, { target: { value: 'ben@example.org' } });
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(toastState().recent[0]?.title).toBe('Invitation Sent'));
    expect(toastState().recent[0]?.description).toBe(
      'This server doesn’t send mail yet. Ask whoever runs it for the link of ben@example.org.',
    );
  },
);
