/** A whole in tenths of a percent, the smallest step of a percentage. */
export const WHOLE_TENTHS = 1000;
