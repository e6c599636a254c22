/** Opens the family's vault with a passphrase, and replaces a payload of an old form. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type EncryptedConfig, vault } from '#features/vault/contract.ts';
import { query, useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { openIsVersion, openVault } from '#web/vault/vault.ts';
import { unlockFailure } from './words.ts';

/** VAULT-20: idle, decrypting, then unlocked or with an error. */
export function useUnlock(onUnlocked: (passphrase: string) => void) {
  const queries = useQueryClient();
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  // A payload of an old form is replaced; if that fails, it is tried again at the next unlocking.
  const save = useCall(vault.configure, {
    onDone: ({ version }) => openIsVersion(version),
    onFail: () => undefined,
  });
  const open = async (passphrase: string) => {
    const config = await queries.fetchQuery({ ...query(vault.config, {}), staleTime: 0 });
    if (!config.encryptedSecrets) return setError(t`No encrypted wallet data found`);
    const { resealed } = await openVault(config.version, {
      payload: config.encryptedSecrets,
      passphrase,
      binding: { purpose: 'wallet', familyId: config.familyId },
      network: config.network,
    });
    toast({ title: t`Wallet Unlocked` });
    if (resealed) save.run(replacement(config, resealed));
    onUnlocked(passphrase);
  };
  const run = async (passphrase: string) => {
    if (passphrase === '') return setError(t`Please enter your passphrase`);
    setError(undefined);
    setPending(true);
    try {
      await open(passphrase);
    } catch (failure) {
      setError(unlockFailure(failure));
    } finally {
      setPending(false);
    }
  };
  return { run, error, isPending };
}

const replacement = (
  { version }: EncryptedConfig,
  encryptedSecrets: NonNullable<EncryptedConfig['encryptedSecrets']>,
) => ({ encryptedSecrets, hasWallet: true as const, version });
