/** A child's own screen. Words, sizes and units follow the age; what can be seen does not. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { approvals } from '#features/approvals/contract.ts';
import { pendingTransfers } from '#features/approvals/web/pending-transfers.ts';
import { TransfersPanel } from '#features/approvals/web/transfers-panel.tsx';
import { WaitingList } from '#features/approvals/web/waiting-list.tsx';
import type { Child } from '#features/children/contract.ts';
import { type Band, bandOf } from '#features/children/rules.ts';
import { useGoalAnswers } from '#features/goals/web/goal-answers.ts';
import { messages } from '#features/messages/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { Card, Cover } from '#web/ui/card.tsx';
import { BoltIcon, BookIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { PageLink, useWay } from '#web/ui/page-link.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { AllowanceCard } from './allowance-card.tsx';
import { AmountLines, FixedRate } from './amount-lines.tsx';
import { useUser } from './calls.ts';
import { ChildActivity, type EntriesQuery } from './child-activity.tsx';
import { ChildMore } from './child-more.tsx';
import { type OwnDialog, OwnDialogs } from './child-own-dialogs.tsx';
import { paydayText, spokenDollars } from './child-words.ts';
import { SinceLastTime } from './since-last-time.tsx';
import { usePayTo } from './use-pay-to.ts';

const ChildGoals = lazyPart(
  async () => (await import('#features/goals/web/child-goals.tsx')).ChildGoals,
);
const AboveLimit = lazyPart(
  async () => (await import('#features/transactions/web/above-limit.tsx')).AboveLimit,
);

const ParentAddress = lazyPart(
  async () => (await import('#features/lightning/web/parent-address.tsx')).ParentAddress,
);

const LightningWaiting = lazyPart(
  async () => (await import('#features/lightning/web/lightning-waiting.tsx')).LightningWaiting,
);

const LearnCard = lazyPart(
  async () => (await import('#features/lessons/web/learn-card.tsx')).LearnCard,
);

const MarksSince = lazyPart(async () => (await import('./marks-since.tsx')).MarksSince);

const SaplingCard = lazyPart(
  async () => (await import('#features/growth/web/sapling-card.tsx')).SaplingCard,
);

export interface ChildBookProps {
  child: Child;
  timeZone: string | undefined;
  entries: EntriesQuery;
}

export function ChildBook({ child, timeZone, entries }: ChildBookProps) {
  const band = bandOf(child.age);
  const [dialog, open] = useState<OwnDialog>();
  const isChild = useUser()?.role === 'child';
  const unread = useQuery(query(messages.unread, {})).data?.unread ?? 0;
  const goalAnswers = useGoalAnswers(child.id);
  const hasTransfers = useHasTransfers(child.id);
  return (
    <div className="kid" data-band={band}>
      <Greeting child={child} onFace={() => open('face')} />
      {isChild && <SinceLastTime childId={child.id} entries={entries} />}
      {isChild && unread > 0 && (
        <Suspense fallback={null}>
          <MarksSince childId={child.id} />
        </Suspense>
      )}
      <div className="kid-cards">
        <div className="kid-column">
          <Savings child={child} band={band} onAsk={() => open('ask')} />
          <Spending child={child} band={band} onOpen={open} />
          <AllowanceCard child={child} band={band} />
        </div>
        <div className="kid-column in-order">
          <WaitingList childId={child.id} timeZone={timeZone} others={goalAnswers} />
          {hasTransfers && <TransfersPanel mode="child" childId={child.id} timeZone={timeZone} />}
          {hasTransfers && isChild && (
            <Suspense fallback={null}>
              <ParentAddress childId={child.id} />
            </Suspense>
          )}
          {band !== 'starter' && (
            <WhenNear height="0">
              <LightningWaiting childId={child.id} isChild={isChild} />
            </WhenNear>
          )}
          <Suspense fallback={<Loading label={t`Loading the goals`} height="16rem" />}>
            <ChildGoals child={child} band={band} />
          </Suspense>
          {band === 'starter' ? (
            <ForTheYoungest childId={child.id} />
          ) : (
            <>
              <ChildActivity child={child} timeZone={timeZone} entries={entries} />
              <ChildMore {...{ child, band, timeZone, isChild, hasTransfers }} />
              <Sapling childId={child.id} />
            </>
          )}
        </div>
      </div>
      <p className="sub kid-foot">{footLine(band)}</p>
      <OwnDialogs
        dialog={dialog}
        child={child}
        band={band}
        timeZone={timeZone}
        onClose={() => open(undefined)}
      />
    </div>
  );
}

/** Its card stands on the first page only while something waits in it, or was answered lately. */
function useHasTransfers(childId: string): boolean {
  const waiting = useQuery(pendingTransfers()).data ?? [];
  const answered = useQuery(query(approvals.list, {})).data?.answered ?? [];
  return (
    waiting.some((one) => one.childId === childId) ||
    answered.some((one) => one.kind === 'savings_transfer' && one.childId === childId)
  );
}

