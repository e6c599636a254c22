/**
 * `npm run build`: the app shell and its chunks, the prerendered public pages (build-site.ts), the
 * hashes of inline scripts and styles for the content security policy, and a .br and .gz next to
 * every text file that the server sends as it is.
 *
 * dist/web/index.html         the app shell, for every address of the app
 * dist/web/site, site.json    the public pages
 * dist/web/sw.js              the service worker of the app
 * dist/web/csp.json           {"scriptHashes": ["sha256-…"], "styleHashes": ["sha256-…"]}
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { EARLY_CALL, EARLY_FORMATS } from '../src/web/early-boot.ts';
import { buildSite } from './build-site.ts';
import { buildWorker } from './build-worker.ts';

process.env.NODE_ENV = 'production';
const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const out = `${root}dist/web/`;
const shared = { configFile: `${root}vite.config.ts`, logLevel: 'warn' as const };

await build(shared);
const { inline } = await buildSite(root, shared);
await buildWorker(root, out);
writeFileSync(
  `${out}csp.json`,
  JSON.stringify({
    scriptHashes: [...inline, EARLY_CALL, EARLY_FORMATS].map(sha256),
    styleHashes: inlineStyles().map(sha256),
  }),
);
compress();

/** Each inline style sheet: one for every kind of page. */
function inlineStyles(): string[] {
  const sheets = globSync(`${out}**/*.html`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css),
  );
  return [...new Set(sheets)];
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The server sends these unchanged; it fills in the public pages first. */
function compress() {
  const exclude = [`${out}site/**`, `${out}site.json`];
  for (const file of globSync(`${out}**/*.{js,css,html,svg,json,txt,webmanifest}`, { exclude })) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
