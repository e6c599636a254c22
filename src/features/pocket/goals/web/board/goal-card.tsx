/** One goal that isn't bought yet: picture, title, ten stamps, amounts, and actions. */
import { t } from '@lingui/core/macro';
import type { Goal } from '#features/pocket/goals/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { TickCircleIcon } from '#web/ui/icons.tsx';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';
import { StampCard } from '#web/ui/stamp-card.tsx';
import { GoalPicture } from '../goal-picture.tsx';
import { GoalFinished } from '../reached/goal-finished.tsx';
import { AskToBuy } from '../reached/goal-moment.tsx';
import { useSeenStamps } from '../reached/seen.ts';
import { hasPartIn, type ViewGoal } from '../view-goal.ts';
import { categoryWord, forecastText, stampsText } from '../words.ts';

export interface GoalCardProps {
  view: ViewGoal;
  /** The child who owns a personal goal; undefined if that child is reading. */
  owner?: string | undefined;
  /** For the youngest: counts stamps instead of sats. */
  counts?: boolean | undefined;
  isChild: boolean;
  onDetails: () => void;
  /** If undefined, the card is read-only. */
  onAllocate?: () => void;
}

export function GoalCard(props: GoalCardProps) {
  const { view, owner, counts = false, isChild, onDetails, onAllocate } = props;
  const { goal, complete } = view;
  const seen = useSeenStamps(view);
  return (
    <li className="card goal-card">
      <div className="goal-head">
        <GoalPicture goal={goal} size={72} />
        <div>
          <h2 className="goal-title">{goal.title}</h2>
          <p className="sub">{goalKindText(goal, owner)}</p>
        </div>
        {complete && (
          <Chip tone="green" icon={<TickCircleIcon size={16} />}>
            {t`Complete`}
          </Chip>
        )}
      </div>
      <StampCard stamps={view.stamps} seen={seen} />
      {counts ? (
        <p className="goal-sum">{stampsText(view)}</p>
      ) : (
        <p className="num goal-sum">
          {t`${satsText(view.currentSats)} of ${satsWithValue(view.targetSats)}`}
          <span className="sub"> {view.percent}%</span>
        </p>
      )}
      {(!counts || complete) && <GoalLine view={view} />}
      {goal.buyAsked && !isChild && <p>{t`A child asks you to buy it now.`}</p>}
      {complete && seen < view.stamps && <GoalFinished view={view} isChild={isChild} />}
      <div className="form-actions">
        <Button look="alt" onClick={onDetails} aria-label={t`View Details: ${goal.title}`}>
          {t`View Details`}
        </Button>
        {onAllocate && (
          <Button
            onClick={onAllocate}
            aria-disabled={complete}
            aria-label={t`Allocate: ${goal.title}`}
          >
            {t`Allocate`}
          </Button>
        )}
        {complete && isChild && hasPartIn(view) && <AskToBuy view={view} />}
      </div>
    </li>
  );
}

function GoalLine({ view: { goal, complete, roomSats } }: { view: ViewGoal }) {
  if (complete) return <p className="sub">{t`It is full, so nothing more can be added.`}</p>;
  return <p className="sub">{forecastText(goal) ?? t`${satsWithValue(roomSats)} to go`}</p>;
}

function goalKindText({ category, ownerChildId }: Goal, owner: string | undefined): string {
  const kind = categoryWord(category);
  if (ownerChildId === null) return kind;
  return owner ? t`${kind}, the personal goal of ${owner}` : t`${kind}, a personal goal`;
}
