/**
 * `npm start`: builds the pages if a source is newer, then starts the program. Plain JavaScript: an
 * outdated Node can say so.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Satling runs on Node 24, and this is Node ${process.versions.node}. On Linux npm brings the right one along: run npm ci again. Elsewhere install Node 24 (https://nodejs.org).\n`,
  );
  process.exit(1);
}
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
await import('./build-if-stale.ts');
await import('../src/app/main.ts');
