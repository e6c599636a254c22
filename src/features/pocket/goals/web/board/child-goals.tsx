/** "Family Goals" in a child's book: up to four, with stamps, and a way to contribute. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { type Allocation, allocations } from '#features/pocket/goals/allocations/contract.ts';
import { goals as goalsCalls } from '#features/pocket/goals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip, StateChip } from '#web/ui/chip.tsx';
import { TickCircleIcon } from '#web/ui/icons.tsx';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { StampCard } from '#web/ui/stamp-card.tsx';
import { GoalBar } from '../goal-bar.tsx';
import { GoalPicture } from '../goal-picture.tsx';
import { useSeenStamps } from '../reached/seen.ts';
import { hasPartIn, type ViewGoal, viewGoals } from '../view-goal.ts';
import { forecastText, stampsText } from '../words.ts';
import '../goals.css';
import { lazyPart } from '#web/lazy-part.ts';

const AskGoalDialog = lazyPart(
  async () => (await import('../asking/ask-goal-dialog.tsx')).AskGoalDialog,
);

const GoalFinished = lazyPart(
  async () => (await import('../reached/goal-finished.tsx')).GoalFinished,
);
const AskToBuy = lazyPart(async () => (await import('../reached/goal-moment.tsx')).AskToBuy);

type Band = 'starter' | 'explorer' | 'young';

/** The youngest see only one: their own, otherwise the family's closest to completion. */
const SHOWN = { starter: 1, explorer: 4, young: 4 } satisfies Record<Band, number>;

/** Renders nothing without goals; bought ones are in the album. */
export function ChildGoals({ child, band }: { child: Child; band: Band }) {
  const { data = [] } = useQuery(query(goalsCalls.list, {}));
  const { data: pending = [] } = useQuery(query(allocations.pending, {}));
  const [asked, ask] = useState<ViewGoal>();
  // In Child View, a parent's list includes other children's personal goals.
  const own = data.filter(
    ({ ownerChildId, state }) => (!ownerChildId || ownerChildId === child.id) && state !== 'bought',
  );
  const goals = ownFirst(viewGoals(own), band);
  if (goals.length === 0) return null;
  return (
    <Card className="dash-stack" aria-labelledby="child-goals">
      <div className="card-head">
        <h2 id="child-goals">{t`Family Goals`}</h2>
        <PageLink href="/family-goals" className="why-link">{t`See all goals`}</PageLink>
      </div>
      <ul className="goal-rows">
        {goals.slice(0, SHOWN[band]).map((view, place) => (
          <GoalRow
            key={view.id}
            view={view}
            band={band}
            isNearest={place === 0}
            waits={pending.filter((one) => one.goalId === view.id && one.childId === child.id)}
            onAsk={() => ask(view)}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {asked && <AskGoalDialog view={asked} child={child} onClose={() => ask(undefined)} />}
      </Suspense>
    </Card>
  );
}

/** If only one goal fits, shows the child's own. */
function ownFirst(goals: readonly ViewGoal[], band: Band): readonly ViewGoal[] {
  if (band !== 'starter') return goals;
  const isOwn = ({ goal }: ViewGoal) => goal.ownerChildId !== null;
  return [...goals.filter(isOwn), ...goals.filter((view) => !isOwn(view))];
}

interface GoalRowProps {
  view: ViewGoal;
  band: Band;
  /** The first goal is described in full; the others only show the amount here. */
  isNearest: boolean;
  /** This child's pending requests for the goal. */
  waits: readonly Allocation[];
  onAsk: () => void;
}

function GoalRow({ view, band, isNearest, waits, onAsk }: GoalRowProps) {
  const { goal, stamps, percent } = view;
  const seen = useSeenStamps(view);
  // From fourteen on, all rows look alike.
  const isProminent = isNearest && band !== 'young';
  const contribute = !view.complete && (
    <Button
      look={isProminent ? 'alt' : 'quiet'}
      small={!isProminent}
      onClick={onAsk}
      aria-label={t`Contribute to Goal: ${goal.title}`}
    >
      {t`Contribute to Goal`}
    </Button>
  );
  return (
    <li className="goal-row">
      <span className="goal-row-line">
        <span className="goal-row-name">
          <GoalPicture goal={goal} size={isProminent ? 56 : 40} /> {goal.title}
        </span>
        {view.complete && (
          <Chip tone="green" icon={<TickCircleIcon size={16} />}>
            {t`Done!`}
          </Chip>
        )}
        {!isProminent && contribute}
      </span>
      {band === 'young' ? (
        <GoalBar percent={percent} label={t`${goal.title}: ${percent} percent`} />
      ) : (
        <StampCard stamps={stamps} seen={seen} />
      )}
      <span className="sub num">{isNearest ? progressText(view, band) : amountText(view)}</span>
      {view.complete && seen < stamps && (
        <Suspense fallback={null}>
          <GoalFinished view={view} isChild />
        </Suspense>
      )}
      {view.complete && hasPartIn(view) && (
        <Suspense fallback={null}>
          <AskToBuy view={view} small />
        </Suspense>
      )}
      {waits.map(({ id, percentage }) => (
        <span key={id} className="goal-row-line">
          {t`You asked to put ${percentage}% aside`} <StateChip state="waiting" />
        </span>
      ))}
      {isProminent && contribute}
    </li>
  );
}

/** The youngest get stamps; the others numbers and a date. */
function progressText(view: ViewGoal, band: Band): string {
  if (band === 'starter') return stampsText(view);
  const own = satsOf(view.goal.ownAmount ?? '0.00000000');
  const parts = [
    amountText(view),
    own > 0n && t`from you ${satsText(own)}`,
    forecastText(view.goal),
  ];
  return parts.filter(Boolean).join(' · ');
}

const amountText = (view: ViewGoal): string =>
  t`${satsText(view.currentSats)} of ${satsWithValue(view.targetSats)}, ${view.percent}%`;
