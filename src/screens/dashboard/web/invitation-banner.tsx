/** A pending invitation to a family: shows the inviter's address, and links to the answer. */
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { Banner } from '#web/ui/banner.tsx';
import { lookClass } from '#web/ui/button.tsx';
import { useInvitations } from './calls.ts';

export function InvitationBanner() {
  const [first] = useInvitations() ?? [];
  if (!first) return null;
  return (
    <Banner
      title={t`${first.inviterEmail} invites you to join a family`}
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
