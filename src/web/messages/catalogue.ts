/** What another language than English consists of. */
import type { Messages } from '@lingui/core';

export type Other = 'de' | 'es';

export interface Catalogue {
  /** The texts of the page, compiled, by their short name. */
  messages: Messages;
  /** Why something is refused, by reason (contract/reasons.ts). */
  reasons: Readonly<Record<string, string>>;
  /** What the program writes into books: English, and what it is (dictionary.ts). */
  said: Readonly<Record<string, string>>;
}
