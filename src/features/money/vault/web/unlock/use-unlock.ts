/** Opens the family's vault with a passphrase, and replaces a payload in an old format. */
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Input } from '#contract/endpoint.ts';
import type { VaultPayload } from '#core/vault/payload.ts';
import { type EncryptedConfig, vault } from '#features/money/vault/contract.ts';
import { callApi, newKey, unasked } from '#web/api.ts';
import { query } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { lockVault, openIsVersion, openVault, prepareVault } from '#web/vault/vault.ts';
import { unlockFailure } from '../words.ts';

/** Idle, decrypting, then unlocked or with an error. */
export function useUnlock(onUnlocked: (passphrase: string) => void) {
  const queries = useQueryClient();
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const replace = useReplacement();
  useEffect(prepareVault, []);
  const open = async (passphrase: string) => {
    const newest = query(vault.config, {});
    // Opens the version known to this tab while the newest is being fetched.
    const known = queries.getQueryData(newest.queryKey);
    const early = known?.encryptedSecrets && opened(known, known.encryptedSecrets, passphrase);
    early?.catch(() => undefined);
    const config = await queries.fetchQuery({ ...newest, staleTime: 0 });
    const { encryptedSecrets: payload, version } = config;
    const isNewest = early && payload && version === known.version;
    if (early && !isNewest) lockVault();
    if (!payload) return setError(t`No encrypted wallet data found`);
    const { resealed } = await (isNewest ? early : opened(config, payload, passphrase));
    toast({ title: t`Wallet Unlocked` });
    if (resealed) replace(config, resealed);
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

const opened = (
  { version, familyId, network }: EncryptedConfig,
  payload: VaultPayload,
  passphrase: string,
) =>
  openVault(version, {
    payload,
    passphrase,
    network,
    binding: { purpose: 'wallet', familyId },
  });

/**
 * Replaces a payload in an old format. It runs unprompted, so it asks for no sign-in; if it fails,
 * the next unlock tries again.
 */
export function useReplacement() {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (input: Input<typeof vault.configure>) =>
      callApi(vault.configure, input, newKey(), unasked),
    retry: false,
    meta: { quiet: true },
    onSuccess: ({ version }) => {
      // The next change applies to this version, even while the screen is still refetching.
      openIsVersion(version);
      return queries.invalidateQueries();
    },
  });
  return ({ version }: EncryptedConfig, encryptedSecrets: VaultPayload) =>
    save.mutate({ encryptedSecrets, hasWallet: true, version });
}
