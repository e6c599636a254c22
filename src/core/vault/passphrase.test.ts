/** Passphrases: the specified points, further refusals, and generated ones. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, test } from 'vitest';
import { belowFrom, isMadeUp, makePassphrase, passphraseStrength } from './passphrase.ts';

const scoreOf = (text: string) => passphraseStrength(text).score;

test('length gives 2 or 1, and each kind of character one (VAULT-26)', () => {
  const scores = { '': 0, lowercase: 2, lowercaseletters: 3, LowerCase: 3, LowerCase7: 4 };
  for (const [text, score] of Object.entries(scores))
    expect([text, scoreOf(text)]).toEqual([text, score]);
  expect(scoreOf('Lower-case7')).toBe(5);
  // Six points are five bars.
  expect(scoreOf('Lower-case-77')).toBe(5);
  // A character as a person sees it.
  expect(scoreOf('äöüßäöü')).toBe(1);
  expect(scoreOf('äöüßäöüß')).toBe(2);
});

test('the word password costs a point, however it is written (VAULT-27)', () => {
  expect(scoreOf('my-Xpassword-7')).toBe(scoreOf('my-Xpasswore-7'));
  expect(scoreOf('mypassword')).toBe(1);
  expect(scoreOf('myPassWord')).toBe(scoreOf('myPassWore') - 1);
  expect(passphraseStrength('my-Password-7').feedback).toEqual(['NO_PASSWORD']);
});

test('valid is a score of 4 and at least 8 characters (VAULT-24 VAULT-25)', () => {
  // Four kinds of characters are 4 points, but too few characters.
  expect(passphraseStrength('Ax7-')).toMatchObject({ score: 4, isValid: false });
  expect(passphraseStrength('Kz7-Lm9')).toMatchObject({ score: 4, isValid: false });
  expect(passphraseStrength('kz7lm9qv')).toMatchObject({ score: 3, isValid: false });
  expect(passphraseStrength('Kz7lm9qv')).toMatchObject({ score: 4, isValid: true });
});

test('the advice says what is missing (VAULT-28 VAULT-29)', () => {
  expect(passphraseStrength('short')).toEqual({
    isValid: false,
    score: 1,
    feedback: ['LONGER', 'UPPERCASE', 'DIGIT', 'SPECIAL'],
  });
  expect(passphraseStrength('Maple-orbit-417').feedback).toEqual([]);
});

test.each([
  'P@ssw0rd123!',
  'Password-2026',
  'Bitcoin-2140!',
  'Qwertz123456!',
  '12345678aA!',
  'aaaaAAAA1aaa',
  // Three characters repeated, and three letters next to a row of keys.
  'Abababab11AB',
  'Abz-12345678',
])('whatever its score, %s is refused: it is guessed first (VAULT-25)', (text) => {
  expect(passphraseStrength(text)).toMatchObject({
    isValid: false,
    feedback: expect.arrayContaining(['TOO_COMMON']),
  });
});

test.each(['Abababab1-AB', 'Abyz-12345678'])(
  '%s, with one more than what is refused, is valid (VAULT-25)',
  (text) => {
    expect(passphraseStrength(text)).toMatchObject({ isValid: true, feedback: [] });
  },
);

test('a made-up passphrase is six words and a number below 1000, and valid (VAULT-18)', () => {
  expect(new Set(wordlist).size).toBe(2_048);
  const asked: number[] = [];
  const made = makePassphrase(wordlist, (below) => {
    asked.push(below);
    return below - 1;
  });
  expect(made).toBe('zoo-zoo-zoo-zoo-zoo-zoo-999');
  expect(asked).toEqual([...Array(6).fill(2_048), 1_000]);
  let seed = 7;
  const random = belowFrom(() => (seed = (seed * 48_271) % 2_147_483_647));
  for (let i = 0; i < 200; i++) {
    const one = makePassphrase(wordlist, random);
    expect(one).toMatch(/^([a-z]+-){6}\d{1,3}$/);
    expect(passphraseStrength(one).isValid).toBe(true);
  }
});

test('no number is more likely than another: those at the end are drawn again (VAULT-18)', () => {
  const drawn = [2 ** 32 - 1, 2 ** 32 - 296, 2 ** 32 - 297];
  const random = belowFrom(() => drawn.shift() as number);
  // 2^32 is 4,294,967 thousands and 296.
  expect(random(1_000)).toBe(999);
  expect(drawn).toEqual([]);
});

test('no passphrase is left where RegExp keeps its last match (VAULT-21)', () => {
  const words = 'maple-orbit-lantern-pebble-cactus-violin-417';
  const last = () => (RegExp as unknown as { input: string }).input;
  expect(isMadeUp(`${words}-`)).toBe(false);
  expect([isMadeUp(words), last()]).toEqual([true, '']);
  expect([passphraseStrength(words).score, last()]).toEqual([5, '']);
});
