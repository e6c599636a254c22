/** The program's own source, for tests of the house rules. */
import { globSync, readFileSync } from 'node:fs';

export const files = globSync([
  'src/**/*.{ts,tsx}',
  'tests/**/*.{ts,tsx}',
  'bench/**/*.ts',
  'scripts/**/*.ts',
  'testkit/**/*.ts',
]);
export const source = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** `file:line: text` of each matching line. */
export const linesWith = (pattern: RegExp, where: (file: string) => boolean): string[] =>
  files
    .filter(where)
    .flatMap((file) =>
      (source.get(file) as string)
        .split('\n')
        .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    );
