/**
 * The units for typing an amount; separate from the code that reads it. `own` is the family's
 * currency, if it has a price.
 */
export const TYPED_UNITS = ['sats', 'btc', 'own'] as const;
export type TypedUnit = (typeof TYPED_UNITS)[number];
