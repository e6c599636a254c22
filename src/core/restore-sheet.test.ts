/** The restore sheet: text and words are read back unchanged, and a misspelling is noticed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSheet, readWords, sheetText, sheetWords } from './restore-sheet.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('the sheet of a known key has the expected text (a vector)', () => {
  const secretKey = new Uint8Array(32).map((_, at) => at);
  const text = sheetText({ secretKey, passphrase: 'grüne Wiese, 12' });
  expect(text).toBe(
    'satling-restore:1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8:Z3LDvG5lIFdpZXNlLCAxMg:7eac7caa',
  );
  expect(sheetWords(secretKey).slice(0, 3)).toEqual(['abandon', 'amount', 'liar']);
});

test('every key and passphrase comes back, with spaces and line ends in between', () => {
  fc.assert(
    fc.property(bytes, fc.option(fc.string({ minLength: 1, unit: 'grapheme' })), (key, words) => {
      const sheet = { secretKey: key, passphrase: words ?? undefined };
      const text = sheetText(sheet).replaceAll(/(.{9})/g, '$1 \n');
      expect(readSheet(text)).toEqual(sheet);
      const typed = sheetWords(key).map((word, at) => `${at + 1}. ${word.toUpperCase()}`);
      expect(readWords(typed.join('\n'))).toEqual(key);
    }),
  );
});

test('one wrong letter, one missing word or two that changed places are no sheet', () => {
  const secretKey = new Uint8Array(32).map((_, at) => at * 7);
  const text = sheetText({ secretKey, passphrase: 'twelve letters' });
  for (let at = 0; at < text.length; at += 1) {
    const wrong = text[at] === 'A' ? 'B' : 'A';
    expect(readSheet(text.slice(0, at) + wrong + text.slice(at + 1))).toBeUndefined();
  }
  for (const none of ['', 'satling-restore:1:', text.slice(0, -1), `${text}0`])
    expect(readSheet(none)).toBeUndefined();
  const words = sheetWords(secretKey);
  expect(readWords(words.slice(1).join(' '))).toBeUndefined();
  const [first = '', second = ''] = words;
  expect(readWords([second, first, ...words.slice(2)].join(' '))).toBeUndefined();
  expect(readWords([...words.slice(0, 23), 'satling'].join(' '))).toBeUndefined();
});
