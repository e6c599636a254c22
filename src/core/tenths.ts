/** A whole in tenths of a percent, the steps in which percentages are given. */
export const WHOLE_TENTHS = 1000;
