/** The vault is locked in this tab, so nothing can be paid from here. */
import { t } from '@lingui/core/macro';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export function LockedNote() {
  return (
    <Banner
      tone="warn"
      title={t`Your wallet is locked`}
      action={<ButtonLink look="alt" small href="/dashboard">{t`To Home`}</ButtonLink>}
    >
      {t`Unlock it on Home under “Family wallet”, then pay from here.`}
    </Banner>
  );
}
