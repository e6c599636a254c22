/** A child's own screen. Texts, sizes and order depend on the age; the visible data doesn't. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { approvals } from '#features/book/approvals/contract.ts';
import { pendingTransfers } from '#features/book/approvals/web/pending-transfers.ts';
import { TransfersPanel } from '#features/book/approvals/web/transfers-panel.tsx';
import { WaitingList } from '#features/book/approvals/web/waiting-list.tsx';
import type { Child } from '#features/people/children/contract.ts';
import { type Band, bandOf } from '#features/people/children/rules.ts';
import { useGoalAnswers } from '#features/pocket/goals/web/goal-answers.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { useWay } from '#web/ui/page-link.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { AllowanceCard, todayOf } from './allowance-card.tsx';
import { ChildActivity, type EntriesQuery } from './child-activity.tsx';
import { ChildMore, GrowthAndStatements } from './child-more.tsx';
import { type OwnDialog, OwnDialogs } from './child-own-dialogs.tsx';
import { paydayText } from './child-words.ts';
import { MarksSince } from './marks-since.tsx';
import { Savings, Spending } from './own-money.tsx';
import { SinceLastTime } from './since-last-time.tsx';

const ChildGoals = lazyPart(
  async () => (await import('#features/pocket/goals/web/board/child-goals.tsx')).ChildGoals,
);

const ParentAddress = lazyPart(
  async () =>
    (await import('#features/money/lightning/web/receive/parent-address.tsx')).ParentAddress,
);

const LightningWaiting = lazyPart(
  async () =>
    (await import('#features/money/lightning/web/lightning-waiting.tsx')).LightningWaiting,
);

const LearnCard = lazyPart(
  async () => (await import('#features/learn/lessons/web/learn-card.tsx')).LearnCard,
);

const SaplingCard = lazyPart(
  async () => (await import('#features/pocket/growth/web/sapling-card.tsx')).SaplingCard,
);
const SmallSapling = lazyPart(
  async () => (await import('#features/pocket/growth/web/small-sapling.tsx')).SmallSapling,
);

/** Loaded on Sundays only; the page waits for it to avoid layout shift. */
const SundayLine = lazyPart(async () => (await import('./sunday-line.tsx')).SundayLine);

export interface ChildBookProps {
  child: Child;
  /** The child itself, not a parent in Child View. */
  isChild: boolean;
  /** Whether there may be marks on lines or goals. */
  marks: 'none' | 'there';
  timeZone: string | undefined;
  entries: EntriesQuery;
}

