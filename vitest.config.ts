/** Which tests there are, and when they run (docs/decisions/0138-submission-and-release.md). */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * Tests wait for the database and the browser more than they compute. Each file has some thirty
 * connections at most, and the tests' PostgreSQL takes 300.
 */
const maxWorkers = Math.min(availableParallelism() + 1, 8);

/** A busy machine is no failure: `expect.poll` waits as long as it needs. */
const setupFiles = ['tests/support/patient-polls.ts'];

/** A PostgreSQL for the run; it ends with the run, and so do the processes that use it. */
const withDatabase = {
  globalSetup: ['tests/support/global-setup.ts'],
  execArgv: ['--import', fileURLToPath(new URL('tests/support/end-with-run.ts', import.meta.url))],
};

/** What runs on each submission beside `npm test`, and what only `npm run test:long` runs. */
const CI = '**/*.ci.test.ts';
const LONG = '**/*.long.test.ts';
const JOURNEYS = 'tests/e2e/**/*.test.ts';
/** What needs the wallet lab (testkit/). */
const LAB = 'src/**/*.lab.test.ts';

/** The journeys in a browser; how much they look at stands in tests/support/browser.ts. */
const journeys = (
  name: string,
  { include, exclude = [], LOOKS = 'few' }: { include: string; exclude?: string[]; LOOKS?: string },
): TestProjectInlineConfiguration => ({
  test: {
    name,
    environment: 'node',
    include: [include],
    exclude,
    env: { LOOKS },
    ...withDatabase,
    setupFiles,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/core/**/*.test.ts',
            'src/contract/**/*.test.ts',
            'src/content/**/*.test.ts',
            'src/**/rules.test.ts',
            'src/features/*/*/csv/*.test.ts',
            'tests/requirements.test.ts',
            'tests/threats.test.ts',
            'tests/supply-chain.test.ts',
            'tests/catalogues.test.ts',
            'tests/mails.test.ts',
            'tests/docs.test.ts',
            'tests/support/*.test.ts',
            'tests/tidy.test.ts',
            'tests/tidy-files.test.ts',
            'tests/tidy-rooms.test.ts',
          ],
          exclude: [LONG, CI],
          setupFiles: ['tests/support/fixed-seed.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'src/server/**/*.test.ts',
            'src/features/**/{server,store}*.test.ts',
            'src/{screens,site,tools,app}/**/*.test.ts',
            'tests/server/**/*.test.ts',
          ],
          exclude: [LONG, CI, LAB, '**/rules.test.ts'],
          // Each file makes its own database and servers; modules keep nothing but what they
          // computed.
          isolate: false,
          ...withDatabase,
          setupFiles,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        plugins: [babel({ presets: [linguiTransformerBabelPreset()] }), lingui(), react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          // A new page for each file costs more than its tests; the set-up cleans up after each.
          isolate: false,
          setupFiles: [...setupFiles, 'tests/web/setup.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'lab',
          // One lab for all: a failure that one file scripts would be another's.
          fileParallelism: false,
          environment: 'node',
          include: [LAB, 'testkit/**/*.test.ts'],
          ...withDatabase,
          globalSetup: ['tests/support/lab-setup.ts', ...withDatabase.globalSetup],
          setupFiles,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      journeys('e2e', { include: JOURNEYS, exclude: [CI, LONG] }),
      {
        test: {
          name: 'ci',
          environment: 'node',
          include: [`{src,tests/server}/${CI}`],
          setupFiles: [...setupFiles, 'tests/support/fixed-seed.ts'],
          isolate: false,
          ...withDatabase,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      journeys('e2e-ci', { include: `tests/e2e/${CI}` }),
      {
        test: {
          name: 'long',
          environment: 'node',
          include: [LONG],
          exclude: ['**/node_modules/**', 'tests/e2e/**'],
          ...withDatabase,
          setupFiles,
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'interop',
          // Two programs of other people at once would wait for each other.
          fileParallelism: false,
          environment: 'node',
          include: ['tests/interop/*.interop.test.ts'],
          ...withDatabase,
          globalSetup: ['tests/interop/programs.ts', ...withDatabase.globalSetup],
          setupFiles,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      journeys('e2e-long', { include: JOURNEYS, LOOKS: 'all' }),
      journeys('screens', { include: 'tests/screens/*.test.ts' }),
    ],
  },
});
