/**
 * Builds the service worker (src/app/web/service-worker.ts) into dist/web/sw.js, after everything
 * else, because it lists the files of this version and so changes with any of them.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { build } from 'vite';

export async function buildWorker(root: string, out: string): Promise<void> {
  const files = globSync('assets/*.{js,json,css,woff2,svg}', { cwd: out })
    .sort()
    .map((file) => `/${file}`);
  const version = createHash('sha256')
    .update(JSON.stringify(files))
    .update(readFileSync(`${out}index.html`))
    .digest('hex')
    .slice(0, 16);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __VERSION__: JSON.stringify(version), __FILES__: JSON.stringify(files) },
    build: {
      outDir: out,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: `${root}src/app/web/service-worker.ts`,
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
