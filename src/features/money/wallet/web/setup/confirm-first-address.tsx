/** Asks for the first address, for a key that was saved without an answer. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { type WalletInfo, wallet } from '#features/money/wallet/watched/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { FirstAddressCheck } from './first-address-check.tsx';

export function ConfirmFirstAddress({ info, more }: { info: WalletInfo; more: ReactNode }) {
  const [address, choose] = useState<string>();
  const call = useFormCall(wallet.confirmAddress, {
    failed: t`This could not be saved just now.`,
    fields: [],
  });
  const submit = () =>
    address === undefined
      ? call.refuse({ firstAddress: t`Please choose the address that your wallet shows.` })
      : call.submit({ address });
  return (
    <Form
      onSubmit={submit}
      errors={call.errors}
      actions={
        <>
          <Button type="submit" small busy={call.busy}>{t`This is my wallet`}</Button>
          {more}
        </>
      }
    >
      <p>{t`Until you have answered, no child gets an address: money sent to the wrong kind would never show up in your wallet.`}</p>
      <FirstAddressCheck addresses={info.firstAddresses} value={address} onChange={choose} />
    </Form>
  );
}
