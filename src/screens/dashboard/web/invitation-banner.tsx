/** A pending invitation to a family: shows the inviter's address, and links to the answer. */
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { Banner } from '#web/ui/banner.tsx';
import { lookClass } from '#web/ui/button.tsx';

export function InvitationBanner({ from }: { from: string }) {
  return (
    <Banner
      title={t`${from} invites you to join a family`}
      action={
        <Link href="/invitation" className={lookClass({ look: 'alt', small: true })}>
          {t`See the invitation`}
        </Link>
      }
    >
      {t`Nothing changes until you answer.`}
    </Banner>
  );
}
