/** After someone who knows the wallet's secrets has left: links to Home, to replace them. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { vault } from '#features/money/vault/contract.ts';
import { query } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { lookClass } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

export function KnownWallet() {
  const sealed = useQuery(query(vault.config, {})).data;
  const onServer = useQuery(query(lightning.config, {})).data?.connections ?? [];
  const names = [sealed?.spending, ...onServer].flatMap((one) =>
    one?.isRotationDue ? [one.provider] : [],
  );
  const known = [...(sealed?.isRenewalDue ? [t`the passphrase of your wallet`] : []), ...names];
  if (known.length === 0) return null;
  const list = known.join(', ');
  return (
    <Banner
      tone="warn"
      title={t`Somebody who has left knows your wallet`}
      action={
        <PageLink href="/dashboard" className={lookClass({ look: 'alt', small: true })}>
          {t`To Home`}
        </PageLink>
      }
    >
      {t`To be replaced: ${list}.`}
    </Banner>
  );
}
