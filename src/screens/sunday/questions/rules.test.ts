/** The questions: thirty per age, in three languages, and what they never do. */
import { describe, expect, test } from 'vitest';
import { BANDS } from '#features/people/children/rules.ts';
import { QUESTIONS_EACH } from '../rules.ts';
import { QUESTIONS as de } from './de.ts';
import { QUESTIONS as en } from './en.ts';
import { QUESTIONS as es } from './es.ts';

/** Read aloud to the youngest, at breakfast. */
const MOST_WORDS = { starter: 11, explorer: 17, young: 18 };

describe.each(Object.entries({ en, de, es }))('%s', (_, questions) => {
  test('thirty for each age, none of them twice', () => {
    for (const band of BANDS) expect(questions[band]).toHaveLength(QUESTIONS_EACH);
    const all = BANDS.flatMap((band) => questions[band]);
    expect(new Set(all).size).toBe(all.length);
  });

  test('each is a question, and short enough for its age', () => {
    for (const band of BANDS)
      for (const one of questions[band]) {
        expect(one).toMatch(/\?$/);
        expect(one.split(/\s+/).length, one).toBeLessThanOrEqual(MOST_WORDS[band]);
      }
  });

  test('none compares brothers and sisters, speaks of a price or makes anybody feel small', () => {
    const never =
      /brother|sister|sibling|bruder|brüder|schwester|hermano|hermana|price|preis|precio|cotiz|wasted?\b|verschwend|malgast|foolish|stupid|dumm|tont[oa]/i;
    for (const band of BANDS) for (const one of questions[band]) expect(one).not.toMatch(never);
  });
});
