/** Passphrases: how strong one is, and how to generate one. Pure; randomness is passed in. */

export const SHORTEST_PASSPHRASE = 8;
/** Long enough for any sentence; everything has a limit. */
export const LONGEST_PASSPHRASE = 500;
const LONG_PASSPHRASE = 12;
const GOOD_SCORE = 4;
const BEST_SCORE = 5;

/** Ways to make a passphrase stronger. */
export type PassphraseAdvice =
  | 'LONGER'
  | 'LOWERCASE'
  | 'UPPERCASE'
  | 'DIGIT'
  | 'SPECIAL'
  | 'NO_PASSWORD'
  | 'TOO_COMMON';

export type PassphraseStrength = {
  /** Long enough, score 4 or more, and not among the first guesses. */
  isValid: boolean;
  /** 0 to 5 */
  score: number;
  feedback: PassphraseAdvice[];
};

const KINDS: readonly [PassphraseAdvice, RegExp][] = [
  ['LOWERCASE', /\p{Ll}/u],
  ['UPPERCASE', /\p{Lu}/u],
  ['DIGIT', /\p{Nd}/u],
  ['SPECIAL', /[^\p{L}\p{N}\s]/u],
];

/**
 * Common words, before people add letters, digits and a symbol to satisfy a form. Guessers try
 * these first.
 */
const COMMON = new Set(
  (
    'password passwort contraseña passphrase letmein welcome willkommen iloveyou qwerty qwertz ' +
    'qwertyuiop asdfgh admin administrator bitcoin satoshi satoshinakamoto satling secret geheim ' +
    'monkey dragon sunshine princess football baseball superman batman master hallo hello login ' +
    'trustno changeme default family familie familia wallet abc abcd abcdef test testtest'
  ).split(' '),
);

/** The points from the specification, counted in characters as a person sees them. */
export const passphraseStrength = (passphrase: string): PassphraseStrength =>
  withoutTrace(() => strengthOf(passphrase));

/** True if it is six words and a number, as joined by `makePassphrase`. */
export const isMadeUp = (passphrase: string): boolean =>
  withoutTrace(() => /^([a-z]+-){6}\d{1,3}$/.test(passphrase));

/** RegExp remembers the last text it matched, where every script can read it (`RegExp.$_`). */
function withoutTrace<T>(match: () => T): T {
  try {
    return match();
  } finally {
    /^/.test('');
  }
}

function strengthOf(passphrase: string): PassphraseStrength {
  const text = passphrase.normalize('NFKC');
  const length = [...text].length;
  const missing = KINDS.filter(([, kind]) => !kind.test(text)).map(([advice]) => advice);
  const saysPassword = /password/i.test(text);
  const forLength = length >= LONG_PASSPHRASE ? 2 : length >= SHORTEST_PASSPHRASE ? 1 : 0;
  const points = forLength + KINDS.length - missing.length - (saysPassword ? 1 : 0);
  const score = Math.min(BEST_SCORE, Math.max(0, points));
  const isCommon = isGuessedFirst(text);
  return {
    isValid: score >= GOOD_SCORE && length >= SHORTEST_PASSPHRASE && !isCommon,
    score,
    feedback: [
      ...(isCommon ? (['TOO_COMMON'] as const) : []),
      ...(length < LONG_PASSPHRASE ? (['LONGER'] as const) : []),
      ...missing,
      ...(saysPassword ? (['NO_PASSWORD'] as const) : []),
    ],
  };
}

/**
 * `P@ssw0rd123!` is `password`, `12345678aA!` a row of keys, `aaaaAAAA1` nearly a single letter.
 */
function isGuessedFirst(text: string): boolean {
  const small = text.toLowerCase();
  const letters = small.replace(/[^\p{L}]/gu, '');
  const respelled = small
    .replace(/[^\p{L}]+$/u, '')
    .replace(/[@4]/g, 'a')
    .replace(/[$5]/g, 's')
    .replace(/0/g, 'o')
    .replace(/3/g, 'e')
    .replace(/[^\p{L}]/gu, '');
  const digits = text.replace(/\D/g, '');
  const isRow = letters.length < 4 && DIGIT_ROWS.some((row) => row.includes(digits));
  return COMMON.has(letters) || COMMON.has(respelled) || isRow || new Set(small).size < 4;
}

const DIGIT_ROWS = ['12345678901234567890', '09876543210987654321'];

const WORDS = 6;
const NUMBERS = 1_000;

/**
 * Six words and a number below 1000, joined by hyphens: `maple-orbit-lantern-pebble-cactus-417`.
 * With 2,048 words that is 76 bits.
 * @param random returns a whole number from 0 to its argument, exclusive, uniformly
 */
export function makePassphrase(words: readonly string[], random: (below: number) => number) {
  const chosen = Array.from({ length: WORDS }, () => words[random(words.length)] as string);
  return [...chosen, String(random(NUMBERS))].join('-');
}

/**
 * A uniform number below `limit` from 32-bit numbers: those at the end, which would favor small
 * results, are drawn again.
 */
export function belowFrom(random32: () => number): (limit: number) => number {
  return (limit) => {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    let drawn = random32();
    while (drawn >= fair) drawn = random32();
    return drawn % limit;
  };
}
