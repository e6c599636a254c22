/**
 * The units in which a person may type an amount; in a file apart from the reading of the text.
 * `own` is the family's currency, if it has a price.
 */
export const TYPED_UNITS = ['sats', 'btc', 'own'] as const;
export type TypedUnit = (typeof TYPED_UNITS)[number];
