/** Everything a parent sets for one child. */
import { t } from '@lingui/core/macro';
import { AllowanceForm } from '#features/allowances/web/allowance-form.tsx';
import { PauseForm } from '#features/allowances/web/pause-form.tsx';
import type { Child } from '#features/children/contract.ts';
import { EditChildForm } from '#features/children/web/edit-child-form.tsx';
import { FacePicker } from '#features/children/web/face-picker.tsx';
import { LimitForm } from '#features/children/web/limit-form.tsx';
import { RemoveChild } from '#features/children/web/remove-child.tsx';
import type { Family } from '#features/family/contract.ts';
import { LESSONS } from '#features/lessons/web/addresses.ts';
import { ProgressPanel } from '#features/lessons/web/progress-panel.tsx';
import { satsOf } from '#web/amounts.ts';
import { Button, lookClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { PageLink, useWay } from '#web/ui/page-link.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export interface ChildDialogProps {
  child: Child;
  family: Pick<Family, 'today' | 'timeZone'>;
  onClose: () => void;
  /** Another dialog in place of this one. */
  onBalance: (which: 'savings' | 'lightning') => void;
}

export function ChildDialog({ child, family, onClose, onBalance }: ChildDialogProps) {
  // The demo has none.
  const hasLessons = useWay(LESSONS) !== undefined;
  const lessons = {
    id: 'lessons',
    label: t`Lessons`,
    panel: <ProgressPanel childId={child.id} timeZone={family.timeZone} />,
  };
  return (
    <Dialog title={child.name} onClose={onClose}>
      <Tabs
        label={t`${child.name}’s settings`}
        tabs={[
          {
            id: 'allowance',
            label: t`Allowance`,
            panel: (
              <div className="dash-stack dash-parts">
                <AllowanceForm child={child} />
                <PauseForm child={child} today={family.today} />
                <LimitForm child={child} />
              </div>
            ),
          },
          {
            id: 'balances',
            label: t`Balances`,
            panel: <BalancesPanel child={child} onBalance={onBalance} />,
          },
          ...(hasLessons ? [lessons] : []),
          {
            id: 'details',
            label: t`Details`,
            panel: (
              <div className="dash-stack dash-parts">
                <EditChildForm child={child} />
                <FacePicker child={child} />
                <RemoveChild child={child} onRemoved={onClose} />
              </div>
            ),
          },
        ]}
      />
    </Dialog>
  );
}

/** What the book says, why, and how to set it right. */
function BalancesPanel({ child, onBalance }: Pick<ChildDialogProps, 'child' | 'onBalance'>) {
  const parts = [
    {
      part: 'savings',
      word: t`Savings`,
      sats: satsOf(child.savingsBalance),
      unit: 'btc',
      update: t`Update savings balance`,
      which: 'savings',
    },
    {
      part: 'spending',
      word: t`Spending`,
      sats: satsOf(child.spendingBalance),
      unit: 'sats',
      update: t`Update Lightning balance`,
      which: 'lightning',
    },
  ] as const;
  return (
    <div className="dash-stack dash-parts">
      {parts.map(({ part, word, sats, unit, update, which }) => (
        <section key={part} className="grid gap-3" aria-label={word}>
          <h3>{word}</h3>
          <MoneyText sats={sats} unit={unit} size="body" />
          <div className="form-actions">
            <Button look="alt" onClick={() => onBalance(which)}>
              {update}
            </Button>
            <PageLink
              href={`/activity?child=${child.id}&part=${part}`}
              className={lookClass({ look: 'quiet' })}
            >
              {t`Why this number?`}
            </PageLink>
          </div>
        </section>
      ))}
    </div>
  );
}
