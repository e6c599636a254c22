/** What a child saves for: its own goals and the family's. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/children/contract.ts';
import { GoalBar } from '#features/goals/web/goal-bar.tsx';
import { GoalPicture } from '#features/goals/web/goal-picture.tsx';
import { viewGoals } from '#features/goals/web/view-goal.ts';
import { useGoals } from '#screens/dashboard/web/calls.ts';
import { Card } from '#web/ui/card.tsx';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { RuledLink } from '../../shell/web/ruled-link.tsx';
import '#features/goals/web/goals.css';

const SHOWN = 4;

export function ChildGoalRows({ child }: { child: Child }) {
  const goals = useGoals().filter((one) => !one.ownerChildId || one.ownerChildId === child.id);
  return (
    <Card className="dash-stack">
      <h2>{t`Goals`}</h2>
      {goals.length === 0 && (
        <p className="sub">{t`A bike, a trip, a gift: save for it together.`}</p>
      )}
      <ul className="goal-rows">
        {viewGoals(goals)
          .slice(0, SHOWN)
          .map(({ id, goal, percent, currentSats, targetSats }) => (
            <li key={id} className="goal-row">
              <span className="goal-row-line">
                <span className="goal-row-name">
                  <GoalPicture goal={goal} size={40} />{' '}
                  <PageLink href={`/family-goals/${id}`} otherwise={goal.title}>
                    {goal.title}
                  </PageLink>
                </span>
                <span className="num">{percent}%</span>
              </span>
              <GoalBar percent={percent} label={t`${goal.title}: ${percent} percent`} />
              <span className="num sub">{t`${satsText(currentSats)} of ${satsWithValue(targetSats)}`}</span>
            </li>
          ))}
      </ul>
      <ul>
        <RuledLink href="/family-goals">{t`All goals`}</RuledLink>
      </ul>
    </Card>
  );
}
