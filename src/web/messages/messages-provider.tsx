/** Provides the catalog for `<Trans>` and `useLingui`. Rendered once around the whole page. */
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { i18n } from './i18n.ts';

export function MessagesProvider({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
