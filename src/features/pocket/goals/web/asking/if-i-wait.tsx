/**
 * "If I wait": how long a goal takes if part of each allowance is saved for it. It can become real:
 * a child requests it, a parent sets it.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { fullOn } from '#core/pay-days.ts';
import type { Child } from '#features/people/children/contract.ts';
import { type Allocation, allocations } from '#features/pocket/goals/allocations/contract.ts';
import { partOf } from '#features/pocket/goals/allocations/rules.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dateText } from '#web/dates.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { SliderField } from '#web/ui/slider-field.tsx';
import { SelectField } from '#web/ui/text-field.tsx';
import { type ViewGoal, viewGoals } from '../view-goal.ts';
import '../goals.css';

const AskGoalDialog = lazyPart(async () => (await import('./ask-goal-dialog.tsx')).AskGoalDialog);
const AllocateDialog = lazyPart(async () => (await import('./allocate-dialog.tsx')).AllocateDialog);

/** In a child's book: for the closest goal, or a chosen one. Renders nothing without goals. */
export function IfIWaitCard({ child }: { child: Child }) {
  const { data = [] } = useQuery(query(goals.list, {}));
  const [chosen, choose] = useState<string>();
  const id = useId();
  const open = viewGoals(data).filter(
    ({ goal, complete }) => !complete && [null, child.id].includes(goal.ownerChildId),
  );
  const view = open.find((one) => one.id === chosen) ?? open[0];
  if (!view) return null;
  return (
    <Card className="dash-stack" aria-labelledby={id}>
      <h2 id={id}>{t`If I wait`}</h2>
      {open.length > 1 && (
        <SelectField
          name="goal"
          label={t`For which goal?`}
          value={view.id}
          onChange={choose}
          options={open.map((one) => ({ value: one.id, label: one.goal.title }))}
        />
      )}
      <IfIWait view={view} kids={[child]} isChild />
    </Card>
  );
}

export interface IfIWaitProps {
  view: ViewGoal;
  /** The children to choose from. */
  kids: readonly Child[];
  /** Requests instead of deciding. */
  isChild: boolean;
}

export function IfIWait({ view, kids, isChild }: IfIWaitProps) {
  const { ownerChildId } = view.goal;
  const may = kids.filter(({ id }) => ownerChildId === null || ownerChildId === id);
  const [chosen, choose] = useState<string>();
  const child = may.find(({ id }) => id === chosen) ?? may[0];
  if (!child || view.complete) return null;
  return (
    <div className="dash-stack">
      {may.length > 1 && (
        <SelectField
          name="child"
          label={t`Whose pocket money?`}
          value={child.id}
          onChange={choose}
          options={may.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Share key={child.id} view={view} kids={kids} child={child} isChild={isChild} />
    </div>
  );
}

const USUAL_PERCENT = 20;

/** One child's share: includes existing allocations, which leave less to choose from. */
function Share({ view, kids, child, isChild }: IfIWaitProps & { child: Child }) {
  const [typed, setTyped] = useState<number>();
  const [asks, setAsks] = useState(false);
  const { data = [] } = useQuery({
    ...query(allocations.active, { childId: child.id }),
    meta: { quiet: true },
  });
  const { here, left } = sharesOf(data, view.id);
  const percent = typed ?? Math.min(USUAL_PERCENT, left);
  const isUsable = percent >= 1 && percent <= left && Number.isInteger(percent);
  const percentage = String(percent);
  const own = { view, onClose: () => setAsks(false) };
  return (
    <>
      <SliderField
        name="aside"
        label={t`Put aside on each pay day`}
        hint={
          here > 0 ? t`${here}% of it goes to this goal already and is counted too.` : undefined
        }
        error={isUsable ? undefined : limitText(child, left)}
        value={percent}
        onChange={setTyped}
      />
      <p className="wait-answer" aria-live="polite">
        {isUsable && answerText(child, view, percent + here)}
      </p>
      <p className="sub">
        {isChild
          ? t`Counts only your share; gifts get you there sooner.`
          : t`Counts only this share; gifts get there sooner.`}
      </p>
      <div>
        <Button look="alt" aria-disabled={!isUsable} onClick={() => setAsks(isUsable)}>
          {askWord(isChild, isUsable ? percent : undefined)}
        </Button>
      </div>
      <Suspense fallback={null}>
        {asks && isChild && <AskGoalDialog {...own} child={child} percentage={percentage} />}
        {asks && !isChild && (
          <AllocateDialog
            {...own}
            kids={kids}
            isChild={false}
            start={{ childId: child.id, percentage }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Percentages of each new allowance: for this goal, and not yet allocated. */
function sharesOf(active: readonly Allocation[], goalId: string) {
  const running = active.filter(({ applyTo }) => applyTo === 'new_contributions');
  const sum = (some: readonly Allocation[]) =>
    some.reduce((total, { percentage }) => total + percentage, 0);
  const here = sum(running.filter((one) => one.goalId === goalId));
  return { here, left: Math.floor(100 - sum(running)) };
}

function limitText({ weeklyAllowance }: Child, left: number): string {
  if (left < 1) return t`All of the pocket money goes to goals already.`;
  const most = satsWithValue(partOf(satsOf(weeklyAllowance), left * 10));
  return t`Choose from 1 to ${left} percent. ${left}% is ${most} a week.`;
}

function askWord(isChild: boolean, percent: number | undefined): string {
  if (percent === undefined) return isChild ? t`Ask to put a part aside` : t`Put a part aside`;
  return isChild ? t`Ask to put ${percent}% aside` : t`Put ${percent}% aside`;
}

/** Uses the days and pauses of the child's own plan. */
function answerText(child: Child, { roomSats }: ViewGoal, percent: number): string {
  const { nextAllowanceDate: next, allowanceDay: weekday, pause } = child;
  const amountSats = satsOf(child.weeklyAllowance);
  if (next === null) return t`No pay day is set right now, so nothing can be counted.`;
  const partSats = partOf(amountSats, Math.round(percent * 10));
  const pauses = pause ? [pause] : [];
  const full = fullOn({ next, amountSats, weekday, pauses }, roomSats, partSats);
  if (!full) return t`${satsWithValue(partSats)} a week: that takes more than ten years.`;
  return t`${satsWithValue(partSats)} a week → full on ${dateText(full, 'full')}`;
}
