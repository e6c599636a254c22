/** Test projects: unit (pure), server (real PostgreSQL), web (jsdom), e2e (Chromium), long (full counts). */
import { availableParallelism } from 'node:os';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const long = ['**/*.long.test.ts'];

/**
 * Tests wait for the database and the browser more than they compute. Time limits are generous: a
 * busy machine is no failure.
 */
const maxWorkers = availableParallelism() + 1;

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
            'src/**/rules.test.ts',
            'src/features/*/csv/*.test.ts',
            'tests/requirements.test.ts',
            'tests/catalogues.test.ts',
            'tests/mails.test.ts',
            'tests/tidy.test.ts',
          ],
          setupFiles: ['tests/support/fixed-seed.ts'],
          testTimeout: 60_000,
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
          exclude: [...long, '**/rules.test.ts'],
          // Each file makes its own database and servers; modules keep nothing but what they computed.
          isolate: false,
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
          setupFiles: ['src/web/messages/test-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'long',
          environment: 'node',
          include: ['**/*.long.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
