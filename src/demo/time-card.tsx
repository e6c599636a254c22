/** The demo's date: today, or a later date from the recording. */
import { t } from '@lingui/core/macro';
import { dateText } from '#web/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import type { Demo, DemoState } from './demo.ts';

interface TimeCardProps extends Pick<DemoState, 'today' | 'time'> {
  onGo: Demo['goTo'];
}

export function TimeCard({ today, time, onGo }: TimeCardProps) {
  return (
    <Card tone="gold" className="demo-time" aria-label={t`Time in the demo`}>
      <p className="demo-today">
        <CalendarIcon size={20} />
        <span>
          {t`In the demo it is`} <strong>{dateText(today, 'full')}</strong>
        </span>
      </p>
      <SegmentedControl
        label={t`Time in the demo`}
        value={time === 'processed' ? 'today' : time}
        onChange={onGo}
        options={[
          { value: 'today', label: t`Today` },
          { value: 'week', label: t`A week later` },
          { value: 'year', label: t`A year later` },
        ]}
      />
    </Card>
  );
}
