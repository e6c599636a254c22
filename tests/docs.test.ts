/** Documents: every link and path exists, and decisions have one form and one index. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = globSync(['*.md', 'docs/**/*.md']);
const INDEX = 'docs/decisions/README.md';
const decisions = globSync('docs/decisions/0*.md').sort();
const read = (file: string) => readFileSync(file, 'utf8');
const numberOf = (file: string) => Number(basename(file).slice(0, 4));

/** A document's links to files, without "#…". */
const targetsOf = (file: string) =>
  [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.split('#', 1)[0] as string)
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));

const HEADING = /^# (\d+)\. \S.*\n\n\*\d{4}-\d{2}-\d{2} · (.+)\*\n\n/;
const STATUS =
  /^(accepted( · replaces \d+([,–] ?\d+)*)?( · changed in part by \d+(, \d+)*)?|superseded by \d+)$/;

test('every relative link in a document leads to a file', () => {
  const dead = documents.flatMap((file) =>
    targetsOf(file)
      .filter((target) => !existsSync(join(dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(dead).toEqual([]);
});

/** The paths a document names; a superseded decision may describe an older tree. */
const pathsIn = (text: string) =>
  / · superseded by /.test(text)
    ? []
    : [...text.matchAll(/`([\w@.-]+\/[\w@./-]+)(?=`)/g)]
        .map(([, path = '']) => path)
        .filter((path) => FOLDERS.test(path) || CODE.test(path));
const FOLDERS = /^(src|tests|testkit|scripts|bench|docs|content|locales)\//;
const CODE = /\.(tsx?|css|sql)$/;
const BASES = ['.', 'src', 'src/server'];

test('every file and folder that a document names exists', () => {
  expect(pathsIn('`src/a.ts` `web/b.ts`, `/api/c`, `1/2`')).toEqual(['src/a.ts', 'web/b.ts']);
  const dead = documents.flatMap((file) =>
    pathsIn(read(file))
      .filter((path) => !BASES.some((base) => existsSync(join(base, path))))
      .map((path) => `${file}: ${path}`),
  );
  expect(dead).toEqual([]);
});

describe('decisions', () => {
  test('each has one line in the index, with its title and what replaces it', () => {
    const lines = read(INDEX)
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const expected = decisions.map((file) => {
      const [title = '', , status = ''] = read(file).split('\n');
      const [, by] = /(superseded by \d+)/.exec(status) ?? [];
      const [, number, words] = /^# (\d+)\. (.+)/.exec(title) ?? [];
      return `- [${number}](${basename(file)}) ${words}${by ? ` · ${by}` : ''}`;
    });
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });

  test('are numbered from 1 without gaps (HOUSE-11)', () => {
    expect(decisions.map(numberOf)).toEqual(decisions.map((_, i) => i + 1));
  });

  test('open with number, title, date and status (HOUSE-11)', () => {
    const odd = decisions.filter((file) => {
      const [, number, status = ''] = HEADING.exec(read(file)) ?? [];
      return Number(number) !== numberOf(file) || !STATUS.test(status);
    });
    expect(odd).toEqual([]);
  });

  test('give context, decision and consequences, in this order (HOUSE-11)', () => {
    const parts = /^\*\*Context\.\*\*[\s\S]*^\*\*Decision\.\*\*[\s\S]*^\*\*Consequences\.\*\*/m;
    expect(decisions.filter((file) => !parts.test(read(file)))).toEqual([]);
  });

  test('a link to a decision names its number', () => {
    const wrong = documents.flatMap((file) =>
      [...read(file).matchAll(/\[(?:[Dd]ecision )?(\d+)\]\([^)]*?(\d{4})-[a-z0-9-]+\.md\)/g)]
        .filter(([, said, meant]) => Number(said) !== Number(meant))
        .map(([link]) => `${file}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  test('name the decisions they replace', () => {
    const odd = decisions.filter((file) => {
      const [, by] = /superseded by (\d+)\*/.exec(read(file)) ?? [];
      if (by === undefined) return false;
      const successor = decisions[Number(by) - 1];
      return successor === undefined || !namesReplaced(read(successor)).includes(numberOf(file));
    });
    expect(odd).toEqual([]);
  });

  test('are changed only by later ones that are in force', () => {
    const odd = decisions.flatMap((file) => {
      const [, list = ''] = / · changed in part by ([\d, ]+)\*/.exec(read(file)) ?? [];
      return list
        .split(', ')
        .filter((by) => by !== '' && !(Number(by) > numberOf(file) && isInForce(Number(by))))
        .map((by) => `${numberOf(file)} by ${by}`);
    });
    expect(odd).toEqual([]);
  });
});

const isInForce = (number: number) => {
  const file = decisions[number - 1];
  return file !== undefined && / · accepted/.test(read(file).split('\n')[2] ?? '');
};

/** The numbers behind "replaces": "20, 39–41" is 20, 39, 40 and 41. */
function namesReplaced(text: string): number[] {
  const [, list = ''] = /· replaces (\d[\d, –]*)/.exec(text) ?? [];
  return list.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part.split('–').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}
