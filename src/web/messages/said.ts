/**
 * Translates the English texts of the server and the contracts: refusals and checks by their
 * reason, texts of books by the sentence itself.
 */
import { type Because, filled, reasonOf } from '#contract/checks.ts';
import { localeTag } from './i18n.ts';

export interface Dictionary {
  /** By reason, with the placeholders of the English sentence. */
  reasons: Readonly<Record<string, string>>;
  /** Translates a text of a book or a reply; unknown texts are returned unchanged. */
  text: (english: string) => string;
}

let dictionary: Dictionary | undefined;

export function listen(to: Dictionary | undefined): void {
  dictionary = to;
}

/** A refusal in the reader's language; `english` if there is no translation. */
export function inWords(why: Because | undefined, english: string): string {
  const text = why && dictionary?.reasons[why.reason];
  if (why === undefined || text === undefined) return dictionary?.text(english) ?? english;
  return filled(text, why.values, (value) => inWords(value, value.english), localeTag());
}

/**
 * A message of a check, or a text of a book, in the reader's language. Some wallets put a line of
 * dashes between the purpose of a payment and a note.
 */
export const said = (english: string): string =>
  inWords(reasonOf(english), english).replace(/\s*\n-{3,}\n\s*/g, ' · ');
