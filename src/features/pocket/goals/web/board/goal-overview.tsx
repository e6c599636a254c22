/** A goal's state: stamps, numbers, dates. */
import { t } from '@lingui/core/macro';
import { satsOf } from '#web/amounts.ts';
import { dateText } from '#web/dates.ts';
import { btcText, satsText, satsWithValue } from '#web/ui/money-text.ts';
import { OutLink } from '#web/ui/out-link.tsx';
import { StampCard } from '#web/ui/stamp-card.tsx';
import { linkOf } from '../form/goal-form-dialog.tsx';
import { GoalPicture } from '../goal-picture.tsx';
import type { ViewGoal } from '../view-goal.ts';
import { categoryWord, forecastText } from '../words.ts';

/** `counts`: for the youngest, shows only sats. */
export function GoalOverview({ view, counts = false }: { view: ViewGoal; counts?: boolean }) {
  const { goal, currentSats, targetSats, roomSats, stamps, percent } = view;
  const link = linkOf(goal);
  const forecast = forecastText(goal);
  const facts: [string, string][] = [
    [t`Saved`, `${satsWithValue(currentSats)}, ${percent}%`],
    [t`Target`, targetText(targetSats, counts)],
    [t`Still needed`, satsWithValue(roomSats)],
    [t`Category`, categoryWord(goal.category)],
    ...(goal.targetDate
      ? [[t`Target date`, dateText(goal.targetDate, 'full')] as [string, string]]
      : []),
    ...(goal.ownAmount
      ? [[t`From you`, satsWithValue(satsOf(goal.ownAmount))] as [string, string]]
      : []),
    ...(goal.ownAmount
      ? [
          [t`From the family`, satsWithValue(currentSats - satsOf(goal.ownAmount))] as [
            string,
            string,
          ],
        ]
      : []),
    ...(goal.parentsAmount && !view.bought
      ? [[t`From the parents`, satsWithValue(satsOf(goal.parentsAmount))] as [string, string]]
      : []),
  ];
  return (
    <div className="dash-stack">
      <div className="goal-head">
        <GoalPicture goal={goal} size={112} />
        {![goal.title, ''].includes(goal.description) && <p>{goal.description}</p>}
      </div>
      <StampCard stamps={stamps} />
      <dl className="goal-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="sub">{term}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {forecast && <p className="sub">{forecast}</p>}
      {link && (
        <p>
          <OutLink href={link}>{t`Open the picture on another site`}</OutLink>
        </p>
      )}
    </div>
  );
}

/** Sats for the youngest; for others bitcoin, or its value in the family's currency. */
function targetText(sats: bigint, counts: boolean): string {
  const withValue = satsWithValue(sats);
  return counts || withValue !== satsText(sats) ? withValue : `${satsText(sats)}, ${btcText(sats)}`;
}
