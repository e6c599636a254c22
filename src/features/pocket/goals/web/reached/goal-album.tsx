/** Reached and bought goals: each with its savers and duration. */
import { plural, t } from '@lingui/core/macro';
import { daysBetween } from '#core/calendar.ts';
import { dayText, isoDay } from '#web/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { GoalPicture } from '../goal-picture.tsx';
import type { ViewGoal } from '../view-goal.ts';
import { GivenByChild } from './goal-moment.tsx';

interface GoalAlbumProps {
  goals: readonly ViewGoal[];
  timeZone: string | undefined;
  isChild: boolean;
  onDetails: (id: string) => void;
}

/** Empty until the first goal is bought. */
export function GoalAlbum({ goals, timeZone, isChild, onDetails }: GoalAlbumProps) {
  if (goals.length === 0) return null;
  return (
    <section className="goal-album" aria-labelledby="goal-album">
      <h2 id="goal-album">{t`Goal album`}</h2>
      <ul className="goals-grid">
        {goals.map((view) => (
          <li key={view.id} className="card goal-card">
            <GoalPicture goal={view.goal} size={112} />
            <h3 className="goal-title">{view.goal.title}</h3>
            {isChild ? (
              <GivenByChild view={view} />
            ) : (
              <p className="num">{satsWithValue(view.targetSats)}</p>
            )}
            <p className="sub">{timeTaken(view, timeZone)}</p>
            <div className="form-actions">
              <Button
                look="alt"
                onClick={() => onDetails(view.id)}
                aria-label={t`View Details: ${view.goal.title}`}
              >
                {t`View Details`}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A bought goal's last change is its purchase. */
function timeTaken({ goal }: ViewGoal, timeZone: string | undefined): string {
  const [from, to] = [goal.createdAt, goal.updatedAt].map((at) => isoDay(at, timeZone)) as [
    string,
    string,
  ];
  const day = dayText(goal.updatedAt, timeZone);
  const days = daysBetween(from, to);
  if (days === 0) return t`Saved for and bought on ${day}.`;
  return plural(days, {
    one: `It took # day. Bought on ${day}.`,
    other: `It took # days. Bought on ${day}.`,
  });
}
