/** A family's first minutes: an open invitation first, then its children and wallets. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { Output } from '#contract/endpoint.ts';
import { family } from '#features/household/family/contract.ts';
import { JoinQuestion } from '#features/household/family/web/invite/join-question.tsx';
import { CompleteStep } from '#features/household/family/web/setup/complete-step.tsx';
import { FamilyStep } from '#features/household/family/web/setup/family-step.tsx';
import { vault } from '#features/money/vault/contract.ts';
import { useShownPassphrase } from '#features/money/vault/web/passphrase/shown-passphrase.tsx';
import { type ServerSettings, serverSettings } from '#features/operator/admin/settings/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { whenForgotten } from '#web/forget.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';
import { query } from '#web/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { storedChoice } from '#web/ui/stored-choice.ts';
import { Switch } from '#web/ui/switch.tsx';

const ServerQuestions = lazyPart(
  async () =>
    (await import('#features/operator/admin/web/settings/server-questions.tsx')).ServerQuestions,
);

const BitcoinStep = lazyPart(
  async () => (await import('#features/money/wallet/web/setup/bitcoin-step.tsx')).BitcoinStep,
);
const LightningStep = lazyPart(
  async () =>
    (await import('#features/money/lightning/web/connect/lightning-step.tsx')).LightningStep,
);

const EncryptedBitcoinStep = lazyPart(
  async () => (await import('./encrypted-bitcoin-step.tsx')).EncryptedBitcoinStep,
);
const SecurityStep = lazyPart(
  async () => (await import('#features/money/vault/web/security-step.tsx')).SecurityStep,
);

type Books = Output<typeof family.setup>['children'];

export function SetupPage() {
  const user = useQuery(query(auth.user, {}));
  return (
    <Loaded answer={user} label={t`Opening the book`} height="24rem">
      {({ role, handedOver, isAdmin }) => {
        // The holder of a handed-over tablet is not the invited person.
        if (handedOver) return <Home />;
        const begin = <Begin isParent={role === 'parent'} />;
        return isAdmin ? <OperatorFirst>{begin}</OperatorFirst> : begin;
      }}
    </Loaded>
  );
}

/** On a new server, its operator first answers extra questions, then continues here. */
function OperatorFirst({ children }: { children: ReactNode }) {
  const settings = useQuery({ ...query(serverSettings.read, {}), staleTime: 0 });
  return (
    <Loaded answer={settings} label={t`Opening the book`} height="24rem">
      {(found) => <AskFirst opened={found}>{children}</AskFirst>}
    </Loaded>
  );
}

/**
 * Decided by the state when the page opened: the answers are saved a moment before the server has
 * restarted with them, and only then is the page reloaded.
 */
function AskFirst({ opened, children }: { opened: ServerSettings; children: ReactNode }) {
  const [settings] = useState(opened);
  if (settings.isAnswered) return children;
  return (
    <Suspense fallback={<Loading label={t`Opening the book`} height="24rem" />}>
      <ServerQuestions settings={settings} onDone={() => location.reload()} />
    </Suspense>
  );
}

const Home = () => <Redirect to="/dashboard" replace />;

function Begin({ isParent }: { isParent: boolean }) {
  const invitations = useQuery(query(family.invitations, {}));
  return (
    <Loaded answer={invitations} label={t`Opening the book`} height="24rem">
      {([invitation]) => {
        if (invitation) return <JoinQuestion invitation={invitation} />;
        return isParent ? <Steps /> : <Home />;
      }}
    </Loaded>
  );
}

const STEPS = ['family', 'bitcoin', 'lightning', 'security', 'complete'] as const;
type Step = (typeof STEPS)[number];

/** The step of an unfinished setup; stored in this browser until the setup ends or is left. */
const keptStep = storedChoice<Step>(`${STORAGE_PREFIX}setup_step`, STEPS);
whenForgotten(() => keptStep.set(undefined));

