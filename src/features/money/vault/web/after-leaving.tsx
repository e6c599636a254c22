/**
 * Next steps after someone who could open the vault has left the family, one at a time until all
 * are done.
 */
import { t } from '@lingui/core/macro';
import type { EncryptedConfig } from '#features/money/vault/contract.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

interface AfterLeavingProps {
  config: Pick<EncryptedConfig, 'isRenewalDue' | 'spending'>;
  onRenew: () => void;
}

export function AfterLeaving({ config, onRenew }: AfterLeavingProps) {
  const { isRenewalDue, spending } = config;
  if (isRenewalDue)
    return (
      <Banner
        tone="warn"
        title={t`Choose a new passphrase`}
        action={<Button look="alt" small onClick={onRenew}>{t`Choose it now`}</Button>}
      >
        {t`Somebody who has left your family knows the old one. If they kept the wallet’s public key, they can see it for ever: only another wallet changes that.`}
      </Banner>
    );
  if (!spending?.isRotationDue) return null;
  const { provider } = spending;
  return (
    <Banner
      tone="warn"
      title={t`Replace the connection to ${provider}`}
      action={
        <PageLink href="/lightning-setup" className={lookClass({ look: 'alt', small: true })}>
          {t`New connection`}
        </PageLink>
      }
    >
      {t`Somebody who has left your family knows it. Remove it in ${provider}, then connect a new one here.`}
    </Banner>
  );
}
