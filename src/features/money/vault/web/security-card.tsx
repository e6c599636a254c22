/** "Wallet security": who can read the family's wallet, and the switch that decides it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { vault } from '#features/money/vault/contract.ts';
import { statusOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { EncryptDialog } from './encrypt-dialog.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';
import { CannotEncrypt } from './unlock/compatibility.tsx';
import { useCapability } from './unlock/use-capability.ts';

/** Shows the error as a toast, in the same words as inline. */
function useLoadFailure(error: Error | null): void {
  useEffect(() => {
    if (!error) return;
    const description = t`Failed to load encryption preferences`;
    toast({ title: t`Error`, description, destructive: true, inline: true });
  }, [error]);
}

const RETRY_MS = 1_000;

export function SecurityCard() {
  const preferences = useQuery({
    ...query(vault.preferences, {}),
    meta: { quiet: true },
    retry: (failures, error) => failures < 1 && statusOf(error) === 401,
    retryDelay: RETRY_MS,
  });
  const capability = useCapability();
  const [dialog, open] = useState<'encrypt' | 'off'>();
  const close = () => open(undefined);
  const { data, error, refetch } = preferences;
  useLoadFailure(data ? null : error);
  if (error && !data)
    return (
      <InlineAlert
        action={<Button look="alt" small onClick={() => void refetch()}>{t`Try Again`}</Button>}
      >
        {t`Failed to load encryption preferences`}
      </InlineAlert>
    );
  if (!data) return <Loading label={t`Wallet security`} height="9rem" />;
  const isUnable = capability?.supported === false;
  const flip = (on: boolean) => {
    if (isUnable) return;
    if (!on) return open('off');
    if (data.hasLegacyWallet) return open('encrypt');
    toast({
      title: t`No Data to Encrypt`,
      description: t`Connect the wallet first: then its key can be encrypted.`,
    });
  };
  return (
    <Card className="grid content-start gap-4" aria-labelledby="wallet-security">
      <h2 id="wallet-security">{t`Wallet security`}</h2>
      <Switch
        label={t`Encrypt our wallet in the browser`}
        hint={t`Zero-knowledge: only your passphrase opens it, and we store a locked copy. Recommended for families.`}
        checked={data.prefersEncryption}
        disabled={isUnable}
        onChange={flip}
      />
      {isUnable && <CannotEncrypt capability={capability} />}
      <p className="sub">
        {data.prefersEncryption
          ? t`Locked with your own words. The keys to your wallet, not your book: the children’s books stay readable to the server.`
          : t`Standard: this server encrypts what you give it, and can read it to look up balances and deposits.`}{' '}
        <a href="/encryption-options">{t`What the server can and cannot see`}</a>
      </p>
      {dialog === 'encrypt' && <EncryptDialog onClose={close} />}
      {dialog === 'off' && <SwitchOffDialog hasWallet={data.hasEncryptedWallet} onClose={close} />}
    </Card>
  );
}
