/** The Lightning wizard's texts about each provider, and about an invalid secret. */
import { t } from '@lingui/core/macro';
import { NWC_SCHEME, type Provider, type SecretProblem } from '#core/lightning/providers.ts';

export function providerText(provider: Provider): { name: string; hint: string } {
  const texts: Record<Provider, { name: string; hint: string }> = {
    coinos: { name: 'CoinOS', hint: t`Recommended, free. Works at once, in the browser.` },
    alby: { name: 'Alby', hint: t`Alby Hub on a machine of your own.` },
    'alby-cloud': { name: 'Alby Cloud', hint: t`Hosted by Alby, about 21k sats per month.` },
    phoenix: { name: 'Phoenix', hint: t`Self-hosted: phoenixd on a machine of your own.` },
    breez: { name: 'Breez', hint: t`Coming soon.` },
  };
  return texts[provider];
}

export function secretLabel(provider: Provider): string {
  const labels: Record<Provider, string> = {
    coinos: t`Connection string`,
    alby: t`Connection string`,
    'alby-cloud': t`Access token`,
    phoenix: t`API key or web address`,
    breez: t`API key`,
  };
  return labels[provider];
}

export function secretHelp(provider: Provider): string {
  const nwc = t`It begins with ${NWC_SCHEME}. Set a budget for it in your wallet.`;
  const kept = t`It is kept locked. Payments from the browser need a connection string so far.`;
  return provider === 'coinos' || provider === 'alby' ? nwc : kept;
}

export function problemText(problem: SecretProblem): string {
  switch (problem) {
    case 'SCHEME':
      return t`A connection string starts with ${NWC_SCHEME}`;
    case 'CUT_OFF':
      return t`This is not a whole connection string. Please copy it again, from its first letter to its last.`;
    case 'TOO_SHORT':
      return t`More than 10 characters are expected.`;
    case 'TOO_LONG':
      return t`At most 1,000 characters are expected.`;
  }
}
