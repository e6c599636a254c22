/** "It was bought": first explains the effect on the money. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { goals } from '#features/pocket/goals/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { ViewGoal } from '../view-goal.ts';

export interface BuyGoalProps {
  view: ViewGoal;
  look?: ButtonLook;
  onDone?: () => void;
}

export function BuyGoal({ view: { id, goal }, look = 'primary', onDone }: BuyGoalProps) {
  const [asks, setAsks] = useState(false);
  const buy = useFormCall(goals.buy, {
    failed: t`Failed to save goal`,
    onDone: () => {
      setAsks(false);
      onDone?.();
    },
    onFail: () => setAsks(false),
  });
  return (
    <>
      {buy.errors.form && <InlineAlert>{buy.errors.form}</InlineAlert>}
      <Button look={look} onClick={() => setAsks(true)}>{t`It was bought`}</Button>
      <ConfirmDialog
        open={asks}
        title={t`It was bought`}
        confirmLabel={t`Yes, it was bought`}
        busy={buy.busy}
        onConfirm={() => buy.submit({ id })}
        onCancel={() => setAsks(false)}
      >
        {t`Everything saved for “${goal.title}” leaves the book, because it was spent. You can still look at the goal.`}
      </ConfirmDialog>
    </>
  );
}
