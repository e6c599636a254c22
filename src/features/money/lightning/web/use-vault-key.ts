/** Puts a new key for a child's wallet into the vault, before it can open anything. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { VaultError } from '#core/vault/error.ts';
import { vault } from '#features/money/vault/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { addKeyToVault, openIsVersion, openVault } from '#web/vault/vault.ts';

type Options = {
  /** Called once the vault is saved with the secret key of this public key. */
  onKey: (publicKey: string) => void;
  onFail: (errors: Record<string, string>) => void;
};

export function useVaultKey({ onKey, onFail }: Options) {
  const queries = useQueryClient();
  const made = useRef<string>(undefined);
  const [isSealing, setSealing] = useState(false);
  const failed = t`The wallet could not be made just now.`;
  const save = useCall(vault.configure, {
    doneFirst: true,
    onDone: ({ version }) => {
      openIsVersion(version);
      if (made.current !== undefined) onKey(made.current);
    },
    onFail: (error) => {
      made.current = undefined;
      onFail({ form: messageOf(error, failed) });
    },
  });
  const run = async (passphrase: string) => {
    // A key that is already in the vault is reused for the next attempt.
    if (made.current !== undefined) return onKey(made.current);
    setSealing(true);
    try {
      const config = await queries.fetchQuery({ ...query(vault.config, {}), staleTime: 0 });
      const { encryptedSecrets: payload, familyId, network, version } = config;
      if (!payload) return onFail({ form: t`No encrypted wallet data found` });
      const binding = { purpose: 'wallet', familyId } as const;
      // Opening it proves the passphrase before sealing with it again.
      await openVault(version, { payload, passphrase, binding, network });
      const added = await addKeyToVault({ passphrase, binding });
      made.current = added.publicKey;
      save.run({ encryptedSecrets: added.payload, hasWallet: true, version });
    } catch (error) {
      const isWrong = error instanceof VaultError && error.code === 'CANNOT_OPEN';
      if (isWrong) onFail({ passphrase: t`Incorrect passphrase. Please try again.` });
      else onFail({ form: messageOf(error, failed) });
    } finally {
      setSealing(false);
    }
  };
  return { run, isBusy: isSealing || save.isPending };
}
