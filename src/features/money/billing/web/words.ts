/** Wording for the subscription. */
import { plural, t } from '@lingui/core/macro';
import type { HostedFeature, Pricing, Subscription } from '#features/money/billing/contract.ts';
import { dateFormat } from '#web/formats.ts';
import { satsWithValue } from '#web/ui/money-text.ts';

export function statusText({ status }: Pick<Subscription, 'status'>): string {
  switch (status) {
    case 'open':
      return t`Everything is open`;
    case 'none':
      return t`No subscription yet`;
    case 'active':
      return t`Active`;
    case 'expired':
      return t`Ended`;
  }
}

export function featureText(feature: HostedFeature): string {
  switch (feature) {
    case 'reminders':
      return t`Reminders by mail to compare book and wallet`;
    case 'spending_alerts':
      return t`Alerts about large spending`;
    case 'large_imports':
      return t`Wallet files with more than 1,000 rows`;
  }
}

export const dayText = (moment: string, timeZone: string | undefined): string =>
  dateFormat({ dateStyle: 'long', timeZone }).format(new Date(moment));

/**
 * How much a year saves over 12 months: in sats, and in whole months. Empty if it saves nothing.
 */
export function savingTexts({ monthly, yearly }: Pricing): string[] {
  const saved = 12 * monthly - yearly;
  if (saved <= 0) return [];
  const amount = satsWithValue(BigInt(saved));
  const months = Math.floor(saved / monthly);
  const texts = [t`save ${amount}`];
  if (months > 0) texts.push(plural(months, { one: '# month free', other: '# months free' }));
  return texts;
}

/** `9:05` */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
