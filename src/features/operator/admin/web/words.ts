/** Formats texts and numbers for the operators' pages. */

import { t } from '@lingui/core/macro';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { localeTag } from '#web/messages/i18n.ts';
import type { Tone } from '#web/ui/chip.tsx';
import {
  type Alert,
  type BackupTrouble,
  NOT_ASKED,
  NOT_CONFIGURED,
  type SecurityStats,
  type ServiceName,
} from '../contract.ts';

/** Days and hours, hours and minutes, or minutes and seconds. */
export function uptimeText(ms: number): string {
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const seconds = Math.floor((ms % MINUTE) / 1_000);
  if (days > 0) return t`${days} d ${hours} h`;
  return hours > 0 ? t`${hours} h ${minutes} min` : t`${minutes} min ${seconds} s`;
}

export const countText = (count: number) => new Intl.NumberFormat(localeTag()).format(count);

const oneDecimal = (value: number, least = 0) =>
  new Intl.NumberFormat(localeTag(), {
    minimumFractionDigits: least,
    maximumFractionDigits: 1,
  }).format(value);

export const megabytes = (bytes: number) => oneDecimal(bytes / 1_048_576, 1);

export function msText(ms: number): string {
  const value = oneDecimal(ms);
  return t`${value} ms`;
}

export const percentText = (percent: number) =>
  new Intl.NumberFormat(localeTag(), { style: 'percent', maximumFractionDigits: 1 }).format(
    percent / 100,
  );

/** `3 days ago`, in the reader's language. */
export function agoText(moment: string, now: number): string {
  const passed = now - Date.parse(moment);
  const ago = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' });
  if (passed < MINUTE) return t`just now`;
  if (passed < HOUR) return ago.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return ago.format(-Math.floor(passed / HOUR), 'hour');
  return ago.format(-Math.floor(passed / DAY), 'day');
}

/** Other instances may report up or down; all others are unknown. */
export function statusLook(status: string): { tone: Tone; word: string } {
  if (status === 'healthy' || status === 'up') return { tone: 'green', word: t`Healthy` };
  if (status === 'degraded') return { tone: 'gold', word: t`Degraded` };
  if (status === 'unhealthy' || status === 'down') return { tone: 'brick', word: t`Unhealthy` };
  return { tone: 'plain', word: t`Unknown` };
}

export function serviceWord(name: ServiceName): string {
  return {
    database: t`Database`,
    bitcoin: t`Bitcoin`,
    lightning: t`Lightning`,
    email: t`Email`,
    'external apis': t`External APIs`,
    'billing wallet': t`Billing wallet`,
    backups: t`Backups`,
  }[name];
}

/** Shows a status code unchanged. */
export const errorWord = (error: string) =>
  error === NOT_CONFIGURED
    ? t`Not configured`
    : error === NOT_ASKED
      ? t`Not asked yet: no family needs it`
      : (backupWords()[error as BackupTrouble] ?? error);

/** The problem, and its remedy. */
const backupWords = (): Partial<Record<BackupTrouble, string>> => ({
  backup_disk_full: t`The disk is too full for a backup. Make room, or put the backups on another disk.`,
  backup_not_written: t`Last night’s backup could not be written. The log says why.`,
  backup_may_not_create: t`The backup is not proven: the database user may not create a database. Run ALTER ROLE satling CREATEDB, with the name of your user.`,
  backup_no_room: t`The backup is not proven: its disk has no room for a second copy of the book. Make room.`,
  backup_not_proven: t`Last night’s backup did not restore. The log says why. Keep the older backups, and make one by hand.`,
  backup_stale: t`No backup has been proven for 48 hours.`,
  backup_place_not_encrypted: t`The backup wasn’t sent off-site, because only encrypted ones are. Set a passphrase for backups.`,
  backup_place_refused: t`Off-site storage refused the backup. Check its key, its secret and its bucket.`,
  backup_place_unreachable: t`Off-site storage isn’t answering.`,
  backup_place_differs: t`What came back from off-site storage isn’t what we sent. Don’t rely on it.`,
});

export function alertText({ code, message }: Alert): string {
  const words: Partial<Record<string, string>> = {
    ...backupWords(),
    email_down: t`The mail server is not answering: nobody gets a sign-in link.`,
    error_rate: t`More than 5% of recent replies failed.`,
    slow_replies: t`One in twenty recent replies takes longer than a second.`,
    seal_late: t`New entries have not been sealed for five minutes.`,
    pay_days_late: t`Allowances have not been booked for a quarter of an hour.`,
  };
  return words[code] ?? message;
}

export const componentWord = (component: string): string =>
  ({ email: t`Email`, server: t`Server`, backups: t`Backups` })[component] ?? component;

export const severityWord = (severity: Alert['severity']) =>
  severity === 'critical' ? t`Critical` : t`Warning`;

type Event = SecurityStats['recentCriticalEvents'][number];

export function eventWord({ type }: Event): string {
  if (type === 'limit_reached') return t`Limit reached`;
  return type === 'reset' ? t`Reset` : t`Refused`;
}
