/** Which money: all that Intl knows, by name. */
import { t } from '@lingui/core/macro';
import { localeTag } from '#web/messages/i18n.ts';
import { SelectField } from '#web/ui/text-field.tsx';

interface CurrencyFieldProps {
  value: string;
  onChange: (currency: string) => void;
}

export const CurrencyField = (props: CurrencyFieldProps) => (
  <SelectField name="currency" label={t`Currency`} options={currencies()} {...props} />
);

function currencies() {
  const names = new Intl.DisplayNames(localeTag(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${names.of(value) ?? value} (${value})`,
  }));
}
