/** Makes a child's own wallet on an Alby Hub, the only use of the token. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LONGEST_PASSPHRASE } from '#core/vault/passphrase.ts';
import { subWallets } from '#features/money/lightning/sub-wallets/contract.ts';
import { vault } from '#features/money/vault/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CloudFields } from '../connect/connect-form.tsx';
import { useVaultKey } from '../use-vault-key.ts';

type Child = { id: string; name: string };

export function SubWalletForm({ kids }: { kids: readonly Child[] }) {
  const [childId, setChildId] = useState(kids[0]?.id ?? '');
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [region, setRegion] = useState('');
  const [budget, setBudget] = useState(NO_AMOUNT);
  const [passphrase, setPassphrase] = useState('');
  const isEncrypted = useQuery(query(vault.config, {})).data?.hasEncryptedWallet === true;
  const call = useFormCall(subWallets.make, {
    failed: t`The wallet could not be made just now.`,
    toasts: { done: ({ childName }) => ({ title: t`${childName} has a wallet` }) },
  });
  const monthlyBudget = budget.sats?.toString() ?? '';
  const send = (publicKey?: string) =>
    call.submit({ childId, url, token, name, region, monthlyBudget, publicKey });
  const key = useVaultKey({ onKey: send, onFail: call.refuse });
  return (
    <Form
      onSubmit={() => (isEncrypted ? void key.run(passphrase) : send())}
      errors={call.errors}
      actions={<Button type="submit" busy={call.busy || key.isBusy}>{t`Make the wallet`}</Button>}
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
      {isEncrypted && <PassphraseField value={passphrase} onChange={setPassphrase} />}
      <CloudFields name={name} onName={setName} region={region} onRegion={setRegion} />
    </Form>
  );
}

type PassphraseFieldProps = { value: string; onChange: (value: string) => void };

function PassphraseField({ value, onChange }: PassphraseFieldProps) {
  return (
    <TextField
      name="passphrase"
      label={t`Passphrase`}
      hint={t`Of your encrypted wallet: the key to the child’s wallet is locked in there.`}
      type="password"
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST_PASSPHRASE}
      value={value}
      onChange={onChange}
    />
  );
}
