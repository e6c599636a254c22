/** Which files import which, from the source itself. */
import { dirname, join } from 'node:path';
import { files, source } from './sources.ts';

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || file.startsWith('tests/');

export type Import = { from: string; to: string; typeOnly: boolean };

/** In files that ship: one per `import` or `export … from`. */
export function imports(): Import[] {
  return files
    .filter((file) => file.startsWith('src/') && !isTest(file))
    .flatMap((from) =>
      [
        ...(source.get(from) as string).matchAll(
          /^(?:import|export)\b([^;]*?)from '([^']+)'|\bimport\('([^']+)'\)/gm,
        ),
      ].flatMap(([, words = '', named, dynamic]) => {
        const specifier = (named ?? dynamic) as string;
        const to = specifier.startsWith('#')
          ? `src/${specifier.slice(1)}`
          : specifier.startsWith('.')
            ? join(dirname(from), specifier)
            : undefined;
        return to?.startsWith('src/') ? [{ from, to, typeOnly: /^\s*type\b/.test(words) }] : [];
      }),
    );
}
