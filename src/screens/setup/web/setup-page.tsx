/** The first minutes of a family: an open invitation first, then its children and its wallets. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import type { Output } from '#contract/endpoint.ts';
import { auth } from '#features/auth/contract.ts';
import { children } from '#features/children/contract.ts';
import { family } from '#features/family/contract.ts';
import { CompleteStep } from '#features/family/web/complete-step.tsx';
import { FamilyStep } from '#features/family/web/family-step.tsx';
import { JoinQuestion } from '#features/family/web/join-question.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { Stepper } from '#web/ui/stepper.tsx';

const BitcoinStep = lazyPart(
  async () => (await import('#features/wallet/web/bitcoin-step.tsx')).BitcoinStep,
);
const LightningStep = lazyPart(
  async () => (await import('#features/lightning/web/lightning-step.tsx')).LightningStep,
);

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

const STEPS = ['family', 'bitcoin', 'lightning', 'complete'] as const;
type Step = (typeof STEPS)[number];

function Steps() {
  const [step, goTo] = useState<Step>('family');
  const [books, setBooks] = useState<Books>([]);
  const [hasWallet, setWallet] = useState(false);
  const existing = useQuery(query(children.list, {}));
  const label = t`Opening the book`;
  const parts: Record<Step, () => ReactNode> = {
    family: () => (
      <Loaded answer={existing} label={label} height="24rem">
        {(open) => (
          <FamilyStep
            open={open}
            onDone={(all, { isSkipped }) => {
              setBooks(all);
              goTo(isSkipped ? 'complete' : 'bitcoin');
            }}
          />
        )}
      </Loaded>
    ),
    bitcoin: () => (
      <Suspense fallback={<Loading label={label} height="24rem" />}>
        <BitcoinStep
          onDone={({ isConnected }) => {
            setWallet(isConnected);
            goTo('lightning');
          }}
        />
      </Suspense>
    ),
    lightning: () => (
      <Suspense fallback={<Loading label={label} height="24rem" />}>
        <LightningStep names={books.map(({ name }) => name)} onDone={() => goTo('complete')} />
      </Suspense>
    ),
    complete: () => <CompleteStep books={books} hasWallet={hasWallet} />,
  };
  return (
    <div className="grid gap-5">
      <Stepper steps={STEPS.map(stepName)} current={STEPS.indexOf(step)} />
      {parts[step]()}
    </div>
  );
}

function stepName(step: Step): string {
  const names: Record<Step, string> = {
    family: t`Family`,
    bitcoin: t`Bitcoin`,
    lightning: t`Lightning`,
    complete: t`Complete`,
  };
  return names[step];
}
