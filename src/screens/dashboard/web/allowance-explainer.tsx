/** What "Process Allowances" does, with today's weekday; it can be pressed here on any day. */
import { t } from '@lingui/core/macro';
import { useProcessAllowances } from '#features/allowances/web/use-process-allowances.ts';
import type { Family } from '#features/family/contract.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { weekdayName } from '#web/ui/choice-field.tsx';

export function AllowanceExplainer({ family }: { family: Family }) {
  const today = weekdayName(family.weekday);
  const process = useProcessAllowances(family.weekday);
  return (
    <Card className="dash-stack">
      <h2>{t`How pay day works`}</h2>
      <p>
        {t`Today is ${today}. Process Allowances records every allowance due today, and any earlier one not yet recorded.`}
      </p>
      <p className="sub">
        {t`Each week is recorded once, however often you press. Nothing is sent: you pay from your own wallet when you are ready.`}
      </p>
      <div className="form-actions">
        <Button look="alt" small busy={process.busy} onClick={process.run}>
          {t`Process Allowances`}
        </Button>
      </div>
      {process.failure && <InlineAlert>{process.failure}</InlineAlert>}
      {family.payAutomatically && (
        <p className="sub">{t`Automatic allowances are on: recorded each morning at 6.`}</p>
      )}
    </Card>
  );
}
