/** The undo copies of what was just forgotten, and how to erase them for good. */
import { t } from '@lingui/core/macro';

export const keptCopyText = (): string =>
  t`You can undo this for 72 hours in Family Overview. “Forget for good now” there erases the kept copy at once.`;
