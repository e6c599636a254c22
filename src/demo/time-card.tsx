/** The demo's clock: its date, and two buttons to move it on. */
import { t } from '@lingui/core/macro';
import type { CivilDate } from '#core/calendar.ts';
import { dateText } from '#web/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';

const WEEK = 7;
/** Whole weeks, so that every pay day comes equally often. */
const YEAR = 52 * WEEK;

interface TimeCardProps {
  today: CivilDate;
  onPass: (days: number) => void;
}

export function TimeCard({ today, onPass }: TimeCardProps) {
  return (
    <Card tone="gold" className="demo-time" aria-label={t`Time in the demo`}>
      <p className="demo-today">
        <CalendarIcon size={20} />
        <span>
          {t`In the demo it is`} <strong>{dateText(today, 'full')}</strong>
        </span>
      </p>
      <div className="form-actions">
        <Button look="alt" small onClick={() => onPass(WEEK)}>
          {t`A week`}
        </Button>
        <Button look="alt" small onClick={() => onPass(YEAR)}>
          {t`A year`}
        </Button>
      </div>
    </Card>
  );
}
