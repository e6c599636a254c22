/**
 * The public pages' part of `npm run build`: renders each page of src/site/site-pages.tsx,
 * puts its entry's style sheet (and the script, unless that needs other files) into it, and lists
 * what it made for the server.
 *
 * dist/web/site/…html  the pages, complete without script; the server fills in its own address
 * dist/web/site.json   [{path, file, changed, type, status}]
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Manifest } from 'vite';
import type { Prerendered, SiteFile } from '../src/site/site-page.ts';
import { type Entry, siteDocument } from './site-document.ts';

/** Each is a separate bundle. One that shares no file with others is inlined in its page. */
export const SITE_ENTRIES: Readonly<Record<string, string>> = {
  landing: 'src/site/landing-client.ts',
  site: 'src/site/site-client.ts',
  blog: 'src/site/blog-client.ts',
  encryption: 'src/site/encryption-client.ts',
};

/** Larger scripts become separate files, which the browser caches. */
const INLINE_MAX = 8_000;

export interface Site {
  pages: {
    path: string;
    file: string;
    changed?: string | undefined;
    type?: string;
    status?: number | undefined;
  }[];
  /** Every script inlined in a page. */
  inline: Set<string>;
}

export async function buildSite(root: string, shared: InlineConfig): Promise<Site> {
  const out = `${root}dist/web/`;
  const { pages, files } = await prerender(root, shared);
  refuseFuture(pages);
  const entries = new Map<string, Entry>();
  for (const name of new Set(pages.map(({ entry }) => entry)))
    entries.set(name, await buildEntry(root, shared, name));
  const fonts = globSync('assets/fonts-*.css', { cwd: out })[0];
  if (!fonts) throw new Error('The build lacks the fonts.');
  const inline = new Set<string>();
  const made = pages.map((page) => {
    const entry = entries.get(page.entry) as Entry;
    for (const text of page.boot) inline.add(text);
    if ('text' in entry.script) inline.add(entry.script.text);
    const file = `site${page.path === '/' ? '/index' : page.path}.html`;
    mkdirSync(dirname(out + file), { recursive: true });
    writeFileSync(out + file, siteDocument(page, entry, `/${fonts}`));
    return { path: page.path, file, changed: page.changed, status: page.status };
  });
  const listed = [...made, ...files.map((file) => writeFile(out, file))];
  writeFileSync(`${out}site.json`, JSON.stringify(listed));
  return { pages: listed, inline };
}

function writeFile(out: string, { path, type, text }: SiteFile) {
  const file = `site${path}`;
  writeFileSync(out + file, text);
  return { path, file, type };
}

const AHEAD_MS = 14 * 3_600_000;

/** No page may be dated in the future, in any time zone. */
function refuseFuture(pages: readonly Prerendered[]): void {
  const latest = new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 10);
  for (const { path, changed = latest } of pages)
    if (changed > latest) throw new Error(`${path} is dated ${changed}, which is in the future.`);
}

/** Builds the pages for Node, renders them, and discards the build. */
async function prerender(
  root: string,
  shared: InlineConfig,
): Promise<{ pages: Prerendered[]; files: SiteFile[] }> {
  const outDir = `${root}node_modules/.cache/prerender`;
  const ssr = `${root}src/site/prerender.tsx`;
  await build({ ...shared, build: { ssr, outDir, manifest: false, copyPublicDir: false } });
  const { prerenderSite } = await import(pathToFileURL(`${outDir}/prerender.js`).href);
  rmSync(outDir, { recursive: true });
  return prerenderSite();
}

/** One build per entry, so none depends on a file shared by two. */
async function buildEntry(root: string, shared: InlineConfig, name: string): Promise<Entry> {
  const out = `${root}dist/web/`;
  const source = SITE_ENTRIES[name];
  if (!source) throw new Error(`A page asks for the entry “${name}”, which does not exist.`);
  await build({
    ...shared,
    mode: `site:${name}:${root}${source}`,
    build: { emptyOutDir: false, copyPublicDir: false, manifest: 'entry.json' },
  });
  const manifest = JSON.parse(readFileSync(`${out}entry.json`, 'utf8')) as Manifest;
  rmSync(`${out}entry.json`);
  const chunk = Object.values(manifest).find((one) => one.isEntry && one.name === name);
  if (!chunk) throw new Error(`The build lacks the entry “${name}”.`);
  const css = (chunk.css ?? []).map((file) => take(out + file)).join('');
  const text = readFileSync(out + chunk.file, 'utf8').trim();
  const needsFiles = [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])].length > 0;
  if (needsFiles || text.length > INLINE_MAX) return { css, script: { file: `/${chunk.file}` } };
  rmSync(out + chunk.file);
  return { css, script: { text } };
}

function take(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  rmSync(file);
  return text;
}
