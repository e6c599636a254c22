/** What another language than English consists of. */
import type { Messages } from '@lingui/core';

export type Other = 'de' | 'es';

export interface Catalogue {
  /** The texts of the page, compiled, by their short name. */
  messages: Messages;
  /** The server's sentences: English, and what they are (dictionary.ts). */
  said: Readonly<Record<string, string>>;
}
