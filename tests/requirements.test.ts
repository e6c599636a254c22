/** Every requirement in docs/requirements.json is cited by a test. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problems, readCitations, readList, titles } from '../scripts/requirements-report.ts';

const list = readList();
const citations = readCitations();

test('there is something to check', () => {
  expect(Object.keys(list.requirements)).toHaveLength(756);
  expect(citations.size).toBeGreaterThan(350);
});

test('a missing test and a wrong id are found', () => {
  const fewer = new Map(citations);
  fewer.delete('PLAT-07');
  fewer.set('PLAT-99', [{ file: 'a.test.ts', title: 'PLAT-99 x' }]);
  expect(problems(list, fewer)).toEqual([
    expect.stringContaining('PLAT-07 has no test'),
    'PLAT-99 is cited and no requirement: a.test.ts',
  ]);
});

test('only the title of a single test cites', () => {
  const source = [
    "/* test('PLAT-01') */",
    "// test('PLAT-02')",
    "describe('PLAT-03', () => {",
    "  test('it’s (PLAT-04)', () => f('PLAT-05'));",
    "  test.each([['PLAT-06', 1]])(\n    `%s (PLAT-07)`, g);",
    '});',
  ];
  expect(titles(source.join('\n'))).toEqual(['it’s (PLAT-04)', '%s (PLAT-07)']);
});

test('every house rule that a test cites is one of STYLE.md', () => {
  const style = readFileSync(new URL('../STYLE.md', import.meta.url), 'utf8');
  const rules = [...style.matchAll(/^(\d+)\. \*\*/gm)].map(
    ([, number]) => `HOUSE-${(number as string).padStart(2, '0')}`,
  );
  const cited = [...citations.keys()].filter((id) => id.startsWith('HOUSE-'));
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((id) => !rules.includes(id))).toEqual([]);
});

test('every requirement is cited by a test', () => {
  expect(problems(list, citations)).toEqual([]);
});
