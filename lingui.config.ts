/**
 * The text catalogues. English is the source: its words stand in the code, and `npx lingui extract`
 * collects them into en.po, the file translators start from, and into de.po and es.po (see
 * src/web/messages/language.ts).
 */
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es'],
  // No file names or line numbers: code that moves changes no catalogue.
  format: formatter({ origins: false }),
  orderBy: 'message',
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['src/web', 'src/features', 'src/screens', 'src/site', 'src/demo', 'src/app'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    },
  ],
});
