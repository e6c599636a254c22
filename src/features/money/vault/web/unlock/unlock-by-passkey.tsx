/** Unlocks the vault with a passkey, if the person set one up and the browser supports it. */
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { vault } from '#features/money/vault/contract.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { openByPasskey } from '#web/vault/vault.ts';
import { askPasskey, useVaultPasskeys } from './passkey-secret.ts';
import { useReplacement } from './use-unlock.ts';

export function UnlockByPasskey({ onUnlocked }: { onUnlocked: () => void }) {
  const queries = useQueryClient();
  const replace = useReplacement();
  const { own, hasPrf } = useVaultPasskeys();
  const locked = own.flatMap(({ lock, ...one }) => (lock ? [{ ...one, ...lock }] : []));
  const unlock = useMutation({
    mutationFn: async () => {
      const secret = await askPasskey(locked);
      const one = locked.find(({ credentialId }) => credentialId === secret.credentialId);
      const config = await queries.fetchQuery({ ...query(vault.config, {}), staleTime: 0 });
      const { encryptedSecrets: payload, version, familyId, network } = config;
      if (!one || !payload) throw new Error('Nothing to open');
      const binding = { purpose: 'wallet', familyId } as const;
      const input = { payload, binding, network, sealed: one.sealed, secret };
      const { resealed } = await openByPasskey(version, input);
      if (resealed) replace(config, resealed);
    },
    // After a cancelled prompt, only the person tries again.
    retry: false,
    onSuccess: () => {
      toast({ title: t`Wallet Unlocked` });
      onUnlocked();
    },
    // The passphrase may have changed; then no passkey opens the vault any more.
    onError: () => queries.invalidateQueries(),
  });
  if (locked.length === 0 && !unlock.isError) return null;
  return (
    <>
      {unlock.isError && (
        <InlineAlert>{t`The passkey did not unlock the wallet. Your passphrase does.`}</InlineAlert>
      )}
      {locked.length > 0 && hasPrf === false && <NotInThisBrowser />}
      {locked.length > 0 && hasPrf && (
        <Button
          look="alt"
          className="justify-self-start"
          busy={unlock.isPending}
          onClick={() => unlock.mutate()}
        >
          {t`Unlock with a passkey`}
        </Button>
      )}
    </>
  );
}

export const NotInThisBrowser = () => (
  <p className="sub w-full">
    {t`This browser cannot unlock a wallet with a passkey. Your passphrase always does.`}
  </p>
);
