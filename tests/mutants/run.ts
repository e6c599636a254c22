/**
 * `npm run test:mutants`: makes each small wrong change in a copy of the program and runs the tests
 * named for it, which must fail. Words after the command select the changes whose names contain
 * them. Exit code 1 if a change survives, or no longer fits the file.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A small wrong change, named by a sentence that describes the fault. */
type Mutant = {
  name: string;
  file: string;
  /** Occurs once in the file. */
  before: string;
  after: string;
  /** All in one project; at least one must fail. */
  tests: string[];
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Nothing takes this long, except an endless loop made by a wrong change. */
const TIME_LIMIT_MS = 30 * 60_000;

const words = process.argv.slice(2).join(' ');
const table = readFileSync(new URL('mutants.json', import.meta.url), 'utf8');
const chosen = Object.values(JSON.parse(table) as Record<string, Mutant[]>)
  .flat()
  .filter(({ name }) => name.includes(words));
const copy = mkdtempSync(join(tmpdir(), 'satling-mutants-'));
let killed = 0;
try {
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !/\/(node_modules|\.git)$/.test(path) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  assertSound();
  for (const mutant of chosen) {
    const outcome = outcomeOf(mutant);
    if (outcome === 'killed') killed += 1;
    console.info(`${outcome.padEnd(12)} ${mutant.name}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.info(`${killed} of ${chosen.length} killed`);
process.exitCode = killed === chosen.length ? 0 : 1;

/** A test failing without a change would seem to catch all. */
function assertSound(): void {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const [web, others] = [true, false].map((is) => files.filter((one) => isWeb(one) === is));
  for (const tests of [web, others])
    if (tests?.length && runTests(tests) !== 'survived')
      throw new Error(`These fail without any change, or did not run: ${tests.join(' ')}`);
}

function isWeb(test: string): boolean {
  return test.endsWith('.tsx');
}

function outcomeOf({ file, before, after, tests }: Mutant): string {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(before).length !== 2) return 'does not fit';
  writeFileSync(
    path,
    source.replace(before, () => after),
  );
  try {
    return runTests(tests);
  } finally {
    writeFileSync(path, source);
  }
}

function runTests(tests: readonly string[]): string {
  const report = join(copy, 'mutant-report.json');
  rmSync(report, { force: true });
  const projects = tests.some(isWeb) ? ['web'] : ['unit', 'server'];
  const { error } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...['--bail', '1', '--reporter', 'json', '--outputFile', report],
      ...tests,
    ],
    { cwd: copy, stdio: 'ignore', timeout: TIME_LIMIT_MS },
  );
  if (error) return 'endless';
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numFailedTests: number;
    numPassedTests: number;
  };
  if (numFailedTests > 0) return 'killed';
  return numPassedTests > 0 ? 'survived' : 'did not run';
}
