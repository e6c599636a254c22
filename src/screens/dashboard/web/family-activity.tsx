/** All books' latest lines, in each child's color, and how long they are kept. */
import { t } from '@lingui/core/macro';
import { RecentActivity } from '#features/book/transactions/web/recent-activity.tsx';
import type { User } from '#features/people/auth/contract.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { settingsPath } from '../../settings/web/settings-path.ts';
import { type FamilyBook, useUser } from './calls.ts';

export function FamilyActivity({ book: { family, children } }: { book: FamilyBook }) {
  const user = useUser();
  return (
    <RecentActivity
      timeZone={family.timeZone}
      note={
        user && (
          <>
            {retentionNote(user)} <PageLink href={settingsPath('data')}>{t`Privacy`}</PageLink>
          </>
        )
      }
      mark={({ childId, childName }) => {
        const child = children.find(({ id }) => id === childId);
        return child && <Avatar name={childName} {...looksOf(child)} size={32} />;
      }}
    />
  );
}

function retentionNote(user: User): string {
  const { dataRetentionMonths: months, autoDataPruningEnabled: isAutomatic } = user;
  if (months === -1) return t`Data retention: entries are kept forever.`;
  return isAutomatic
    ? t`Data retention: entries are kept for ${months} months, then removed. Balances stay.`
    : t`Data retention: set to ${months} months. Nothing is removed automatically.`;
}
