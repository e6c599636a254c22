/** For encrypted wallets: why a connection isn't sent from here, and where it belongs. */
import { t } from '@lingui/core/macro';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** `cannot-be-asked`: wallets that only speak HTTP, which our browser code can't reach. */
export type WhyNotSent = 'pays' | 'cannot-be-asked';

export function IntoVault({ why }: { why: WhyNotSent }) {
  return (
    <Banner
      title={t`Your wallet is encrypted`}
      action={
        <ButtonLink
          look="alt"
          small
          href="/lightning-setup"
        >{t`To the encrypted wallet`}</ButtonLink>
      }
    >
      {whyNotSentText(why)}
    </Banner>
  );
}

export const whyNotSentText = (why: WhyNotSent): string =>
  why === 'pays'
    ? t`A connection that pays belongs in your encrypted wallet. Nothing of it is sent from here.`
    : t`This browser cannot ask such a wallet whether its password can pay, so the password may not leave it. Use a connection string that only receives, or a Lightning address.`;
