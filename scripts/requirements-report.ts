/**
 * Which tests prove which requirements: compares docs/requirements.json with the titles of the
 * tests.
 */
import { globSync, readFileSync } from 'node:fs';

type List = {
  /** Title, by the letters that the ids begin with. */
  areas: Record<string, string>;
  /** Id → `kind: text`. */
  requirements: Record<string, string>;
};

export type Citation = { file: string; title: string };
export type Requirement = { id: string; text: string; tests: Citation[] };
export type Area = { name: string; title: string; requirements: Requirement[] };

const root = new URL('..', import.meta.url);
const REQUIREMENT = /\b[A-Z]{2,6}-\d{2}\b/g;

export function readList(): List {
  return JSON.parse(readFileSync(new URL('docs/requirements.json', root), 'utf8')) as List;
}

/** The titles of all tests that cite an id of this kind, by the id. */
export function readCitations(kind = REQUIREMENT): Map<string, Citation[]> {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'], { cwd: root })
    .filter((file) => !file.endsWith('/requirements.test.ts'))
    .sort();
  const found = new Map<string, Citation[]>();
  for (const file of files)
    for (const title of titles(readFileSync(new URL(file, root), 'utf8')))
      for (const id of new Set(title.match(kind)))
        found.set(id, [...(found.get(id) ?? []), { file, title }]);
  return found;
}

/** After `test(`, `test.each(…)(` and so on. */
const TITLE = /(?:\btest(?:\.\w+)*\(|\)\()\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;

/**
 * The titles of single tests. A comment, the title of a group and a row of `each` cite nothing: an
 * id belongs where the test says what it proves.
 */
export function titles(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(TITLE)].map(([, , text]) => text as string);
}

export function report(list: List, citations: ReadonlyMap<string, Citation[]>): Area[] {
  return Object.entries(list.areas).map(([name, title]) => ({
    name,
    title,
    requirements: Object.entries(list.requirements)
      .filter(([id]) => id.startsWith(`${name}-`))
      .map(([id, text]) => ({ id, text, tests: citations.get(id) ?? [] })),
  }));
}

/** One line for each thing that is wrong. */
export function problems(list: List, citations: ReadonlyMap<string, Citation[]>): string[] {
  const all = report(list, citations).flatMap(({ requirements }) => requirements);
  const known = new Set(all.map(({ id }) => id));
  const areas = Object.keys(list.areas);
  return [
    ...all
      .filter(({ tests }) => tests.length === 0)
      .map(({ id, text }) => `${id} has no test: ${text}`),
    ...[...citations.keys()]
      .filter((id) => areas.includes(id.split('-')[0] as string) && !known.has(id))
      .map((id) => `${id} is cited and no requirement: ${citations.get(id)?.[0]?.file}`),
  ];
}

export function toMarkdown(areas: readonly Area[]): string {
  const parts = areas.map(({ name, title, requirements }) => {
    const proven = requirements.filter(({ tests }) => tests.length > 0).length;
    const head = `## ${name}: ${title}\n\n${proven} of ${requirements.length} have a test.\n`;
    return [head, ...requirements.map(line)].join('\n');
  });
  return `# Requirements and their tests\n\n${parts.join('\n\n')}\n`;
}

function line({ id, text, tests }: Requirement): string {
  return [
    `- **${id}** ${text}`,
    ...tests.map(({ file, title }) => `  - \`${file}\`: ${title}`),
  ].join('\n');
}
