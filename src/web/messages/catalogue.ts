/** The parts of a language other than English. */
import type { Messages } from '@lingui/core';

export type Other = 'de' | 'es';

export interface Catalogue {
  /** The page's texts, compiled, by message id. */
  messages: Messages;
  /** The sentences of refusals, by reason (contract/reasons.ts). */
  reasons: Readonly<Record<string, string>>;
  /** Texts that the program writes into books, by their English wording (dictionary.ts). */
  said: Readonly<Record<string, string>>;
}
