/** Interprets the figures: rates, thresholds, and their names. Pure. */
import { CLASSES, countSlow, percentile } from '#core/latency.ts';
import { type Alert, BACKUP_TROUBLES, type KnownServices, type Status } from './contract.ts';

/** Operators are alerted above this percentage of replies with status 500 and above. */
export const ERROR_RATE_ALERT = 5;
export const P95_ALERT_MS = 1_000;
/** With fewer replies, a single failed or slow one proves nothing. */
export const LEAST_REPLIES = 20;
/** Fewer incidents in a network are just mistyped codes or expired sessions. */
export const SUSPICIOUS_FROM = 10;

/** Replies in one latency bucket: their number, total time, and how many failed on our side. */
export type Replies = { latencyClass: number; count: number; totalUs: number; failed: number };

export function summary(replies: readonly Replies[]) {
  const counts = Array<number>(CLASSES).fill(0);
  let [total, totalUs, failed] = [0, 0, 0];
  for (const one of replies) {
    counts[one.latencyClass] = (counts[one.latencyClass] ?? 0) + one.count;
    total += one.count;
    totalUs += one.totalUs;
    failed += one.failed;
  }
  return {
    total,
    averageMs: total === 0 ? 0 : round(totalUs / total / 1_000),
    p95Ms: round(percentile(counts, 0.95)),
    slow: countSlow(counts),
    errorRate: total === 0 ? 0 : round((failed / total) * 100),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

export type Now = {
  replies: ReturnType<typeof summary>;
  services: Readonly<KnownServices>;
  /** Time since each task last finished. */
  tasks: readonly { name: string; seconds: number }[];
};

/** Seconds until a task is late: five of its intervals, or three. */
export const LATE = { seal: 5 * 60, 'pay-allowances': 15 * 60 } as const;

/** An operator's alerts, worst first. */
export function alertsOf({ replies, services, tasks }: Now): Alert[] {
  const isLate = (task: keyof typeof LATE) =>
    tasks.some(({ name, seconds }) => name === task && seconds > LATE[task]);
  const enough = replies.total >= LEAST_REPLIES;
  const all: (Alert | false)[] = [
    services.email.status === 'unhealthy' && {
      severity: 'critical',
      message: 'The mail server is not answering: nobody gets a sign-in link',
      component: 'email',
      code: 'email_down',
    },
    enough &&
      replies.errorRate > ERROR_RATE_ALERT && {
        severity: 'critical',
        message: `${replies.errorRate} % of the replies failed`,
        component: 'server',
        code: 'error_rate',
      },
    isLate('pay-allowances') && {
      severity: 'critical',
      message: 'Allowances have not been booked for a quarter of an hour',
      component: 'tasks',
      code: 'pay_days_late',
    },
    ...backupAlerts(services),
    enough &&
      replies.p95Ms > P95_ALERT_MS && {
        severity: 'warning',
        message: `One reply in twenty takes longer than ${replies.p95Ms} ms`,
        component: 'server',
        code: 'slow_replies',
      },
    isLate('seal') && {
      severity: 'warning',
      message: 'New entries have not been sealed for five minutes',
      component: 'tasks',
      code: 'seal_late',
    },
  ];
  return all.filter((one) => one !== false);
}

/** The service's error is the problem's code. */
const backupAlerts = ({ backups }: Now['services']): Alert[] =>
  BACKUP_TROUBLES.filter((code) => code === backups?.error).map((code) => ({
    severity: 'critical',
    message: `The nightly backup is in trouble: ${code}`,
    component: 'backups',
    code,
  }));

/** A service that isn't connected doesn't matter; without the database nothing works. */
export function statusOf(now: Now): Status {
  if (now.services.database.status !== 'healthy') return 'unhealthy';
  return alertsOf(now).length > 0 ? 'degraded' : 'healthy';
}

/** `203.0.113` → `203.0.113.0/24`, `2001:db8:1` → `2001:db8:1::/48`. */
export function networkText(network: string): string {
  if (/^\d+\.\d+\.\d+$/.test(network)) return `${network}.0/24`;
  return /^[\da-f]*(:[\da-f]*){2}$/i.test(network) ? `${network}::/48` : network;
}

const LIMITED: Readonly<Record<string, string>> = {
  verify: 'tried too many wrong sign-in links or codes',
  'mail-n': 'asked for too many sign-in mails',
  'mail-an': 'asked for too many sign-in mails to one address',
  'mail-a': 'Too many sign-in mails were asked for one address',
  mail: 'More sign-in mails were asked for than the program sends in an hour',
  'address-change': 'Somebody asked for too many changes of address',
  'address-change-to': 'Too many changes to one address were asked for',
};

export const limitText = (name: string, network: string): string => {
  const words = LIMITED[name] ?? `A limit was reached: ${name}`;
  return network === '' ? words : `${networkText(network)} ${words}`;
};