/** The rest is in "My book" and under "More". */
function ForTheYoungest({ childId }: { childId: string }) {
  const hasLessons = useWay('/lessons') !== undefined;
  return (
    <>
      <Sapling childId={childId} />
      {hasLessons && (
        <WhenNear height="21rem">
          <LearnCard childId={childId} />
        </WhenNear>
      )}
      <PageLink href="/more" className={lookClass({ look: 'alt', wide: true })}>
        {t`More`}
      </PageLink>
    </>
  );
}

const Sapling = ({ childId }: { childId: string }) => (
  <WhenNear height="26rem">
    <SaplingCard childId={childId} />
  </WhenNear>
);

/** Announces whose book it is when it is opened from the list. */
const focusOnce = (heading: HTMLHeadingElement | null) => heading?.focus({ preventScroll: true });

function Greeting({ child, onFace }: { child: Child; onFace: () => void }) {
  return (
    <header className="child-who">
      <button
        type="button"
        className="face-choice"
        aria-label={t`Choose your picture`}
        onClick={onFace}
      >
        <Avatar name={child.name} {...looksOf(child)} size={64} />
      </button>
      <div>
        <h1 ref={focusOnce} tabIndex={-1}>{t`Hi, ${child.name}`}</h1>
        <p className="kid-payday">{paydayText(child)}</p>
      </div>
    </header>
  );
}

interface BalanceProps {
  child: Child;
  band: Band;
}

function Savings({ child, band, onAsk }: BalanceProps & { onAsk: () => void }) {
  const sats = satsOf(child.savingsBalance);
  const held = sats - satsOf(child.availableSavings);
  return (
    <Cover className="kid-balance">
      <div>
        <h2 className="kid-label cover-label">
          <BookIcon size={20} /> {t`My Savings`}
        </h2>
        <Balance sats={sats} band={band} size="huge" rate />
        {held > 0n && (
          <p className="held-line cover-label">
            <WaitingIcon size={18} /> {t`${satsWithValue(held)} waiting for a yes or a payment`}
          </p>
        )}
        <WhyLink childId={child.id} part="savings" />
      </div>
      <Button look="gold" onClick={onAsk}>{t`Ask to Use Savings`}</Button>
    </Cover>
  );
}

function Spending({ child, band, onOpen }: BalanceProps & { onOpen: (which: OwnDialog) => void }) {
  const sats = satsOf(child.spendingBalance);
  const held = sats - satsOf(child.availableSpending);
  const asks = useUser()?.role === 'child';
  const payTo = usePayTo(child.id, satsOf(child.aboveLimit) > 0n);
  return (
    <Card tone="gold" className="kid-balance">
      <div>
        <h2 className="kid-label text-gold-ink">
          <BoltIcon size={20} /> {t`Spending Money`}
        </h2>
        <Balance sats={sats} band={band} size="big" />
        {held > 0n && (
          <p className="sub held-line">
            <WaitingIcon size={18} /> {t`${satsWithValue(held)} waiting for a yes or a payment`}
          </p>
        )}
        <WhyLink childId={child.id} part="spending" />
      </div>
      {satsOf(child.aboveLimit) > 0n && (
        <Suspense fallback={null}>
          <AboveLimit child={child} asks={asks} payTo={payTo} />
        </Suspense>
      )}
      <div className="form-actions">
        <Button look="alt" onClick={() => onOpen('add')}>{t`Add Transaction`}</Button>
        {band !== 'starter' && (
          <Button look="quiet" onClick={() => onOpen('import')}>{t`Import CSV`}</Button>
        )}
      </div>
    </Card>
  );
}

/** From a number to every line behind it. */
function WhyLink({ childId, part }: { childId: string; part: 'savings' | 'spending' }) {
  return (
    <PageLink href={`/activity?child=${childId}&part=${part}`} className="why-link">
      {t`Why this number?`}
    </PageLink>
  );
}

interface BalanceLinesProps {
  sats: bigint;
  band: Band;
  size: 'huge' | 'big';
  rate?: boolean;
}

/** The youngest read one number in sats, and dollars in words; the others get every unit. */
function Balance({ band, ...amount }: BalanceLinesProps) {
  if (band !== 'starter')
    return <AmountLines unit="sats" {...amount} others={['sats', 'btc', 'usd']} />;
  const { sats, size, rate } = amount;
  return (
    <div>
      <MoneyText sats={sats} unit="sats" size={size} bare />
      <p className="amount-others">
        {sats === 0n ? t`Nothing here yet` : spokenDollars(sats)}
        {rate && sats > 0n && <FixedRate />}
      </p>
    </div>
  );
}

function footLine(band: Band): string {
  if (band === 'starter') return t`Your grown-ups can see this book.`;
  if (band === 'explorer') return t`Your parents see your entries and requests.`;
  return t`Your parents see your entries and requests. They cannot see what you do outside this book.`;
}
