/** An address or a key: two tabs for one field, and the check of the first address. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { KeyChoice } from '#web/bitcoin/wallet-text.ts';
import type { FormErrors } from '#web/ui/form.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { isNetworkUndecided, UndecidedNote } from '#web/ui/undecided-note.tsx';
import { inputProblem } from '../words.ts';
import { FirstAddressCheck } from './first-address-check.tsx';
import { KeyGuides } from './guides.tsx';
import { NetworkNote, useIsOperator } from './network-note.tsx';
import { OtherAddress } from './other-address.tsx';
import { useWalletText } from './use-wallet-text.ts';
import { WalletTextField } from './wallet-text-field.tsx';

export type WalletInputState = ReturnType<typeof useWalletInput>;

export function useWalletInput(network: BitcoinNetwork) {
  const { text, state, change } = useWalletText(network);
  const [chosen, choose] = useState<string>();
  const found = state.kind === 'read' ? state.found : undefined;
  const choices: readonly KeyChoice[] = found?.kind === 'ambiguous' ? found.choices : [];
  const choice = choices.find(({ firstAddress }) => firstAddress === chosen);
  return {
    text,
    state,
    change,
    choices,
    chosen,
    choose,
    isReading: state.kind === 'reading',
    /** Why it can't be saved, by field. The contract checks for an empty form. */
    problem(): FormErrors | undefined {
      if (state.kind === 'wrong') return { form: inputProblem(state.code, network) };
      if (choices.length > 0 && !choice)
        return { firstAddress: t`Please choose the address that your wallet shows.` };
      return undefined;
    },
    /** The input to save: a key of a chosen kind as a descriptor, which contains that kind. */
    typed(): { walletAddress?: string; walletXpub?: string } {
      if (found?.kind === 'address') return { walletAddress: found.address };
      if (found?.kind === 'key') return { walletXpub: found.choice.descriptor };
      return choice ? { walletXpub: choice.descriptor } : {};
    },
  };
}

interface WalletInputProps {
  input: WalletInputState;
  network: BitcoinNetwork;
}

export function WalletInput({ input, network }: WalletInputProps) {
  const { text, state, change, choices, chosen, choose } = input;
  const isOperator = useIsOperator();
  if (isNetworkUndecided()) return <UndecidedNote isOperator={isOperator} />;
  const aboutAddress = t`A single address shows its own balance only. With a key, each child gets addresses of its own.`;
  const field = { network, text, state, onChange: change, aboutAddress };
  return (
    <div className="grid gap-4 wallet-kinds">
      <NetworkNote network={network} />
      <Tabs
        label={t`What do you have?`}
        tabs={[
          {
            id: 'address',
            label: t`Bitcoin Address`,
            panel: (
              <WalletTextField
                {...field}
                name="walletAddress"
                label={t`Your wallet’s address`}
                hint={t`Paste it. Everything is checked in this browser first.`}
              />
            ),
          },
          {
            id: 'xpub',
            label: t`XPUB (Advanced)`,
            panel: (
              <div className="grid gap-3">
                <WalletTextField
                  {...field}
                  name="walletXpub"
                  label={t`Your wallet’s xpub (a read-only key) or descriptor`}
                  hint={t`Paste it. Everything is checked in this browser first.`}
                />
                <KeyGuides />
              </div>
            ),
          },
        ]}
      />
      {choices.length > 0 && (
        <>
          <FirstAddressCheck
            addresses={choices.map(({ scriptType, firstAddress: address }) => ({
              scriptType,
              address,
            }))}
            value={chosen}
            onChange={choose}
          />
          <OtherAddress
            choices={choices}
            network={network}
            onFound={({ firstAddress }) => choose(firstAddress)}
          />
        </>
      )}
    </div>
  );
}
