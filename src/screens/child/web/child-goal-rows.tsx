/** A child's goals: its own and the family's. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/people/children/contract.ts';
import { GoalPicture } from '#features/pocket/goals/web/goal-picture.tsx';
import { viewGoals } from '#features/pocket/goals/web/view-goal.ts';
import { useGoals } from '#screens/dashboard/web/calls.ts';
import { Card } from '#web/ui/card.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { RuledLink } from '../../shell/web/ruled-link.tsx';
import '#features/pocket/goals/web/goals.css';

const SHOWN = 4;

export function ChildGoalRows({ child }: { child: Child }) {
  const goals = useGoals().filter((one) => !one.ownerChildId || one.ownerChildId === child.id);
  return (
    <Card className="home-blocks child-lines">
      <div className="spread">
        <h2>{t`Goals`}</h2>
        <PageLink href="/family-goals">{t`All goals`}</PageLink>
      </div>
      {goals.length === 0 && (
        <p className="sub">{t`A bike, a trip, a gift: save for it together.`}</p>
      )}
      <ul>
        {viewGoals(goals)
          .slice(0, SHOWN)
          .map(({ id, goal, percent, targetSats }) => (
            <RuledLink
              key={id}
              href={`/family-goals/${id}`}
              detail={t`${percent}% of ${satsWithValue(targetSats)}`}
            >
              <span className="goal-row-name">
                <GoalPicture goal={goal} size={28} /> {goal.title}
              </span>
            </RuledLink>
          ))}
      </ul>
    </Card>
  );
}
