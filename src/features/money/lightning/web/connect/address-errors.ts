/** Finds invalid Lightning addresses before they are sent. */
import { t } from '@lingui/core/macro';
import { LightningError } from '#core/lightning/error.ts';
import { payRequestUrl } from '#core/lightning/lnurl.ts';
import type { FormErrors } from '#web/ui/form.tsx';

export function isAddress(text: string): boolean {
  try {
    payRequestUrl(text, { insecure: 'any' });
    return true;
  } catch (error) {
    if (error instanceof LightningError) return false;
    throw error;
  }
}

/** @param typed by field name; all are optional */
export const addressErrors = (typed: Readonly<Record<string, string>>): FormErrors =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([, text]) => text.trim() !== '' && !isAddress(text))
      .map(([name]) => [name, t`Expected a Lightning address such as mia@example.com`]),
  );
