/** Before the program starts: builds the pages if there are none, or if a source is newer. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// The build writes this file last except for the compressed copies, so it marks a complete build.
const built = 'dist/web/csp.json';
const sources = [
  'src/{core,contract,web,features/*/*/web,screens/*/web,app/web,site,demo}/**/*.{ts,tsx,css,html}',
  'src/{features,screens}/**/{contract,rules,article,feed}.ts',
  'locales/*.po',
  'public/**/*',
  'content/blog/*.md',
  'scripts/{build*,site-document,compile-*,catalogue-*}.ts',
  '{vite,lingui}.config.ts',
  'package-lock.json',
];

if (isStale()) {
  console.log('Building the pages. This happens once and takes some seconds.');
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
}

function isStale(): boolean {
  if (!existsSync(`${built}.gz`)) return true;
  const time = statSync(built).mtimeMs;
  return globSync(sources).some((file) => statSync(file).mtimeMs > time);
}
