/** A last look at the wallet; then it is sealed in this browser and saved. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { passphraseStrength } from '#core/vault/passphrase.ts';
import type { WalletSecrets } from '#core/vault/secrets.ts';
import { type EncryptedConfig, vault } from '#features/money/vault/contract.ts';
import type { Configuration } from '#features/money/vault/web/configuration-query.ts';
import { invalidPassphraseToast } from '#features/money/vault/web/passphrase-step.tsx';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { openVersion, resealVault, sealVault } from '#web/vault/vault.ts';
import { standardWallet } from './wallet-step.tsx';

interface ConfirmStepProps {
  typed: WalletSecrets;
  passphrase: string;
  /** The family has no vault yet. */
  isNew: boolean;
  config: EncryptedConfig;
  configuration: Configuration;
  onSaved: () => void;
  onBack: () => void;
  onWeak: () => void;
}

export function ConfirmStep(props: ConfirmStepProps) {
  const { configuration, typed, onBack } = props;
  const connected = standardWallet(configuration);
  const save = useSave(props);
  return (
    <div className="grid gap-4">
      <p>{t`This is encrypted now, in this browser. The server gets the locked copy only.`}</p>
      <p className="key-text mono">{connected ?? typed.walletXpub ?? typed.walletAddress}</p>
      {save.failure && <InlineAlert>{save.failure}</InlineAlert>}
      <div className="form-actions">
        <Button busy={save.isBusy} onClick={() => void save.run()}>{t`Encrypt and save`}</Button>
        <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
      </div>
    </div>
  );
}

function useSave(props: ConfirmStepProps) {
  const { typed, passphrase, isNew, config, configuration, onSaved, onWeak } = props;
  const [failure, setFailure] = useState<string>();
  const [isSealing, setSealing] = useState(false);
  const description = t`Failed to configure wallet. Please try again.`;
  const onFail = (error: unknown) => {
    setFailure(messageOf(error, description));
    toast({ title: t`Setup Failed`, description, destructive: true, inline: true });
  };
  const onDone = () => {
    toast({ title: t`Wallet Configured` });
    onSaved();
  };
  const keep = useCall(vault.configure, { doneFirst: true, onDone, onFail });
  const encrypt = useCall(vault.encryptExisting, { doneFirst: true, onDone, onFail });
  const { familyId } = config;
  const connected = standardWallet(configuration) !== undefined;
  const seal = async () => {
    const binding = { purpose: 'wallet', familyId } as const;
    const { walletAddress, walletXpub } = connected ? ofServer(configuration) : typed;
    if (!isNew) return resealVault({ passphrase, binding, add: { walletAddress, walletXpub } });
    const secrets = {
      ...(walletAddress !== undefined && { walletAddress }),
      ...(walletXpub !== undefined && { walletXpub }),
    };
    return sealVault({ secrets, passphrase, binding });
  };
  const run = async () => {
    if (isNew && !passphraseStrength(passphrase).isValid) {
      invalidPassphraseToast();
      return onWeak();
    }
    setFailure(undefined);
    setSealing(true);
    try {
      const sealed = await seal();
      const { walletId } = configuration;
      // The vault opened here may have been resealed since.
      const version = openVersion() ?? config.version;
      const about = walletId === null ? {} : { walletId };
      if (connected)
        encrypt.run({ encryptedData: sealed, prefersEncryption: true, version, ...about });
      else keep.run({ encryptedSecrets: sealed, hasWallet: true, version });
    } catch (error) {
      onFail(error);
    } finally {
      setSealing(false);
    }
  };
  return { run, failure, isBusy: isSealing || keep.isPending || encrypt.isPending };
}

const ofServer = ({ walletAddress, walletXpub }: Configuration) => ({
  walletAddress: walletAddress ?? undefined,
  walletXpub: walletXpub ?? undefined,
});
