/** The state of the whole program: alerts, then uptime, memory, speed and failures. */
import { t } from '@lingui/core/macro';
import { Banner } from '#web/ui/banner.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';
import { InfoIcon, StopIcon, TickCircleIcon, WarnIcon } from '#web/ui/icons.tsx';
import type { Health } from '../../contract.ts';
import { Figure } from '../figure.tsx';
import {
  alertText,
  componentWord,
  megabytes,
  msText,
  percentText,
  severityWord,
  statusLook,
  uptimeText,
} from '../words.ts';

const SHOWN_ALERTS = 3;

export function SystemNow({ health: { alerts = [], metrics } }: { health: Health }) {
  return (
    <>
      {alerts.length > 0 && (
        <section aria-label={t`Alerts`} className="adm-alerts">
          {alerts.slice(0, SHOWN_ALERTS).map((alert) => (
            <Banner
              key={alert.code}
              tone={alert.severity === 'critical' ? 'error' : 'warn'}
              title={`${severityWord(alert.severity)} · ${componentWord(alert.component)}`}
            >
              {alertText(alert)}
            </Banner>
          ))}
        </section>
      )}
      {metrics && <Numbers metrics={metrics} />}
    </>
  );
}

function Numbers({ metrics }: { metrics: NonNullable<Health['metrics']> }) {
  const { uptime, memory, performance } = metrics;
  const used = megabytes(memory.heapUsed);
  return (
    <dl className="adm-figures">
      <Figure label={t`Uptime`} note={t`This instance`} value={uptimeText(uptime)} />
      <Figure label={t`Heap memory`} note={t`This instance`} value={t`${used} MB`}>
        <UsageBar part={memory.heapUsed} whole={memory.heapTotal} />
      </Figure>
      <Figure
        label={t`Average response time`}
        note={t`Last 10 to 20 minutes`}
        value={msText(performance.avgResponseTime)}
      />
      <Figure
        label={t`Error rate`}
        note={t`Last 10 to 20 minutes`}
        value={percentText(performance.errorRate)}
      />
    </dl>
  );
}

function UsageBar({ part, whole }: { part: number; whole: number }) {
  const percent = Math.min(100, (part / Math.max(1, whole)) * 100);
  const [share, all] = [percentText(Math.round(percent)), megabytes(whole)];
  return (
    <span className="adm-usage">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width={percent} height="8" />
      </svg>
      <span className="sub">{t`${share} of ${all} MB`}</span>
    </span>
  );
}

const ICON: Partial<Record<Tone, typeof InfoIcon>> = {
  green: TickCircleIcon,
  gold: WarnIcon,
  brick: StopIcon,
};

/** A word and a mark: color is never the only sign. */
export function StatusChip({ status }: { status: string }) {
  const { tone, word } = statusLook(status);
  const Icon = ICON[tone] ?? InfoIcon;
  return (
    <Chip tone={tone} icon={<Icon size={16} />}>
      {word}
    </Chip>
  );
}
