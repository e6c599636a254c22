/**
 * The units in which a person may type an amount; apart from how the text is read. `own` is their
 * family's own money, where it has a price.
 */
export const TYPED_UNITS = ['sats', 'btc', 'own'] as const;
export type TypedUnit = (typeof TYPED_UNITS)[number];
