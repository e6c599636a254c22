/**
 * What the server and the contracts say is English. With another language come its words: for
 * refusals and checks by their reason, for what stands in books by the sentence itself.
 */
import { type Because, filled, reasonOf } from '#contract/checks.ts';

export interface Dictionary {
  /** By reason, with the places of the English sentence. */
  reasons: Readonly<Record<string, string>>;
  /** Finds what a book or a reply says; what it does not know stays as it is. */
  text: (english: string) => string;
}

let dictionary: Dictionary | undefined;

export function listen(to: Dictionary | undefined): void {
  dictionary = to;
}

/** Why something was refused, in the reader's language; `english` where there are no words. */
export function inWords(why: Because | undefined, english: string): string {
  const text = why && dictionary?.reasons[why.reason];
  if (why === undefined || text === undefined) return dictionary?.text(english) ?? english;
  return filled(text, why.values, (value) => inWords(value, value.english));
}

/** A message of a check, or a text of a book, in the reader's language. */
export const said = (english: string): string => inWords(reasonOf(english), english);
