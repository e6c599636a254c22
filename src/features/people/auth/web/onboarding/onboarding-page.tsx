/** Signing in without a password: welcome, then the email address, then the sent link. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, use, useState } from 'react';
import { Redirect } from 'wouter';
import { Loading } from '#web/ui/skeleton.tsx';
import { currentUser, useSignedInHint } from '../current-user.ts';
import { type Draft, readDraft } from '../draft.ts';
import { EmailStep } from './email-step.tsx';
import { LinkStep } from './link-step.tsx';
import { WelcomeStep } from './welcome-step.tsx';

type Step = 'welcome' | 'email' | 'magic-link';

interface OnboardingPageProps {
  /** Alternatives to a link, for people who have one. */
  otherWays?: ReactNode;
}

export function OnboardingPage({ otherWays }: OnboardingPageProps) {
  const hint = useSignedInHint();
  const user = useQuery({ ...currentUser, enabled: hint });
  // On a handed-over tablet an adult may sign in, to take it back.
  if (hint && user.data && !user.data.handedOver) return <Redirect to="/dashboard" replace />;
  if (hint && user.isPending) return <Opening />;
  return <FromDraft otherWays={otherWays} />;
}

const Opening = () => <Loading label={t`Opening the book`} height="24rem" />;

/** A person returning from the mail continues at the same step. */
function FromDraft({ otherWays }: OnboardingPageProps) {
  const [kept] = useState(readDraft);
  if (!kept) return <Steps otherWays={otherWays} />;
  return (
    <Suspense fallback={<Opening />}>
      <Kept draft={kept} otherWays={otherWays} />
    </Suspense>
  );
}

interface KeptProps extends OnboardingPageProps {
  draft: Promise<Draft | undefined>;
}

const Kept = ({ draft, otherWays }: KeptProps) => <Steps kept={use(draft)} otherWays={otherWays} />;

function Steps({ kept, otherWays }: OnboardingPageProps & { kept?: Draft | undefined }) {
  const [draft, setDraft] = useState(kept);
  const [step, setStep] = useState<Step>(draft ? 'magic-link' : 'welcome');
  const [moved, setMoved] = useState(false);
  const go = (next: Step) => {
    setStep(next);
    setMoved(true);
  };
  if (step === 'welcome')
    return <WelcomeStep arrived={moved} onDone={() => go('email')} otherWays={otherWays} />;
  if (step === 'magic-link' && draft) {
    return (
      <LinkStep arrived={moved} draft={draft} onSent={setDraft} onOtherEmail={() => go('email')} />
    );
  }
  return (
    <EmailStep
      arrived={moved}
      otherWays={otherWays}
      email={draft?.email ?? ''}
      onBack={() => go('welcome')}
      onSent={(sent) => {
        setDraft(sent);
        go('magic-link');
      }}
    />
  );
}
