/** The units in which a person may type an amount; apart from how the text is read. */
export const TYPED_UNITS = ['sats', 'btc'] as const;
export type TypedUnit = (typeof TYPED_UNITS)[number];
