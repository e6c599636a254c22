/** The first minutes of a family: an open invitation first, then its children, then done. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import type { Output } from '#contract/endpoint.ts';
import { auth } from '#features/auth/contract.ts';
import { children } from '#features/children/contract.ts';
import { family } from '#features/family/contract.ts';
import { query } from '#web/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { CompleteStep } from './complete-step.tsx';
import { FamilyStep } from './family-step.tsx';
import { JoinQuestion } from './join-question.tsx';

type Books = Output<typeof family.setup>['children'];

export function SetupPage() {
  const user = useQuery(query(auth.user, {}));
  const invitations = useQuery(query(family.invitations, {}));
  const label = t`Opening the book`;
  return (
    <Loaded answer={user} label={label} height="24rem">
      {({ role }) => (
        <Loaded answer={invitations} label={label} height="24rem">
          {([invitation]) => {
            if (invitation) return <JoinQuestion invitation={invitation} />;
            return role === 'parent' ? <Steps /> : <Redirect to="/dashboard" replace />;
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

function Steps() {
  const [books, setBooks] = useState<Books>();
  const existing = useQuery(query(children.list, {}));
  return (
    <div className="grid gap-5">
      <Stepper steps={[t`Family`, t`Complete`]} current={books ? 1 : 0} />
      {books ? (
        <CompleteStep books={books} />
      ) : (
        <Loaded answer={existing} label={t`Opening the book`} height="24rem">
          {(open) => <FamilyStep open={open} onDone={setBooks} />}
        </Loaded>
      )}
    </div>
  );
}
