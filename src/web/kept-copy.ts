/** Where what was just forgotten is kept to undo it, and where it is erased for good. */
import { t } from '@lingui/core/macro';

export const keptCopyText = (): string =>
  t`You can undo this for 72 hours in Family Overview. “Forget for good now” there erases the kept copy at once.`;
