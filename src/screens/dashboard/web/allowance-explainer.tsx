/** Explains "Process Allowances" for today's weekday; it can be pressed here on any day. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Family } from '#features/household/family/contract.ts';
import { Card } from '#web/ui/card.tsx';
import { weekdayName } from '#web/weekdays.ts';
import type { SlipState } from './kept-slip.ts';
import { ProcessButton } from './process-button.tsx';

export function AllowanceExplainer({ family }: { family: Family }) {
  const today = weekdayName(family.weekday);
  const [slip, onSlip] = useState<SlipState['slip']>();
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
        <ProcessButton look="alt" family={family} slip={slip} onSlip={onSlip} />
      </div>
      {family.payAutomatically && (
        <p className="sub">{t`Automatic allowances are on: recorded each morning at 6.`}</p>
      )}
    </Card>
  );
}
