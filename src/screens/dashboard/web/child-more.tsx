/** From ten on: the rest of a child's book, one expandable line each. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { TransfersPanel } from '#features/book/approvals/web/transfers-panel.tsx';
import type { Child } from '#features/people/children/contract.ts';
import type { Band } from '#features/people/children/rules.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { viewGoals } from '#features/pocket/goals/web/view-goal.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { useWay } from '#web/ui/page-link.tsx';
import { RuledLink } from '../../shell/web/ruled-link.tsx';
import { HomeBlock } from './home-block.tsx';

const IfIWaitCard = lazyPart(
  async () => (await import('#features/pocket/goals/web/asking/if-i-wait.tsx')).IfIWaitCard,
);
const ActiveAllocations = lazyPart(
  async () =>
    (await import('#features/pocket/goals/web/asking/active-allocations.tsx')).ActiveAllocations,
);
const GrowthCard = lazyPart(
  async () => (await import('#features/pocket/growth/web/growth-card.tsx')).GrowthCard,
);
const LearnCard = lazyPart(
  async () => (await import('#features/learn/lessons/web/learn-card.tsx')).LearnCard,
);
const LightningPanel = lazyPart(
  async () => (await import('#features/money/lightning/web/lightning-panel.tsx')).LightningPanel,
);
const ChildWalletPanel = lazyPart(
  async () =>
    (await import('#features/money/wallet/web/children/child-wallet-panel.tsx')).ChildWalletPanel,
);

interface ChildMoreProps {
  child: Child;
  band: Band;
  timeZone: string | undefined;
  /** The child itself, not a parent in Child View. */
  isChild: boolean;
  /** Pending transfers are above, in a separate card. */
  hasTransfers: boolean;
}

export function ChildMore({ child, band, timeZone, isChild, hasTransfers }: ChildMoreProps) {
  const { id } = child;
  const hasLessons = useWay('/lessons') !== undefined;
  return (
    <Card className="home-blocks" aria-label={t`More of my book`}>
      <ul>
        {band === 'explorer' && <Growth child={child} />}
        <HomeBlock title={t`Bitcoin wallet`}>
          <ChildWalletPanel child={child} isChild={isChild} />
        </HomeBlock>
        <HomeBlock title={t`Lightning`}>
          <LightningPanel child={child} isChild={isChild} waitsAbove />
        </HomeBlock>
        {!hasTransfers && (
          <HomeBlock title={t`Savings and transfers`}>
            <TransfersPanel mode="child" childId={id} timeZone={timeZone} />
          </HomeBlock>
        )}
        <HomeBlock title={t`My shares for goals`}>
          <ActiveAllocations childId={id} isChild timeZone={timeZone} />
        </HomeBlock>
        {hasLessons && (
          <HomeBlock title={t`Learn About Bitcoin`}>
            <LearnCard childId={id} />
          </HomeBlock>
        )}
      </ul>
    </Card>
  );
}

/** From fourteen on a separate card: forecast, growth, and printable papers. */
export function GrowthAndStatements({ child }: { child: Child }) {
  return (
    <Card className="home-blocks" aria-label={t`Growth and statements`}>
      <ul>
        <Growth child={child} />
        <RuledLink href={`/statement?child=${child.id}`}>{t`My statement`}</RuledLink>
        <RuledLink href={`/year?child=${child.id}`}>{t`My year`}</RuledLink>
      </ul>
    </Card>
  );
}

function Growth({ child }: { child: Child }) {
  const waits = viewGoals(useQuery(query(goals.list, {})).data ?? []).some(
    ({ goal, complete }) => !complete && [null, child.id].includes(goal.ownerChildId),
  );
  return (
    <>
      <HomeBlock title={t`How savings grew`}>
        <GrowthCard childId={child.id} />
      </HomeBlock>
      {waits && (
        <HomeBlock title={t`If I wait`}>
          <IfIWaitCard child={child} />
        </HomeBlock>
      )}
    </>
  );
}
