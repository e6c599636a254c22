/**
 * `npm run build`: the app shell and its chunks, the prerendered home page with its style sheet and
 * script inside, the hashes of inline scripts for the content security policy, and a .br and .gz
 * beside every text file.
 *
 * dist/web/index.html    the app shell, for every address of the app
 * dist/web/landing.html  the home page, complete without script
 * dist/web/csp.json      {"scriptHashes": ["sha256-…"]}
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import type { Prerendered } from '../src/app/site/prerendered.ts';

process.env.NODE_ENV = 'production';
const root = new URL('..', import.meta.url).pathname;
process.chdir(root);
const out = `${root}dist/web/`;
const shared = { configFile: `${root}vite.config.ts`, logLevel: 'warn' as const };

await build(shared);
const page = await prerender();
const client = takeClient();
const scriptHashes = [...page.scripts, client.script].map(sha256);
writeFileSync(`${out}landing.html`, landingHtml(page, client));
writeFileSync(`${out}csp.json`, JSON.stringify({ scriptHashes }));
compress();

/** Builds the page for Node, renders it, throws the build away. */
async function prerender(): Promise<Prerendered> {
  const outDir = `${root}node_modules/.cache/prerender`;
  const ssr = `${root}src/app/site/prerender.tsx`;
  await build({ ...shared, build: { ssr, outDir, manifest: false, copyPublicDir: false } });
  const { prerenderLanding } = await import(pathToFileURL(`${outDir}/prerender.js`).href);
  rmSync(outDir, { recursive: true });
  return prerenderLanding();
}

interface Client {
  css: string;
  script: string;
  /** Address of the fonts' style sheet. */
  fonts: string;
}

/** The home page's own style sheet and script, which move from files into the page. */
function takeClient(): Client {
  const manifest = JSON.parse(readFileSync(`${out}.vite/manifest.json`, 'utf8')) as Manifest;
  rmSync(`${out}.vite`, { recursive: true });
  const files = Object.values(manifest);
  const entry = files.find((one) => one.isEntry && one.name === 'landing');
  const fonts = globSync('assets/fonts-*.css', { cwd: out })[0];
  if (!entry || !fonts) throw new Error('The build lacks the home page or its fonts.');
  if (entry.imports?.length) throw new Error('The home page must stand alone, but imports chunks.');
  const css = (entry.css ?? []).map(take).join('').trim();
  return { css, script: take(entry.file).trim(), fonts: `/${fonts}` };
}

function take(file: string): string {
  const text = readFileSync(out + file, 'utf8');
  rmSync(out + file);
  return text;
}

function landingHtml(page: Prerendered, { css, script, fonts }: Client): string {
  const { body, title, description, scripts } = page;
  const inline = scripts.map((text) => `<script>${text}</script>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="keywords" content="pocket money, allowance, Bitcoin, sats, Lightning, children, savings">
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
<meta property="og:type" content="website"><meta name="twitter:title" content="${title}">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="/"><link rel="icon" href="/icon.svg" type="image/svg+xml">
${inline}<style>${css}</style><noscript><link rel="stylesheet" href="${fonts}"></noscript></head>
<body>${body}<script type="module">${script}</script></body></html>
`;
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The server sends these as they are. */
function compress() {
  for (const file of globSync(`${out}**/*.{js,css,html,svg,json,txt,webmanifest}`)) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
