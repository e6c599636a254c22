/**
 * The text catalogues. English is the source: its words stand in the code, and `npx lingui extract`
 * collects them into en.po, the file translators start from, and into de.po and es.po (see
 * src/web/messages/language.ts).
 */
import { defineConfig } from '@lingui/cli';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es'],
  orderBy: 'message',
  catalogs: [
    {
      path: '<rootDir>/src/web/messages/{locale}',
      include: ['src/web', 'src/features', 'src/app'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    },
  ],
});
