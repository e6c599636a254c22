/** Warns that the children's spending money is close to the largest limit. */
import { t } from '@lingui/core/macro';
import type { Sats } from '#core/money.ts';
import { Banner } from '#web/ui/banner.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';

export function LiquidityAlert({ totalSats, limitSats }: { totalSats: Sats; limitSats: Sats }) {
  const [total, limit] = [satsWithValue(totalSats), satsWithValue(limitSats)];
  return (
    <Banner tone="warn" title={t`Lightning liquidity`}>
      {totalSats > limitSats
        ? t`The children hold ${total} of spending money, more than the highest spending limit (${limit}). Move some to savings, or raise the limit.`
        : t`The children hold ${total} of spending money, more than 80% of the highest spending limit (${limit}). Move some to savings, or raise the limit.`}
    </Banner>
  );
}
