/** The currency picker: the most common first, then all others by name. */
import { t } from '@lingui/core/macro';
import { localeTag } from '#web/messages/i18n.ts';
import { SelectField } from '#web/ui/text-field.tsx';

interface CurrencyFieldProps {
  value: string;
  onChange: (currency: string) => void;
}

export const CurrencyField = (props: CurrencyFieldProps) => (
  <SelectField name="currency" label={t`Currency`} options={currencies(props.value)} {...props} />
);

const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'];

/** Browsers still list them, but they are no longer in use. */
const GONE = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'XDR', 'XSU', 'ZWL'];

function currencies(chosen: string) {
  const names = new Intl.DisplayNames(localeTag(), { type: 'currency' });
  const named = (value: string) => ({ value, label: `${names.of(value) ?? value} (${value})` });
  const others = Intl.supportedValuesOf('currency')
    .filter((code) => !COMMON.includes(code) && (code === chosen || !GONE.includes(code)))
    .map(named)
    .sort((one, other) => one.label.localeCompare(other.label, localeTag()));
  return [...COMMON.map(named), ...others];
}

const BY_REGION: Readonly<Record<string, string>> = {
  ...{ US: 'USD', GB: 'GBP', CH: 'CHF', LI: 'CHF', CA: 'CAD', AU: 'AUD', NZ: 'NZD', JP: 'JPY' },
  ...{ SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON', IN: 'INR' },
  ...{ MX: 'MXN', AR: 'ARS', CO: 'COP', CL: 'CLP', PE: 'PEN', BR: 'BRL', ZA: 'ZAR', KE: 'KES' },
};

/** A guess from the browser's language and location, which the reader can change. */
export function usualCurrency(
  language = navigator.language,
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const { region = '' } = new Intl.Locale(language).maximize();
  // Many browsers in Europe are set to US English.
  if (region === 'US' && zone.startsWith('Europe/')) return 'EUR';
  return BY_REGION[region] ?? 'EUR';
}
