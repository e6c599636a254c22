/** Every requirement of a finished area is cited by a test (docs/requirements.json). */
import { expect, test } from 'vitest';
import { problems, readCitations, readList, titles } from '../scripts/requirements-report.ts';

const list = readList();
const citations = readCitations();

test('there is something to check', () => {
  expect(Object.keys(list.requirements)).toHaveLength(756);
  expect(citations.size).toBeGreaterThan(350);
});

test('a missing test, a wrong id and a wrong exception are found', () => {
  const fewer = new Map(citations);
  fewer.delete('PLAT-07');
  fewer.set('PLAT-99', [{ file: 'a.test.ts', title: 'PLAT-99 x' }]);
  const { areas, requirements } = list;
  const wrong = problems(
    { areas, requirements, except: { ...list.except, 'GOAL-99': 'building' } },
    fewer,
  );
  expect(wrong).toEqual([
    expect.stringContaining('PLAT-07 has no test'),
    'GOAL-99 is an exception and no requirement',
    'PLAT-99 is cited and no requirement: a.test.ts',
  ]);
  expect(titles("/* 'PLAT-01' */\n// 'PLAT-02'\ntest('PLAT-03 it’s', f(`PLAT-04`))")).toEqual([
    'PLAT-03 it’s',
    'PLAT-04',
  ]);
});

test('every requirement of a finished area is cited by a test', () => {
  expect(problems(list, citations)).toEqual([]);
});