export function ChildBook(props: ChildBookProps) {
  const { child, isChild, marks, timeZone, entries } = props;
  const band = bandOf(child.age);
  const [dialog, open] = useState<OwnDialog>();
  const parts = { ...props, band, onOpen: open, hasTransfers: useHasTransfers(child.id) };
  return (
    <div className="kid" data-band={band} data-cover={child.cover}>
      <Greeting child={child} size={band === 'young' ? 48 : 64} onFace={() => open('face')} />
      {isChild && <SinceLastTime childId={child.id} entries={entries} />}
      {marks === 'there' && <MarksSince childId={child.id} />}
      {isChild && todayOf(child) === 0 && <SundayLine />}
      <div className="kid-cards">
        {band === 'starter' && <ForStarter {...parts} />}
        {band === 'explorer' && <ForExplorer {...parts} />}
        {band === 'young' && <ForYoung {...parts} />}
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

/** Its card is on the first page only with a pending or recently answered transfer. */
function useHasTransfers(childId: string): boolean {
  const waiting = useQuery(pendingTransfers()).data ?? [];
  const answered = useQuery(query(approvals.list, {})).data?.answered ?? [];
  return (
    waiting.some((one) => one.childId === childId) ||
    answered.some((one) => one.kind === 'savings_transfer' && one.childId === childId)
  );
}

interface PartsProps extends ChildBookProps {
  band: Band;
  hasTransfers: boolean;
  onOpen: (which: OwnDialog) => void;
}

/** One goal, the sapling and two lessons; the rest is in "My book" and under "More". */
function ForStarter(props: PartsProps) {
  const { child, band } = props;
  const hasLessons = useWay('/lessons') !== undefined;
  return (
    <>
      <div className="kid-column">
        <Savings {...props} />
        <Spending {...props} />
        <AllowanceCard child={child} band={band} />
      </div>
      <div className="kid-column in-order">
        <Asked {...props} />
        <Transfers {...props} />
        <Goals {...props} />
        <WhenNear height="19.5rem">
          <SaplingCard childId={child.id} />
        </WhenNear>
        {hasLessons && (
          <WhenNear height="13rem">
            <LearnCard childId={child.id} />
          </WhenNear>
        )}
      </div>
    </>
  );
}

/** At most six cards, unless requests are pending. */
function ForExplorer(props: PartsProps) {
  const { child, band } = props;
  return (
    <>
      <div className="kid-column">
        <Savings {...props}>
          <OwnSapling {...props} />
        </Savings>
        <Spending {...props} />
        <AllowanceCard child={child} band={band} />
        <Goals {...props} />
      </div>
      <div className="kid-column in-order">
        <Transfers {...props} />
        <StillWaiting {...props} />
        <Lines {...props} />
        <ChildMore {...props} />
      </div>
    </>
  );
}

/** Starts with spending, then payments, then growth; then goals. */
function ForYoung(props: PartsProps) {
  const { child, band } = props;
  return (
    <>
      <div className="kid-column">
        <Spending {...props} />
        <Savings {...props}>
          <OwnSapling {...props} />
        </Savings>
        <AllowanceCard child={child} band={band} />
        <Transfers {...props} />
        <StillWaiting {...props} />
        <Lines {...props} />
      </div>
      <div className="kid-column in-order">
        <GrowthAndStatements child={child} />
        <Goals {...props} />
        <ChildMore {...props} />
      </div>
    </>
  );
}

function Asked({ child: { id }, timeZone }: PartsProps) {
  const others = useGoalAnswers(id);
  return <WaitingList childId={id} timeZone={timeZone} others={others} />;
}

/** One page of the book: requests, and the latest lines. */
function Lines(props: PartsProps): ReactNode {
  const { child, timeZone, entries } = props;
  return (
    <div className="card kid-lines">
      <Asked {...props} />
      <ChildActivity child={child} timeZone={timeZone} entries={entries} />
    </div>
  );
}

function Transfers({ child: { id }, timeZone, isChild, hasTransfers }: PartsProps) {
  if (!hasTransfers) return null;
  return (
    <>
      <TransfersPanel mode="child" childId={id} timeZone={timeZone} />
      {isChild && (
        <Suspense fallback={null}>
          <ParentAddress childId={id} />
        </Suspense>
      )}
    </>
  );
}

const StillWaiting = ({ child, isChild }: PartsProps) => (
  <WhenNear height="0">
    <LightningWaiting childId={child.id} isChild={isChild} />
  </WhenNear>
);

const Goals = ({ child, band }: PartsProps) => (
  <Suspense fallback={<Loading label={t`Loading the goals`} height="16rem" />}>
    <ChildGoals child={child} band={band} />
  </Suspense>
);

const OwnSapling = ({ child, onOpen }: PartsProps) => (
  <span className="kid-sapling">
    <Suspense fallback={null}>
      <SmallSapling childId={child.id} onOpen={() => onOpen('sapling')} />
    </Suspense>
  </span>
);

/** Announces the owner of a book opened from the list. */
const focusOnce = (heading: HTMLHeadingElement | null) => heading?.focus({ preventScroll: true });

interface GreetingProps {
  child: Child;
  size: number;
  onFace: () => void;
}

function Greeting({ child, size, onFace }: GreetingProps) {
  return (
    <header className="child-who">
      <button
        type="button"
        className="face-choice"
        aria-label={t`Choose your picture`}
        onClick={onFace}
      >
        <Avatar name={child.name} {...looksOf(child)} size={size} />
      </button>
      <div>
        <h1 ref={focusOnce} tabIndex={-1}>{t`Hi, ${child.name}`}</h1>
        <p className="kid-payday">{paydayText(child)}</p>
      </div>
    </header>
  );
}

function footLine(band: Band): string {
  if (band === 'starter') return t`Your grown-ups can see this book.`;
  if (band === 'explorer') return t`Your parents see your entries and requests.`;
  return t`Your parents see what’s in this book and nothing else.`;
}
