/**
 * The house rules on how files look (STYLE.md): length, columns, names and first lines. biome
 * checks the length of functions. When a rule hurts, change the rule here, in the open.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, matchesGlob, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import vitestConfig from '../vitest.config.ts';
import { files, linesWith, source } from './support/sources.ts';

const FILE_MAX = 300;
const COLUMNS = 100;
const others = globSync(['src/**/*.css', '*.config.ts']);
const styled = [...files, ...others];
for (const file of others) source.set(file, readFileSync(file, 'utf8'));

/** Texts on one line: in quotes, in a template, or a regular expression. */
const FIXED =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?![/*\s])(?:[^/\\]|\\.)+\//g;
const isComment = (line: string) => /^\s*(\/\*|\*|\/\/)/.test(line);

/** The line must fit without its longest fixed text, which cannot be broken. */
function isTooLong(line: string): boolean {
  if (line.length <= COLUMNS) return false;
  const fixed = isComment(line) ? [] : (line.match(FIXED) ?? []);
  return line.length - Math.max(0, ...fixed.map((text) => text.length)) > COLUMNS;
}

type Project = { test?: { include?: string[]; exclude?: string[] } };
const globsOf = (project: unknown) => {
  const { include = [], exclude = [] } = (project as Project).test ?? {};
  return { include, exclude };
};

describe('files', () => {
  test(`a file has at most ${FILE_MAX} lines: split it by what it is for (HOUSE-12)`, () => {
    const long = files.filter(
      (file) => (source.get(file) as string).split('\n').length - 1 > FILE_MAX,
    );
    expect(long).toEqual([]);
  });

  test(`a line has at most ${COLUMNS} columns, except for one text that cannot be broken (HOUSE-12)`, () => {
    const long = styled
      // A line of a mail is as long as its reader gets it.
      .filter((file) => !file.endsWith('/mails.ts'))
      .flatMap((file) =>
        (source.get(file) as string)
          .split('\n')
          .flatMap((line, i) => (isTooLong(line) ? [`${file}:${i + 1}`] : [])),
      );
    expect(long).toEqual([]);
    expect([`// ${'x '.repeat(50)}`, `a(${'b, '.repeat(40)})`].every(isTooLong)).toBe(true);
    expect(isTooLong(`  test('${'x '.repeat(60)}', () => {`)).toBe(false);
  });

  test('a file opens with what it is for (HOUSE-14)', () => {
    expect(files.filter((file) => !/^(#!.*\n)?\/\*\*/.test(source.get(file) as string))).toEqual(
      [],
    );
  });

  test('the title of a test is a sentence, with what it proves at its end', () => {
    const idFirst = /\b(test|describe)(\.each\(.*\))?\((['`])([A-Z]{2,6}-\d\d|T\d\d[a-z]?) .*\3,/;
    const others = (file: string) => !/^tests\/(requirements|tidy-files)\./.test(file);
    expect(linesWith(idFirst, others)).toEqual([]);
    expect(idFirst.test("test('PLAT-01 x', f)")).toBe(true);
  });

  test('every test file has a name that a project of vitest.config.ts runs', () => {
    const projects = vitestConfig.test?.projects?.map(globsOf) ?? [];
    const isRun = (file: string) =>
      projects.some(({ include, exclude }) => {
        const isIn = (globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob));
        return isIn(include) && !isIn(exclude);
      });
    const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
    expect(tests.filter((file) => !isRun(file))).toEqual([]);
    expect(isRun('src/features/pocket/goals/moving.test.ts')).toBe(false);
  });

  test('every small wrong change of tests/mutants fits its file once', () => {
    const table = readFileSync('tests/mutants/mutants.json', 'utf8');
    const all = Object.values(
      JSON.parse(table) as Record<string, { name: string; file: string; before: string }[]>,
    ).flat();
    const count = ({ file, before }: { file: string; before: string }) =>
      (source.get(file)?.split(before).length ?? 0) - 1;
    expect(all.filter((one) => count(one) !== 1).map(({ name }) => name)).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  });

  test('migrations are numbered from 1 without gaps, because they run in the order of their names', () => {
    const names = globSync('src/server/db/migrations/*.sql')
      .map((file) => basename(file))
      .sort();
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, i) => i + 1));
  });

  test('nothing used only by tests lies in a folder that ships: move it to tests/', () => {
    expect(files.filter((file) => /^src\/.*\/(test-|fake-|mock-)/.test(file))).toEqual([]);
  });

  test('names are kebab-case; there are no barrels (HOUSE-19)', () => {
    expect(
      files.filter((file) => !/^[a-z0-9-]+(\.[a-z]+)*\.tsx?$/.test(relative(dirname(file), file))),
    ).toEqual([]);
    expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([]);
  });

  test('nothing is left for later, switched off or commented out (HOUSE-14)', () => {
    const words =
      /\b(TODO|FIXME|HACK|XXX)\b|\b(test|it|describe)\.(skip|only|todo|fails)\b|@ts-(ignore|nocheck)/;
    expect(linesWith(words, (file) => !file.startsWith('tests/tidy'))).toEqual([]);
    expect(linesWith(/^\s*\/\/ (const|let|import|return|await|if \()/, () => true)).toEqual([]);
  });
});

describe('styles', () => {
  const textOf = (ending: string) =>
    [...source].flatMap(([file, text]) => (file.endsWith(ending) ? [text] : [])).join('\n');
  const rules = new Set(textOf('.css').match(/(?<=\.)[a-z][\w-]*/g));

  test('every class name in a className has a rule', () => {
    const names = [...textOf('.tsx').matchAll(/className="([^"]*)"/g)].flatMap(([, written = '']) =>
      written.split(' '),
    );
    expect(names.filter((name) => !rules.has(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(500);
  });

  test('every class of layout.css is used', () => {
    const layout = source.get('src/web/styles/layout.css') as string;
    const words = new Set(textOf('.tsx').match(/[\w-]+/g));
    const classes = layout.match(/(?<=^\s*\.)[\w-]+/gm) ?? [];
    expect(classes.filter((name) => !words.has(name))).toEqual([]);
    expect(classes).toContain('spread');
  });
});
