/**
 * The public pages' part of `npm run build`: renders each page of src/app/site/site-pages.tsx,
 * puts its entry's style sheet (and the script, unless that needs other files) into it, and lists
 * what it made for the server.
 *
 * dist/web/site/…html  the pages, complete without script; the server fills in its own address
 * dist/web/site.json   [{path, file, changed}]
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Manifest } from 'vite';
import type { Prerendered } from '../src/app/site/site-page.ts';

/** Each is a bundle of its own. One that shares no file with others is put into the page itself. */
export const SITE_ENTRIES: Readonly<Record<string, string>> = {
  landing: 'src/app/site/landing-client.ts',
  site: 'src/app/site/site-client.ts',
};

/** Larger scripts are files of their own, which the browser keeps. */
const INLINE_MAX = 8_000;

interface Entry {
  css: string;
  /** Inside the page, or the address of a file. */
  script: { text: string } | { file: string };
}

export interface Site {
  pages: { path: string; file: string; changed?: string | undefined }[];
  /** Every script that stands inside a page. */
  inline: Set<string>;
}

export async function buildSite(root: string, shared: InlineConfig): Promise<Site> {
  const out = `${root}dist/web/`;
  const pages = await prerender(root, shared);
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
    writeFileSync(out + file, document(page, entry, `/${fonts}`));
    return { path: page.path, file, changed: page.changed };
  });
  writeFileSync(`${out}site.json`, JSON.stringify(made));
  return { pages: made, inline };
}

/** Builds the pages for Node, renders them, throws the build away. */
async function prerender(root: string, shared: InlineConfig): Promise<Prerendered[]> {
  const outDir = `${root}node_modules/.cache/prerender`;
  const ssr = `${root}src/app/site/prerender.tsx`;
  await build({ ...shared, build: { ssr, outDir, manifest: false, copyPublicDir: false } });
  const { prerenderSite } = await import(pathToFileURL(`${outDir}/prerender.js`).href);
  rmSync(outDir, { recursive: true });
  return prerenderSite();
}

/** A build for each entry, so that none depends on a file that two of them share. */
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
  if (chunk.imports?.length || text.length > INLINE_MAX)
    return { css, script: { file: `/${chunk.file}` } };
  rmSync(out + chunk.file);
  return { css, script: { text } };
}

function take(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  rmSync(file);
  return text;
}

function document(page: Prerendered, { css, script }: Entry, fonts: string): string {
  const boot = page.boot.map((text) => `<script>${text}</script>`).join('');
  const client =
    'text' in script
      ? `<script type="module">${script.text}</script>`
      : `<script type="module" src="${script.file}"></script>`;
  const [title, description, keywords] = [page.title, page.description, page.keywords].map(escaped);
  const address = `{{publicUrl}}${page.path}`;
  return `<!doctype html>
<html lang="${page.lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="keywords" content="${keywords}">
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
<meta property="og:type" content="website"><meta property="og:site_name" content="Satling">
<meta property="og:url" content="${address}"><meta property="og:image" content="{{publicUrl}}/card.png">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}"><meta name="twitter:description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${address}"><link rel="icon" href="/icon.svg" type="image/svg+xml">
${boot}<style>${css}</style><noscript><link rel="stylesheet" href="${fonts}"></noscript></head>
<body>${page.body}${client}</body></html>
`;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] as string);
