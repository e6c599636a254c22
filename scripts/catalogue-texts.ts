/** The texts of the catalog files, locales/*.po, for the build and for tests. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Text {
  /** As written in the code. */
  english: string;
  /** Empty if there is none yet. */
  translation: string;
}

/** Each is a `msgid` and a `msgstr` of one or more quoted lines; the first is the file's own. */
export function textsIn(language: string): Text[] {
  const file = readFileSync(`locales/${language}.po`, 'utf8');
  return [...file.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)]
    .map(([, english, translation]) => ({
      english: joined(english),
      translation: joined(translation),
    }))
    .filter(({ english }) => english);
}

const joined = (lines = '') =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');

/**
 * The short name that lingui gives to a text without a context: the build puts it into the code.
 */
export const nameOf = (english: string): string =>
  createHash('sha256').update(`${english}\u001f`).digest('base64url').slice(0, 6);