function Steps() {
  const existing = useQuery(query(children.list, {}));
  const asked = new URLSearchParams(useSearch()).get('step');
  return (
    <Loaded answer={existing} label={t`Opening the book`} height="24rem">
      {(books) => {
        const isFirst = books.length === 0 && asked === null && keptStep.get() === undefined;
        return <Pages existing={books} isFirst={isFirst} first={stepNamed(asked)} />;
      }}
    </Loaded>
  );
}

const stepNamed = (name: string | null) => STEPS.find((one) => one === name);

interface PagesProps {
  existing: Books;
  /** A new family: one page, and then Home, which has the other steps. */
  isFirst: boolean;
  /** The step in the URL, unless another was left unfinished. */
  first: Step | undefined;
}

function Pages({ existing, isFirst: opensFirst, first }: PagesProps) {
  // The state when the page opened: the first book is written before the page is left.
  const [isFirst] = useState(opensFirst);
  const [step, setStep] = useState<Step>(keptStep.get() ?? first ?? 'family');
  const [, go] = useLocation();
  const [added, setAdded] = useState<Books>();
  const [isConnected, setConnected] = useState(false);
  const [wantsEncryption, wantEncryption] = useState(false);
  const shown = useShownPassphrase();
  const preferences = useQuery({ ...query(vault.preferences, {}), meta: { quiet: true } });
  const books = added ?? existing;
  const isEncrypted = wantsEncryption || preferences.data?.prefersEncryption === true;
  const hasWallet =
    isConnected || preferences.data?.hasLegacyWallet || preferences.data?.hasEncryptedWallet;
  const label = t`Opening the book`;
  const goTo = (next: Step) => {
    keptStep.set(next === 'complete' ? undefined : next);
    setStep(next);
  };
  const leaveBitcoin = (outcome: { isConnected: boolean }) => {
    setConnected(outcome.isConnected);
    goTo('lightning');
  };
  const parts: Record<Step, () => ReactNode> = {
    family: () => (
      <FamilyStep
        open={existing}
        encryption={{
          isOn: wantsEncryption,
          part: !isFirst && <Encryption isOn={wantsEncryption} onChange={wantEncryption} />,
        }}
        onDone={(all, { isSkipped }) => {
          setAdded(all);
          if (isFirst && !isSkipped) return go('/dashboard', { replace: true });
          goTo(isSkipped ? 'complete' : 'bitcoin');
        }}
      />
    ),
    bitcoin: () =>
      isEncrypted ? (
        <EncryptedBitcoinStep shown={shown} onDone={leaveBitcoin} />
      ) : (
        <BitcoinStep onDone={leaveBitcoin} />
      ),
    lightning: () => (
      <LightningStep names={books.map(({ name }) => name)} onDone={() => goTo('security')} />
    ),
    security: () => <SecurityStep shown={shown} onDone={() => goTo('complete')} />,
    complete: () => <CompleteStep books={books} hasWallet={hasWallet === true} />,
  };
  return (
    <div className="grid gap-5">
      {!isFirst && <Stepper steps={STEPS.map(stepName)} current={STEPS.indexOf(step)} />}
      <Suspense fallback={<Loading label={label} height="24rem" />}>{parts[step]()}</Suspense>
    </div>
  );
}

interface EncryptionProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Encryption({ isOn, onChange }: EncryptionProps) {
  return (
    <div className="grid gap-4 rule-above pt-5">
      <Switch
        label={t`Encrypt our wallet in the browser`}
        hint={t`Only your passphrase opens it. The wallet comes in the next step, and can wait.`}
        checked={isOn}
        onChange={onChange}
      />
    </div>
  );
}

function stepName(step: Step): string {
  const names: Record<Step, string> = {
    family: t`Family`,
    bitcoin: t`Bitcoin`,
    lightning: t`Lightning`,
    security: t`Security`,
    complete: t`Complete`,
  };
  return names[step];
}
