/** Texts about the operator's price source. */
import { t } from '@lingui/core/macro';
import type { PriceProblem, PriceSourceName } from '#core/price.ts';

/** Names are the same in every language. */
export const sourceName = (name: PriceSourceName): string =>
  ({ coinbase: 'Coinbase', kraken: 'Kraken' })[name];

export function problemText(problem: PriceProblem, name: string): string {
  const texts = {
    silent: t`${name} didn’t answer when this server last asked.`,
    refused: t`${name} gave no price for this currency.`,
    bad_answer: t`${name}’s last answer wasn’t a price.`,
  };
  return texts[problem];
}
