/** The Lightning addresses of the parents and of each child. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LightningConfig, lightning } from '#features/money/lightning/connections/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addressErrors } from './address-errors.ts';

export function AddressTab({ config }: { config: LightningConfig }) {
  const answer = useQuery(query(children.list, {}));
  return (
    <Loaded answer={answer} label={t`Loading the children`} height="12rem">
      {(list) => <AddressForm config={config} list={list} />}
    </Loaded>
  );
}

type AddressFormProps = {
  config: LightningConfig;
  list: readonly { id: string; name: string }[];
};

function AddressForm({ config, list }: AddressFormProps) {
  const [parentAddress, setParent] = useState(config.parentAddress ?? '');
  const [childAddresses, setOf] = useState(config.childAddresses);
  const isBlank = [parentAddress, ...Object.values(childAddresses)].every((a) => a.trim() === '');
  const call = useFormCall(lightning.saveAddresses, {
    failed: t`Save failed`,
    toasts: {
      done: () => ({ title: t`Lightning Addresses Saved` }),
      wrong: (errors) => ({
        title: t`Save failed`,
        description: said(Object.values(errors)[0] ?? ''),
      }),
      failed: (description) => ({
        title: isBlank ? t`No addresses to save` : t`Save failed`,
        description,
      }),
    },
  });
  const submit = () => {
    const ofChildren = list.map(({ id }) => [`address-${id}`, childAddresses[id] ?? '']);
    const wrong = addressErrors({ parentAddress, ...Object.fromEntries(ofChildren) });
    call.submit({ parentAddress, childAddresses }, wrong);
  };
  return (
    <Form
      onSubmit={submit}
      errors={call.errors}
      actions={<Button type="submit" busy={call.busy}>{t`Save addresses`}</Button>}
    >
      <TextField
        name="parentAddress"
        label={t`Parents’ Lightning address`}
        hint={t`Such as anna@example.com`}
        autoComplete="off"
        value={parentAddress}
        onChange={setParent}
      />
      {list.map(({ id, name }) => (
        <TextField
          key={id}
          name={`address-${id}`}
          label={t`${name}’s Lightning address`}
          autoComplete="off"
          value={childAddresses[id] ?? ''}
          onChange={(text) => setOf({ ...childAddresses, [id]: text })}
        />
      ))}
    </Form>
  );
}
