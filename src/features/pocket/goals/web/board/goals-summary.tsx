/** The goals on the parents' dashboard: the first three, how many more, and a link to all. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type Child, children } from '#features/people/children/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { query } from '#web/query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';
import { GoalBar } from '../goal-bar.tsx';
import { DrawnGoal } from '../goal-picture.tsx';
import { type ViewGoal, viewGoals } from '../view-goal.ts';
import '../goals.css';

const SHOWN = 3;

export function GoalsSummary() {
  const { data = [] } = useQuery(query(goals.list, {}));
  const { data: kids = [] } = useQuery(query(children.list, {}));
  const all = viewGoals(data);
  const more = all.length - SHOWN;
  return (
    <Card className="dash-stack" aria-labelledby="goals-summary">
      <div className="card-head">
        <h2 id="goals-summary">{t`Family Goals`}</h2>
        {all.length > 0 && (
          <ButtonLink href="/family-goals" look="quiet" small>
            {t`View All Goals (${all.length})`}
          </ButtonLink>
        )}
      </div>
      {all.length === 0 && (
        <p className="sub">{t`A bike, a trip, a gift: save for it together.`}</p>
      )}
      <ul className="goal-rows">
        {all.slice(0, SHOWN).map((view) => (
          <li key={view.id} className="goal-row">
            <span className="goal-row-line">
              <span className="goal-row-name">
                <DrawnGoal name={view.goal.drawing} /> {view.goal.title}
              </span>
              <span className="num">{view.percent}%</span>
            </span>
            <GoalBar
              percent={view.percent}
              label={t`${view.goal.title}: ${view.percent} percent`}
            />
            <span className="num sub">{sumText(view, kids)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="sub">{more === 1 ? t`+ 1 more goals` : t`+ ${more} more goals`}</p>
      )}
      {all.length === 0 && (
        <ButtonLink href="/family-goals" look="alt">
          {t`Create Goal`}
        </ButtonLink>
      )}
    </Card>
  );
}

/** Its progress, and its owner if it is a child's own. */
function sumText({ goal, currentSats, targetSats }: ViewGoal, kids: readonly Child[]): string {
  const sum = t`${satsText(currentSats)} of ${satsWithValue(targetSats)}`;
  const owner = kids.find(({ id }) => id === goal.ownerChildId)?.name;
  return owner ? t`${sum}, the personal goal of ${owner}` : sum;
}
