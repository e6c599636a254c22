/** An invitation to another family: the inviter, the role, and two equal buttons. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Output } from '#contract/endpoint.ts';
import { family } from '#features/household/family/contract.ts';
import { Book } from '#web/book.tsx';
import { messageOf } from '#web/errors.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { skipPrompt } from '#web/passphrase-prompt.ts';
import { useCall } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';

type Invitation = Output<typeof family.invitations>[number];

export function JoinQuestion({ invitation }: { invitation: Invitation }) {
  const [failure, setFailure] = useState<string>();
  const { join, decline } = useAnswers(setFailure);
  const { id, invitedBy, inviterEmail, role } = invitation;
  const until = dayText(invitation.expiresAt);
  const busy = join.isPending || decline.isPending;
  return (
    <Book
      arrived
      label={t`An invitation`}
      title={t`${invitedBy} asks you to join a family`}
      lead={
        role === 'spouse' ? t`As the other parent.` : t`As a child, with your own savings book.`
      }
    >
      <div className="grid gap-6">
        <p className="break-anywhere">
          <Trans>
            This invitation comes from <strong>{inviterEmail}</strong>.
          </Trans>
        </p>
        {role === 'child' && <OthersBook />}
        <Consequences role={role} />
        {failure && <InlineAlert>{failure}</InlineAlert>}
        <div className="grid gap-3 two-columns">
          <Button look="alt" busy={join.isPending} onClick={() => !busy && join.run({ id })}>
            {t`Join`}
          </Button>
          <Button look="alt" busy={decline.isPending} onClick={() => !busy && decline.run({ id })}>
            {t`No, my own family`}
          </Button>
        </div>
        <p className="sub">
          <Trans>The invitation is open until {until}. Nothing changes until you choose.</Trans>
        </p>
      </div>
    </Book>
  );
}

/** Someone who joins as a child gives up their book to others. */
function OthersBook() {
  return (
    <Banner tone="warn" title={t`That family will run your book`}>
      {t`Its parents decide about the money in it and can close it. Join only if you know this address: anybody may choose a family’s name.`}
    </Banner>
  );
}

function Consequences({ role }: { role: Invitation['role'] }) {
  const lines =
    role === 'spouse'
      ? [
          t`You see every child’s book in that family and can answer their requests.`,
          t`You can add entries and change allowances and goals.`,
          t`They see your name and your e-mail address.`,
        ]
      : [
          t`You see your own savings book, and can ask for your money.`,
          t`Your grown-ups see your entries and your requests.`,
          t`You can leave at any time; the book stays with that family.`,
        ];
  return (
    <ul className="bullets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function useAnswers(setFailure: (message: string) => void) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const onFail = (title: string) => (error: unknown) => {
    setFailure(messageOf(error, title));
    toast({ title, description: messageOf(error, title), destructive: true, inline: true });
  };
  const join = useCall(family.join, {
    doneFirst: true,
    onDone: () => {
      // They don't know the passphrase yet.
      skipPrompt();
      go('/dashboard', { replace: true });
      queries.clear();
      toast({ title: t`Welcome!`, description: t`You have joined the family.` });
    },
    onFail: onFail(t`Could not join`),
  });
  const decline = useCall(family.decline, {
    onDone: () => {
      toast({ title: t`Answer saved`, description: t`You keep a family of your own.` });
    },
    onFail: onFail(t`Could not save your answer`),
  });
  return { join, decline };
}

const dayText = (moment: string) =>
  new Intl.DateTimeFormat(localeTag(), { dateStyle: 'long' }).format(new Date(moment));
