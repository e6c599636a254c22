/**
 * An xpub or tpub doesn't reveal its wallet's kind of addresses. A parent compares the first
 * address of each kind with their wallet; money at addresses of another kind would never be seen.
 */
import { t } from '@lingui/core/macro';
import type { FirstAddress } from '#features/money/wallet/watched/contract.ts';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { scriptTypeName } from '../words.ts';

interface FirstAddressCheckProps {
  addresses: readonly FirstAddress[];
  value: string | undefined;
  onChange: (address: string) => void;
}

export function FirstAddressCheck({ addresses, value, onChange }: FirstAddressCheckProps) {
  return (
    <RadioGroup
      name="firstAddress"
      label={t`Which is the first receive address in your wallet?`}
      hint={t`Your key does not say it. In most wallets the address stands under “Receive”, or in the list of addresses as number 0.`}
      value={value}
      onChange={onChange}
      options={addresses.map(({ scriptType, address }) => ({
        value: address,
        label: <span className="mono break-all">{address}</span>,
        hint: scriptTypeName(scriptType),
      }))}
    />
  );
}
