/**
 * Removes personal data from a text before it is logged: email addresses, tokens, input quoted by a
 * database, and runs of digits (codes, PINs). The rest still shows what broke and where.
 */
export const scrub = (text: string): string =>
  text
    .replaceAll(/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+\.[^\s"'<>(),;:]+/g, '[mail]')
    .replaceAll(/(: |\bvalue )"[^"\n]*"/g, '$1"[…]"')
    .replaceAll(/\?[^\s)]+/g, '?[…]')
    .replaceAll(LONG, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? '[secret]' : run))
    .replaceAll(/(?<![:\w.-])\d{4,}(?![\w.-])/g, '[digits]');

/** None of our own names has 20 letters and digits without a separator; ids and tokens do. */
const LONG = /(?<![\w-])[\w-]{20,}(?![\w-])/g;
