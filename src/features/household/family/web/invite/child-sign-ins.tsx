/** Children with their own sign-in, and children who read along with a parent. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type Child, children } from '#features/people/children/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { InviteChild } from './invite-child.tsx';

export function ChildSignIns({ books }: { books: readonly Child[] }) {
  return (
    <Card className="grid gap-2" aria-labelledby="family-sign-ins">
      <h2 id="family-sign-ins">{t`Children’s own sign-in`}</h2>
      <p className="sub">
        <Trans>
          Without one, a child reads along with you in Child View. With one, a child sees their own
          book and nothing else.
        </Trans>
      </p>
      {books.length === 0 ? (
        <p>{t`No savings books yet. Add a child in Parent View first.`}</p>
      ) : (
        <ul>
          {books.map((child) => (
            <Line key={child.id} child={child} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Line({ child }: { child: Child }) {
  const [asks, setAsks] = useState(false);
  const invited = child.invitedEmail;
  const end = useEndSignIn(child, () => setAsks(false));
  return (
    <li className="ledger-line">
      <Avatar name={child.name} {...looksOf(child)} size={44} />
      <div className="ledger-words">
        <strong>{child.name}</strong>
        <div className="sub break-anywhere">{stateText(child)}</div>
      </div>
      {child.userId || invited ? (
        <Button look="quiet" small onClick={() => setAsks(true)}>
          {child.userId ? t`End sign-in` : t`Take Back`}
        </Button>
      ) : (
        <Button
          look="alt"
          small
          onClick={() => setAsks(true)}
        >{t`Let ${child.name} sign in`}</Button>
      )}
      <CallFailure error={end.error} fallback={t`Update Failed`} />
      {asks &&
        (child.userId || invited ? (
          <EndQuestion
            child={child}
            busy={end.isPending}
            onConfirm={() => end.run({ id: child.id })}
            onCancel={() => setAsks(false)}
          />
        ) : (
          <InviteChild child={child} onClose={() => setAsks(false)} />
        ))}
    </li>
  );
}

function stateText({ userId, email, invitedEmail: invited }: Child): string {
  if (userId) return t`Signs in with ${email ?? ''}`;
  return invited ? t`Invited: ${invited}` : t`No sign-in yet`;
}

interface EndQuestionProps {
  child: Child;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function EndQuestion({ child, busy, onConfirm, onCancel }: EndQuestionProps) {
  const { name, userId } = child;
  return (
    <ConfirmDialog
      danger
      title={userId ? t`End ${name}'s own sign-in?` : t`Take the invitation back?`}
      confirmLabel={userId ? t`End sign-in` : t`Take Back`}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {userId ? (
        <Trans>
          {name} is signed out on every device at once. The savings book stays as it is.
        </Trans>
      ) : (
        <Trans>The link in the e-mail stops working. Nobody has joined with it.</Trans>
      )}
    </ConfirmDialog>
  );
}

function useEndSignIn(child: Child, close: () => void) {
  return useCall(children.endSignIn, {
    onDone: () => {
      close();
      const description = t`${child.name} reads along with you again.`;
      toast(
        child.userId
          ? { title: t`Sign-in ended`, description }
          : { title: t`Invitation taken back` },
      );
    },
    onFail: (error) => {
      close();
      const title = t`Update Failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
}
