/** The Bitcoin step of a family that wants encryption: its wallet goes straight into the vault. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EncryptedConfig, vault } from '#features/money/vault/contract.ts';
import {
  ShownPassphrase,
  type ShownPassphraseState,
} from '#features/money/vault/web/passphrase/shown-passphrase.tsx';
import { useWalletInput, WalletInput } from '#features/money/wallet/web/setup/wallet-input.tsx';
import { Book } from '#web/book.tsx';
import { messageOf } from '#web/errors.ts';
import { skipPrompt } from '#web/passphrase-prompt.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { sealVault } from '#web/vault/vault.ts';
import '#features/money/wallet/web/wallet.css';

interface EncryptedBitcoinStepProps {
  shown: ShownPassphraseState;
  onDone: (outcome: { isConnected: boolean }) => void;
}

export function EncryptedBitcoinStep(props: EncryptedBitcoinStepProps) {
  const config = useQuery(query(vault.config, {}));
  return (
    <Book
      arrived
      title={t`Where are the savings kept?`}
      lead={t`The key of your Bitcoin wallet is locked in this browser; the server gets a copy that it cannot read. This can wait.`}
    >
      <Loaded answer={config} label={t`Opening the wallet`} height="16rem">
        {(found) => <Step {...props} config={found} />}
      </Loaded>
    </Book>
  );
}

function Step({ config, ...props }: EncryptedBitcoinStepProps & { config: EncryptedConfig }) {
  // The state when the step began: saving something here continues the setup.
  const [start] = useState(config);
  if (!start.hasEncryptedWallet) return <Unconnected {...props} config={start} />;
  return (
    <div className="grid gap-4">
      <p>{t`Your Bitcoin wallet is connected. You can change it on the dashboard.`}</p>
      <div className="form-actions">
        <Button onClick={() => props.onDone({ isConnected: true })}>{t`Continue`}</Button>
      </div>
    </div>
  );
}

function Unconnected(props: EncryptedBitcoinStepProps & { config: EncryptedConfig }) {
  const { shown, config, onDone } = props;
  const input = useWalletInput(config.network);
  const [errors, setErrors] = useState<FormErrors>({});
  const [isSealing, setSealing] = useState(false);
  const fail = (error: unknown) => {
    const description = messageOf(error, t`Failed to configure Bitcoin wallet`);
    setErrors({ form: description });
    toast({ title: t`Configuration Error`, description, destructive: true, inline: true });
  };
  const save = useCall(vault.configure, {
    doneFirst: true,
    onDone: () => {
      toast({ title: t`Bitcoin Wallet Connected` });
      onDone({ isConnected: true });
    },
    onFail: fail,
  });
  const later = () => onDone({ isConnected: false });
  const seal = async () => {
    setSealing(true);
    try {
      const { familyId, version } = config;
      const encryptedSecrets = await sealVault({
        secrets: input.typed(),
        passphrase: shown.passphrase,
        binding: { purpose: 'wallet', familyId },
      });
      skipPrompt();
      save.run({ encryptedSecrets, hasWallet: true, version });
    } catch (error) {
      fail(error);
    } finally {
      setSealing(false);
    }
  };
  const submit = () => {
    if (input.state.kind === 'empty') return later();
    const problem = input.problem();
    setErrors(problem ?? {});
    if (!problem && !shown.holds()) void seal();
  };
  return (
    <Form
      onSubmit={submit}
      errors={errors}
      actions={
        <>
          <Button type="submit" busy={save.isPending || isSealing || input.isReading}>
            {t`Continue`}
          </Button>
          <Button look="quiet" onClick={later}>{t`Not now`}</Button>
        </>
      }
    >
      <p className="sub">{t`Read-only. We can look, nobody can spend with this.`}</p>
      <WalletInput input={input} network={config.network} />
      <ShownPassphrase shown={shown} />
    </Form>
  );
}
