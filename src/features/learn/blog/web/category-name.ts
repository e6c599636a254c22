/** The categories' names in the reader's language. */
import { t } from '@lingui/core/macro';
import type { CategorySlug } from '../rules.ts';

export function categoryName(slug: CategorySlug): string {
  if (slug === 'bitcoin-basics') return t`Bitcoin Basics`;
  if (slug === 'family-finance') return t`Family Finance`;
  return slug === 'tutorials' ? t`Tutorials` : t`News`;
}
