/** The choice of Lightning wallet, and the secret that connects it. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { PROVIDERS, type Provider, secretProblem, usesNwc } from '#core/lightning/providers.ts';
import { BudgetSwitch } from '#features/money/lightning/web/connect/budget-switch.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { problemText, providerText, secretHelp, secretLabel } from './provider-words.ts';

interface Ways {
  onDone: () => void;
  onBack: () => void;
}

interface ProviderStepProps extends Ways {
  provider: Provider;
  onChoose: (provider: Provider) => void;
}

export function ProviderStep({ provider, onChoose, onDone, onBack }: ProviderStepProps) {
  return (
    <Form onSubmit={onDone} actions={<Buttons onBack={onBack} />}>
      <RadioGroup
        name="provider"
        label={t`Which Lightning wallet do you use?`}
        value={provider}
        onChange={onChoose}
        options={PROVIDERS.map((value) => {
          const { name, hint } = providerText(value);
          return { value, label: name, hint, disabled: value === 'breez' };
        })}
      />
    </Form>
  );
}

interface ConfigurationStepProps extends Ways {
  provider: Provider;
  secret: string;
  onChange: (secret: string) => void;
  /** "My wallet cannot set a budget". */
  withoutBudget: boolean;
  onBudget: (withoutBudget: boolean) => void;
}

/** Allows continuing only with a plausible secret for this provider. */
export function ConfigurationStep(props: ConfigurationStepProps) {
  const { provider, secret, onChange, onDone, onBack } = props;
  const [error, setError] = useState<string>();
  const submit = () => {
    const problem = secretProblem(provider, secret);
    setError(problem && problemText(problem));
    if (!problem) onDone();
  };
  return (
    <Form
      onSubmit={submit}
      errors={error === undefined ? {} : { secret: error }}
      actions={<Buttons onBack={onBack} />}
    >
      <TextField
        name="secret"
        label={secretLabel(provider)}
        hint={secretHelp(provider)}
        type="password"
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={secret}
        onChange={onChange}
      />
      {usesNwc(provider) && (
        <BudgetSwitch checked={props.withoutBudget} onChange={props.onBudget} />
      )}
    </Form>
  );
}

function Buttons({ onBack }: { onBack: () => void }) {
  return (
    <>
      <Button type="submit">{t`Continue`}</Button>
      <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
    </>
  );
}
