/** The Lightning wizard: six steps from checking the browser to the saved vault. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Provider, relaysIn } from '#core/lightning/providers.ts';
import { KeptPassphraseDialog } from '#features/money/vault/web/passphrase/kept-passphrase-dialog.tsx';
import { useNewPassphrase } from '#features/money/vault/web/passphrase/passphrase-fields.tsx';
import { NewPassphraseStep, OpenVaultStep } from '#features/money/vault/web/passphrase-step.tsx';
import { CompatibilityStep } from '#features/money/vault/web/unlock/compatibility.tsx';
import { Button } from '#web/ui/button.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { lockVault } from '#web/vault/vault.ts';
import { ConfigurationStep, ProviderStep } from './provider-steps.tsx';
import { providerText, secretLabel } from './provider-words.ts';
import { SaveStep, useSave, type WizardStart } from './save-step.tsx';

const STEPS = [
  'compatibility',
  'passphrase',
  'provider',
  'configuration',
  'confirm',
  'save',
] as const;
type Step = (typeof STEPS)[number];

export function LightningWizard(start: WizardStart) {
  const [step, goTo] = useState<Step>('compatibility');
  const chosen = useNewPassphrase();
  const [opening, setOpening] = useState('');
  const [provider, choose] = useState<Provider>('coinos');
  const [secret, setSecret] = useState('');
  const [withoutBudget, setBudget] = useState(false);
  const [isKept, setKept] = useState(false);
  const [, navigate] = useLocation();
  const isNew = !start.config.hasEncryptedWallet;
  const withWallet = isNew && start.configuration.hasWallet;
  const passphrase = isNew ? chosen.passphrase : opening;
  const move = (by: number) => goTo(STEPS[STEPS.indexOf(step) + by] as Step);
  const next = () => move(1);
  const back = () => move(-1);
  const leave = () => navigate('/dashboard');
  const saved = () => {
    lockVault();
    if (isNew) setKept(true);
    else leave();
  };
  const connection = { provider, secret, withoutBudget };
  const save = useSave({ ...start, isNew, passphrase, ...connection, onSaved: saved });
  const openedWith = (words: string) => {
    setOpening(words);
    next();
  };
  const startSaving = () => {
    next();
    void save.run();
  };
  const chooseAnew = (one: Provider) => {
    choose(one);
    setSecret('');
    setBudget(false);
  };
  const parts = {
    compatibility: () => <CompatibilityStep onDone={next} />,
    passphrase: () =>
      isNew ? (
        <NewPassphraseStep input={chosen} onDone={next} onBack={back} />
      ) : (
        <OpenVaultStep onDone={openedWith} onBack={back} />
      ),
    provider: () => (
      <ProviderStep provider={provider} onChoose={chooseAnew} onDone={next} onBack={back} />
    ),
    configuration: () => (
      <ConfigurationStep
        {...connection}
        onChange={setSecret}
        onBudget={setBudget}
        onDone={next}
        onBack={back}
      />
    ),
    confirm: () => (
      <ConfirmStep {...{ provider, secret, withWallet }} onDone={startSaving} onBack={back} />
    ),
    save: () => <SaveStep save={save} onBack={back} />,
  };
  return (
    <div className="grid gap-5">
      <Stepper steps={STEPS.map(stepName)} current={STEPS.indexOf(step)} />
      {parts[step]()}
      {isKept && <KeptPassphraseDialog passphrase={passphrase} onDone={leave} />}
    </div>
  );
}

interface ConfirmStepProps {
  provider: Provider;
  secret: string;
  /** The server could read the family's Bitcoin wallet until now. */
  withWallet: boolean;
  onDone: () => void;
  onBack: () => void;
}

/** Summarizes what will be locked, and what the server learns. */
function ConfirmStep({ provider, secret, withWallet, onDone, onBack }: ConfirmStepProps) {
  const { name } = providerText(provider);
  const relays = relaysIn(provider, secret);
  return (
    <div className="grid gap-4">
      <p>{t`Locked in this browser: ${secretLabel(provider)} of ${name}.`}</p>
      {withWallet && (
        <p>{t`Your Bitcoin wallet is encrypted with the same passphrase. The server forgets its key.`}</p>
      )}
      <p className="sub">{t`The server learns that it is ${name}, and where it is reached:`}</p>
      <ul className="grid gap-2">
        {relays.map((relay) => (
          <li key={relay} className="mono break-all">
            {relay}
          </li>
        ))}
        {relays.length === 0 && <li>{t`nothing more`}</li>}
      </ul>
      <div className="form-actions">
        <Button onClick={onDone}>{t`Encrypt and save`}</Button>
        <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
      </div>
    </div>
  );
}

function stepName(step: Step): string {
  const names: Record<Step, string> = {
    compatibility: t`Browser`,
    passphrase: t`Passphrase`,
    provider: t`Provider`,
    configuration: t`Connection`,
    confirm: t`Confirm`,
    save: t`Save`,
  };
  return names[step];
}
