/**
 * What the server says (refusals) and what the contracts' checks say is English and comes as text.
 * With another language comes a dictionary of these sentences; what it does not know stays as it
 * is.
 */
export type Dictionary = (english: string) => string;

let dictionary: Dictionary | undefined;

export function listen(to: Dictionary | undefined): void {
  dictionary = to;
}

/** A sentence of the server or of a contract, in the reader's language. */
export const said: Dictionary = (english) => dictionary?.(english) ?? english;
