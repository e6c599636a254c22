/** The wizard's wallet: the connected one, or a pasted address or key. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Configuration } from '#features/money/vault/web/configuration-query.ts';
import {
  WalletInput,
  type WalletInputState,
} from '#features/money/wallet/web/setup/wallet-input.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import '#features/money/wallet/web/wallet.css';

interface WalletStepProps {
  input: WalletInputState;
  network: BitcoinNetwork;
  configuration: Configuration;
  onDone: () => void;
  onBack: () => void;
}

export function WalletStep({ input, network, configuration, onDone, onBack }: WalletStepProps) {
  const [errors, setErrors] = useState<FormErrors>({});
  const connected = standardWallet(configuration);
  const hint = t`Please enter either a wallet address or XPUB to continue.`;
  const submit = () => {
    const { walletAddress, walletXpub } = input.typed();
    const isEmpty = walletAddress === undefined && walletXpub === undefined;
    const problems = connected ? {} : (input.problem() ?? (isEmpty ? { form: hint } : {}));
    setErrors(problems);
    if (Object.keys(problems).length === 0) onDone();
  };
  return (
    <Form
      onSubmit={submit}
      errors={errors}
      actions={
        <>
          <Button type="submit" busy={input.isReading}>{t`Continue`}</Button>
          <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
        </>
      }
    >
      {connected ? (
        <>
          <p>{t`This wallet is connected already. It is encrypted, and its readable form is deleted from the server.`}</p>
          <p className="key-text mono">{connected}</p>
        </>
      ) : (
        <>
          <p>{t`Read-only. We can look, nobody can spend with this.`}</p>
          <WalletInput input={input} network={network} />
          {input.state.kind === 'empty' && <p className="sub">{hint}</p>}
        </>
      )}
    </Form>
  );
}

/** The address or key of a wallet that the server can still read. */
export const standardWallet = (configuration: Configuration): string | undefined =>
  configuration.walletXpub ?? configuration.walletAddress ?? undefined;
