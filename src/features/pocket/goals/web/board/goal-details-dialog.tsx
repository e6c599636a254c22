/** One goal: Overview, Contribute, History, and for parents the ways to end it. */

import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { IfIWait } from '../asking/if-i-wait.tsx';
import { BuyGoal } from '../reached/buy-goal.tsx';
import type { ViewGoal } from '../view-goal.ts';
import { ContributeForm } from './contribute-form.tsx';
import { GoalHistory } from './goal-history.tsx';
import { GoalOverview } from './goal-overview.tsx';

const GiveMark = lazyPart(async () => (await import('../reached/give-mark.tsx')).GiveMark);

export interface GoalDetailsDialogProps {
  view: ViewGoal;
  kids: readonly Child[];
  isChild: boolean;
  /** For the youngest: no BTC. */
  counts?: boolean | undefined;
  timeZone: string | undefined;
  onEdit: () => void;
  /** For a child, who asks instead of contributing. */
  onAsk: () => void;
  onClose: () => void;
}

export function GoalDetailsDialog(props: GoalDetailsDialogProps) {
  const { view, kids, isChild, counts = false, timeZone, onEdit, onAsk, onClose } = props;
  const { goal } = view;
  return (
    <Dialog title={goal.title} size="wide" onClose={onClose}>
      <Tabs
        label={t`About this goal`}
        tabs={[
          {
            id: 'overview',
            label: t`Overview`,
            panel: (
              <>
                <GoalOverview view={view} counts={counts} />
                {!view.complete && (
                  <section className="goal-wait" aria-labelledby="goal-wait">
                    <h3 id="goal-wait">{isChild ? t`If I wait` : t`If a part is put aside`}</h3>
                    <IfIWait view={view} kids={kids} isChild={isChild} />
                  </section>
                )}
                {!isChild && (
                  <Suspense fallback={null}>
                    <GiveMark id={view.id} to="goal" />
                  </Suspense>
                )}
                <Ending view={view} isChild={isChild} onEdit={onEdit} onClose={onClose} />
              </>
            ),
          },
          ...(view.bought
            ? []
            : [
                {
                  id: 'contribute',
                  label: t`Contribute`,
                  panel: isChild ? (
                    <div className="dash-stack">
                      <p>{t`Part of your savings or your next pocket money can go here. A parent says yes or no.`}</p>
                      <Button
                        onClick={onAsk}
                        aria-disabled={view.complete}
                      >{t`Contribute to Goal`}</Button>
                    </div>
                  ) : (
                    <ContributeForm view={view} kids={kids} onFull={onClose} />
                  ),
                },
              ]),
          {
            id: 'history',
            label: t`History`,
            panel: <GoalHistory view={view} isChild={isChild} timeZone={timeZone} />,
          },
        ]}
      />
    </Dialog>
  );
}

interface EndingProps {
  view: ViewGoal;
  isChild: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** Edit, buy, delete: each first explains the effect on the money. A child can end only its own. */
function Ending({ view, isChild, onEdit, onClose }: EndingProps) {
  const { id, goal, complete, bought } = view;
  const [asks, setAsks] = useState(false);
  const remove = useFormCall(goals.remove, {
    onDone: onClose,
    failed: t`Failed to delete goal`,
    toasts: { done: () => ({ title: t`Goal Deleted` }) },
  });
  if (bought || (isChild && !goal.ownerChildId)) return null;
  if (isChild && goal.ownAmount !== goal.currentAmount)
    return <p className="sub">{t`Your parents gave to this goal, so only they can change it.`}</p>;
  return (
    <div className="form-actions">
      {complete && !isChild && <BuyGoal view={view} onDone={onClose} />}
      <Button look="alt" onClick={onEdit}>{t`Edit goal`}</Button>
      <Button look="quiet" onClick={() => setAsks(true)}>{t`Delete Goal`}</Button>
      <ConfirmDialog
        open={asks}
        danger
        title={t`Delete Goal`}
        confirmLabel={t`Delete Goal`}
        busy={remove.busy}
        onConfirm={() => remove.submit({ id })}
        onCancel={() => setAsks(false)}
      >
        {isChild
          ? t`What you gave to “${goal.title}” goes back to your savings.`
          : t`What the kids gave to “${goal.title}” goes back to their savings. What the parents gave leaves the book.`}
      </ConfirmDialog>
    </div>
  );
}
