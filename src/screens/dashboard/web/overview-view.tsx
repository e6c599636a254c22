/** Family Overview, including other features' cards. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { moneyChanges } from '#features/book/changes/contract.ts';
import { MoneyChanges } from '#features/book/changes/web/money-changes.tsx';
import { PrivacyPanel } from '#features/book/privacy/web/privacy-panel.tsx';
import { FamilyOverview } from '#features/household/family/web/family-overview.tsx';
import { changeText } from '#features/notices/messages/web/change-words.ts';
import { BackupCard } from '#features/operator/backups/web/backup-card.tsx';
import { children } from '#features/people/children/contract.ts';
import { ClosedBooks } from '#features/people/children/web/closed-books.tsx';
import { help } from '#features/people/step-up/help/contract.ts';
import { HelpWaiting } from '#features/people/step-up/web/help-card.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { SettingsLines } from '../../settings/web/settings-lines.tsx';
import { ViewSkeleton } from './dashboard-skeleton.tsx';
import { HomeBlock } from './home-block.tsx';

const GrowthCard = lazyPart(
  async () => (await import('#features/pocket/growth/web/growth-card.tsx')).GrowthCard,
);

/** Determines the topmost cards: a later one would move all others. */
function useKnowsTheTop(): boolean {
  const links = useQuery({ ...query(help.list, {}), meta: { quiet: true } });
  const changes = useQuery(query(moneyChanges.list, {}));
  const closed = useQuery(query(children.closed, {}));
  return [links, changes, closed].every(({ isPending }) => !isPending);
}

export function OverviewView() {
  const isKnown = useKnowsTheTop();
  if (!isKnown) return <ViewSkeleton />;
  return (
    <div className="grid gap-5 in-order">
      <HelpWaiting />
      <MoneyChanges changeText={changeText} />
      <ClosedBooks />
      <FamilyOverview />
      <Card className="home-blocks" aria-labelledby="overview-settings">
        <h2 id="overview-settings">{t`Settings`}</h2>
        <SettingsLines />
      </Card>
      <Card className="home-blocks" aria-label={t`The family’s book`}>
        <ul>
          <HomeBlock title={t`How the savings grew`}>
            <GrowthCard valued />
          </HomeBlock>
          <HomeBlock title={t`Data privacy and management`}>
            <PrivacyPanel />
          </HomeBlock>
        </ul>
      </Card>
      <BackupCard />
    </div>
  );
}
