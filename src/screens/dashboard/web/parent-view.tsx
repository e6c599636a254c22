/** Home for parents: pending items, each child's balance, the next pay day; the rest below. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type Transaction, transactions } from '#features/book/transactions/contract.ts';
import { familyTotal } from '#screens/dashboard/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import { type FamilyBook, useFamilyBook, useGoals, useUser } from './calls.ts';
import { ViewSkeleton } from './dashboard-skeleton.tsx';
import { FamilyActivity } from './family-activity.tsx';
import { keptSlip, type SlipState } from './kept-slip.ts';
import { NeedsYou, useKnowsWhatWaits } from './needs-you.tsx';
import type { OpenDialog } from './parent-dialogs.tsx';
import { PaydayCard } from './payday-card.tsx';
import { TotalCover } from './total-cover.tsx';

const AskName = lazyPart(
  async () => (await import('#features/household/family/web/names/ask-name.tsx')).AskName,
);
const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps);
const GoalsSummary = lazyPart(
  async () => (await import('#features/pocket/goals/web/board/goals-summary.tsx')).GoalsSummary,
);
const ParentDialogs = lazyPart(async () => (await import('./parent-dialogs.tsx')).ParentDialogs);
const FamilyWallet = lazyPart(async () => (await import('./family-wallet.tsx')).FamilyWallet);
const HomeBlocks = lazyPart(async () => (await import('./home-blocks.tsx')).HomeBlocks);
/** Loaded on Sundays only; the page waits for it to avoid layout shift. */
const SundayLine = lazyPart(async () => (await import('./sunday-line.tsx')).SundayLine);

/**
 * Heights of the goals, the wallet and the blocks, reserved to avoid layout shift. The lines of the
 * blocks are lower on a phone.
 */
const ROOM = {
  goals: (count: number) => `calc(5.4rem + ${count} * min(7.8rem, 6rem + 2.3vw))`,
  wallet: '17rem',
  noWallet: '15rem',
  blocks: 'min(27.7rem, 18.3rem + 13.5vw)',
};

/** A locked wallet asks for its passphrase immediately, even far down the page. */
const EVERYWHERE = '99999px';

/** True if no book has ever had a line, including pruned ones. */
const isFirst = (recent: readonly Transaction[] | undefined, book: FamilyBook | undefined) =>
  recent?.length === 0 && familyTotal(book?.children ?? []) === 0n;

/** @param room the wallet's height, if known */
export function ParentView({ room }: { room?: string }) {
  const book = useFamilyBook();
  const goals = useGoals().length;
  const recent = useQuery(query(transactions.recent, {})).data;
  const isFirstRun = isFirst(recent, book);
  // Also for a spouse who joins; the demo has no reader.
  const asksName = useUser()?.firstName === null;
  const [dialog, open] = useState<OpenDialog>();
  // The first pay day's page disappears with its first line, before its slip has been read.
  const [slip, onSlip] = useState<SlipState['slip']>(keptSlip);
  const isKnown = useKnowsWhatWaits(book);
  if (!book || !isKnown) return <ViewSkeleton />;
  const { hasEncryptedWallet } = book.family;
  const walletRoom = room ?? (book.family.hasWallet ? ROOM.wallet : ROOM.noWallet);
  return (
    <>
      {isFirstRun ? (
        <FirstSteps book={book} asksName={asksName} slip={slip} onSlip={onSlip} onOpen={open} />
      ) : (
        <div className="home">
          <div className="home-column">
            <NeedsYou book={book} />
            {book.family.weekday === 0 && <SundayLine />}
            {asksName && <AskName />}
            <TotalCover book={book} slip={slip} onSlip={onSlip} onOpen={open} />
            <WhenNear height={ROOM.goals(Math.min(goals, 3))}>
              <GoalsSummary />
            </WhenNear>
          </div>
          <div className="home-column">
            <PaydayCard book={book} />
            <FamilyActivity book={book} />
            <WhenNear height={walletRoom} margin={hasEncryptedWallet ? EVERYWHERE : '0px'}>
              <FamilyWallet isEncrypted={hasEncryptedWallet} height={walletRoom} />
            </WhenNear>
            <WhenNear height={ROOM.blocks}>
              <HomeBlocks book={book} />
            </WhenNear>
          </div>
        </div>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <ParentDialogs dialog={dialog} book={book} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </>
  );
}
