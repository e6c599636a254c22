/**
 * The encrypted wallet wizard: the browser check, the passphrase, the wallet, and a last look
 * before it is saved. Used on both encryption pages.
 */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type EncryptedConfig, vault } from '#features/money/vault/contract.ts';
import type { Configuration } from '#features/money/vault/web/configuration-query.ts';
import { configurationQuery } from '#features/money/vault/web/configuration-query.ts';
import { KeptPassphraseDialog } from '#features/money/vault/web/passphrase/kept-passphrase-dialog.tsx';
import { useNewPassphrase } from '#features/money/vault/web/passphrase/passphrase-fields.tsx';
import { NewPassphraseStep, OpenVaultStep } from '#features/money/vault/web/passphrase-step.tsx';
import { CompatibilityStep } from '#features/money/vault/web/unlock/compatibility.tsx';
import { useWalletInput } from '#features/money/wallet/web/setup/wallet-input.tsx';
import { auth } from '#features/people/auth/contract.ts';
import { statusOf } from '#web/errors.ts';
import { query, retryQuery } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { lockVault } from '#web/vault/vault.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { WalletStep } from './wallet-step.tsx';

/** @param onSignedOut called if the sign-in has ended in the meantime */
export function WalletWizard({ onSignedOut }: { onSignedOut: () => void }) {
  const quiet = { meta: { quiet: true }, retry: retryQuery };
  const user = useQuery({ ...query(auth.user, {}), ...quiet });
  const enabled = user.data !== undefined && user.data.role !== 'child';
  const config = useQuery({ ...query(vault.config, {}), ...quiet, enabled });
  const configuration = useQuery({ ...configurationQuery(), ...quiet, enabled });
  // The state when the wizard began: saving something here leads to its end.
  const [start, begin] = useState<{ config: EncryptedConfig; configuration: Configuration }>();
  const error = user.error ?? config.error ?? configuration.error;
  useLoadFailure(error, onSignedOut);
  if (!start && config.data && configuration.data)
    begin({ config: config.data, configuration: configuration.data });
  if (start) return <Wizard {...start} />;
  if (user.data?.role === 'child')
    return <Banner title={t`Only a parent can set up the family’s wallet.`} />;
  const label = t`Opening the wallet`;
  const waitsFor = [user, config].find((one) => !one.data) ?? configuration;
  return (
    <Loaded<unknown> answer={waitsFor} label={label} height="18rem">
      {() => null}
    </Loaded>
  );
}

/** Asks a person who has been signed out to sign in. */
function useLoadFailure(error: Error | null, onSignedOut: () => void): void {
  useEffect(() => {
    if (!error) return;
    const status = statusOf(error);
    if (status === 401) return onSignedOut();
    const description = t`Failed to load wallet information`;
    toast({ title: t`Error`, description, destructive: true });
  }, [error, onSignedOut]);
}

const STEPS = ['compatibility', 'passphrase', 'wallet', 'confirm'] as const;
type Step = (typeof STEPS)[number];

type WizardProps = { config: EncryptedConfig; configuration: Configuration };

function Wizard({ config, configuration }: WizardProps) {
  const [step, goTo] = useState<Step>('compatibility');
  const chosen = useNewPassphrase();
  const wallet = useWalletInput(config.network);
  const [opening, setOpening] = useState('');
  const [end, setEnd] = useState<'kept' | 'done'>();
  const isNew = !config.hasEncryptedWallet;
  const passphrase = isNew ? chosen.passphrase : opening;
  const saved = () => {
    lockVault();
    setEnd(isNew ? 'kept' : 'done');
  };
  if (end === 'done') return <Done />;
  const back = () => goTo(STEPS[STEPS.indexOf(step) - 1] as Step);
  const next = () => goTo(STEPS[STEPS.indexOf(step) + 1] as Step);
  const parts = {
    compatibility: () => <CompatibilityStep onDone={next} />,
    passphrase: () =>
      isNew ? (
        <NewPassphraseStep input={chosen} onDone={next} onBack={back} />
      ) : (
        <OpenVaultStep
          onBack={back}
          onDone={(words) => {
            setOpening(words);
            next();
          }}
        />
      ),
    wallet: () => (
      <WalletStep
        input={wallet}
        network={config.network}
        configuration={configuration}
        onDone={next}
        onBack={back}
      />
    ),
    confirm: () => (
      <ConfirmStep
        typed={wallet.typed()}
        {...{ passphrase, isNew, config, configuration }}
        onSaved={saved}
        onBack={back}
        onWeak={() => goTo('passphrase')}
      />
    ),
  };
  return (
    <div
      key={step}
      className="grid gap-5"
      // The previous step may have been longer, and the scroll position too low for this one.
      ref={step === STEPS[0] ? undefined : comeIntoView}
    >
      <Stepper steps={STEPS.map(stepName)} current={STEPS.indexOf(step)} />
      {parts[step]()}
      {end === 'kept' && (
        <KeptPassphraseDialog passphrase={passphrase} onDone={() => setEnd('done')} />
      )}
    </div>
  );
}

const comeIntoView = (place: HTMLElement | null) => place?.scrollIntoView?.({ block: 'start' });

function Done() {
  return (
    <div className="grid gap-4">
      <Banner tone="done" announce="polite" title={t`Your wallet is encrypted.`}>
        {t`We store a locked copy. On the dashboard, your passphrase opens it in your own browser.`}
      </Banner>
      <div className="form-actions">
        <ButtonLink href="/dashboard">{t`Go to Dashboard`}</ButtonLink>
      </div>
    </div>
  );
}

function stepName(step: Step): string {
  const names: Record<Step, string> = {
    compatibility: t`Browser`,
    passphrase: t`Passphrase`,
    wallet: t`Wallet`,
    confirm: t`Confirm`,
  };
  return names[step];
}
