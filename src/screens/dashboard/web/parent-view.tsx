/** Home for parents: what needs them, what each child has, when pay day is; the rest below. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import { useFamilyBook, useGoals } from './calls.ts';
import { ViewSkeleton } from './dashboard-skeleton.tsx';
import { FamilyActivity } from './family-activity.tsx';
import { NeedsYou } from './needs-you.tsx';
import { type OpenDialog, ParentDialogs } from './parent-dialogs.tsx';
import { PaydayCard } from './payday-card.tsx';
import { TotalCover } from './total-cover.tsx';

const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps);
const GoalsSummary = lazyPart(
  async () => (await import('#features/goals/web/goals-summary.tsx')).GoalsSummary,
);
const WalletCard = lazyPart(
  async () => (await import('#features/wallet/web/wallet-card.tsx')).WalletCard,
);
const HomeBlocks = lazyPart(async () => (await import('./home-blocks.tsx')).HomeBlocks);

/** What the goals will take, so that nothing below them moves. */
const ROOM_REM = { card: 9, goal: 6.25 };

interface ParentViewProps {
  /** The choice of view, beside the title. */
  views?: ReactNode;
}

export function ParentView({ views }: ParentViewProps) {
  const book = useFamilyBook();
  const goals = useGoals().length;
  const [dialog, open] = useState<OpenDialog>();
  if (!book) return <ViewSkeleton />;
  return (
    <>
      <div className="dash-top home-top">
        <h1>{t`Family Bitcoin Dashboard`}</h1>
        {views}
      </div>
      {book.children.length === 0 ? (
        <FirstSteps onAddChild={() => open({ kind: 'add-child' })} />
      ) : (
        <div className="home">
          <div className="home-column">
            <NeedsYou book={book} />
            <TotalCover book={book} onOpen={open} />
            <WhenNear height={`${ROOM_REM.card + ROOM_REM.goal * Math.min(goals, 3)}rem`}>
              <GoalsSummary />
            </WhenNear>
          </div>
          <div className="home-column">
            <PaydayCard book={book} />
            <FamilyActivity book={book} />
            <WhenNear height="12rem">
              <WalletCard />
            </WhenNear>
            <WhenNear height="24rem">
              <HomeBlocks book={book} />
            </WhenNear>
          </div>
        </div>
      )}
      <ParentDialogs dialog={dialog} book={book} onClose={() => open(undefined)} />
    </>
  );
}
