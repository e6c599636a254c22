/** Warns that the vault is locked in this tab, so paying from here is impossible. */
import { t } from '@lingui/core/macro';
import { Banner } from '#web/ui/banner.tsx';
import { lookClass } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

export function LockedNote() {
  return (
    <Banner
      tone="warn"
      title={t`Your wallet is locked`}
      action={
        <PageLink href="/dashboard" className={lookClass({ look: 'alt', small: true })}>
          {t`To Home`}
        </PageLink>
      }
    >
      {t`Unlock it on Home under “Family wallet”, then come back here.`}
    </Banner>
  );
}
