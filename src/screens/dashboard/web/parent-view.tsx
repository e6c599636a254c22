/** The parents' screen: what the books hold, who is paid next, each child, what happened. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { TransfersPanel } from '#features/approvals/web/transfers-panel.tsx';
import { liquidityAlert } from '#screens/dashboard/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import { useFamilyBook } from './calls.ts';
import { ChildCards } from './child-cards.tsx';
import { ViewSkeleton } from './dashboard-skeleton.tsx';
import { FamilyActivity } from './family-activity.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NeedsYou } from './needs-you.tsx';
import { type OpenDialog, ParentDialogs } from './parent-dialogs.tsx';
import { PaydayCard } from './payday-card.tsx';
import { TotalCover } from './total-cover.tsx';

const LiquidityAlert = lazyPart(async () => (await import('./liquidity-alert.tsx')).LiquidityAlert);
const AllowanceExplainer = lazyPart(
  async () => (await import('./allowance-explainer.tsx')).AllowanceExplainer,
);
const FamilyShare = lazyPart(async () => (await import('./family-share.tsx')).FamilyShare);
const GoalsSummary = lazyPart(
  async () => (await import('#features/goals/web/goals-summary.tsx')).GoalsSummary,
);
const ActiveAllocations = lazyPart(
  async () => (await import('#features/goals/web/active-allocations.tsx')).ActiveAllocations,
);
const WalletCard = lazyPart(
  async () => (await import('#features/wallet/web/wallet-card.tsx')).WalletCard,
);
const SharingAndSafety = lazyPart(
  async () => (await import('./sharing-and-safety.tsx')).SharingAndSafety,
);

export function ParentView() {
  const book = useFamilyBook();
  const [dialog, open] = useState<OpenDialog>();
  if (!book) return <ViewSkeleton />;
  const addChild = () => open({ kind: 'add-child' });
  const isNew = book.children.length === 0;
  const liquidity = liquidityAlert(book.children);
  return (
    <>
      <h1>{t`Family Bitcoin Dashboard`}</h1>
      <NeedsYou book={book} />
      {liquidity && (
        <Suspense fallback={null}>
          <LiquidityAlert {...liquidity} />
        </Suspense>
      )}
      <div className="dash-row">
        <TotalCover book={book} onAddChild={addChild} />
        {isNew ? <FirstSteps onAddChild={addChild} /> : <PaydayCard book={book} />}
      </div>
      {!isNew && <ChildCards book={book} onOpen={open} />}
      {!isNew && (
        <div className="dash-row dash-parts-row">
          <div className="dash-wide dash-stack">
            <FamilyActivity book={book} />
            <WhenNear height="12rem">
              <ActiveAllocations isChild={false} timeZone={book.family.timeZone} />
            </WhenNear>
            <WhenNear height="12rem">
              <AllowanceExplainer family={book.family} />
            </WhenNear>
          </div>
          <div className="dash-side dash-stack">
            <TransfersPanel mode="parent" timeZone={book.family.timeZone} />
            <WhenNear height="12rem">
              <WalletCard />
            </WhenNear>
            <WhenNear height="24rem">
              <FamilyShare book={book} />
            </WhenNear>
            <WhenNear height="12rem">
              <GoalsSummary />
            </WhenNear>
          </div>
        </div>
      )}
      {!isNew && (
        <WhenNear height="24rem">
          <SharingAndSafety book={book} />
        </WhenNear>
      )}
      <ParentDialogs dialog={dialog} book={book} onOpen={open} onClose={() => open(undefined)} />
    </>
  );
}
