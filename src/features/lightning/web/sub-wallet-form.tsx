/** Makes a child's own wallet on an Alby Hub; its token is used for this alone. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { subWallets } from '#features/lightning/sub-wallets/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CloudFields } from './connect-form.tsx';

type Child = { id: string; name: string };

export function SubWalletForm({ kids }: { kids: readonly Child[] }) {
  const [childId, setChildId] = useState(kids[0]?.id ?? '');
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [region, setRegion] = useState('');
  const [budget, setBudget] = useState(NO_AMOUNT);
  const call = useFormCall(subWallets.make, {
    failed: t`The wallet could not be made just now.`,
    toasts: { done: ({ childName }) => ({ title: t`${childName} has a wallet` }) },
  });
  const monthlyBudget = budget.sats?.toString() ?? '';
  return (
    <Form
      onSubmit={() => call.submit({ childId, url, token, name, region, monthlyBudget })}
      errors={call.errors}
      actions={<Button type="submit" busy={call.busy}>{t`Make the wallet`}</Button>}
    >
      <RadioGroup
        name="childId"
        label={t`For whom?`}
        value={childId}
        onChange={setChildId}
        options={kids.map(({ id, name: childName }) => ({ value: id, label: childName }))}
      />
      <AmountField
        name="monthlyBudget"
        label={t`Budget for a month`}
        chips={[]}
        value={budget}
        onChange={setBudget}
      />
      <TextField
        name="url"
        label={t`Address of your Hub`}
        type="url"
        autoComplete="off"
        value={url}
        onChange={setUrl}
      />
      <TextField
        name="token"
        label={t`Access token`}
        hint={t`Used for this once and not kept.`}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={setToken}
      />
      <CloudFields name={name} onName={setName} region={region} onRegion={setRegion} />
    </Form>
  );
}
