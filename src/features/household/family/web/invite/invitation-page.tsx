/** This person's unanswered invitations, one after the other. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { family } from '#features/household/family/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { query } from '#web/query.ts';
import { lookClass } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { JoinQuestion } from './join-question.tsx';

export function InvitationPage() {
  const user = useQuery(query(auth.user, {}));
  const label = t`Loading invitations`;
  return (
    <Loaded answer={user} label={label} height="24rem">
      {/* The holder of a handed-over tablet is not the invited person. */}
      {({ handedOver }) => (handedOver ? <NoInvitation /> : <Invitations label={label} />)}
    </Loaded>
  );
}

function Invitations({ label }: { label: string }) {
  const invitations = useQuery(query(family.invitations, {}));
  return (
    <Loaded answer={invitations} label={label} height="24rem">
      {([first]) => (first ? <JoinQuestion key={first.id} invitation={first} /> : <NoInvitation />)}
    </Loaded>
  );
}

function NoInvitation() {
  return (
    <Book
      arrived
      title={t`No open invitation`}
      lead={t`Invitations are open for 7 days. If yours has expired, ask for a new one.`}
    >
      <Link href="/dashboard" className={lookClass({})}>
        {t`Go to Dashboard`}
      </Link>
    </Book>
  );
}
