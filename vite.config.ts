/**
 * The pages' build: the app shell from src/app/web; in the mode `site:name:file`, one entry of the
 * public pages instead. `scripts/build.ts` runs it; `scripts/dev.ts` serves the app while working.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { catalogueFiles } from './scripts/catalogue-files.ts';
import { compileMessages, met } from './scripts/compile-messages.ts';
import { EARLY_CALL, EARLY_FORMATS } from './src/web/early-boot.ts';
import { THEME_BOOT } from './src/web/ui/theme-boot.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The chosen theme before the first paint, the dashboard's call before the script (csp.json). */
const boot: Plugin = {
  name: 'boot',
  transformIndexHtml: () =>
    [THEME_BOOT, EARLY_CALL, EARLY_FORMATS].map((children) => ({
      tag: 'script',
      children,
      injectTo: 'head-prepend',
    })),
};

/** The app's style sheet travels in the page: it never waits in front of the script. */
function styles(): Plugin {
  let sheets: string[] = [];
  return {
    name: 'styles',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const css = chunkOf('base', bundle)?.viteMetadata?.importedCss;
        sheets = [...(css ?? [])];
        css?.clear(); // no part asks for it again
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        sheets.map((file) => {
          const sheet = bundle[file];
          if (sheet?.type !== 'asset') throw new Error(`The build lacks ${file}.`);
          delete bundle[file];
          return { tag: 'style', children: String(sheet.source).trim(), injectTo: 'head' };
        }),
    },
  };
}

const chunkOf = (name: string, bundle: Rolldown.OutputBundle) =>
  Object.values(bundle)
    .filter((one) => one.type === 'chunk')
    .find(({ fileName }) => fileName.includes(`/${name}-`));

const macros = linguiTransformerBabelPreset({ descriptorFields: 'message' });
const compiled = { ...macros, preset: () => ({ plugins: [compileMessages] }) };

/** The icon travels in the page: one request less. */
const icon: Plugin = {
  name: 'icon',
  transformIndexHtml: () => {
    const svg = readFileSync(path('public/icon.svg'), 'utf8');
    const href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    return [{ tag: 'link', attrs: { rel: 'icon', href }, injectTo: 'head' }];
  },
};

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:47010';

/**
 * Few requests on the first load, and nothing in it that it does not need: every module that the
 * app imports before anything is asked for goes into one file, `base`. The rest is cut by its
 * imports.
 */
function firstLoad() {
  let wanted: Set<string> | undefined;
  return (id: string, modules: Modules): string | null => {
    wanted ??= importedBy(path('src/app/web/main.tsx'), modules);
    return wanted.has(id) ? 'base' : null;
  };
}

/** What goals and pay day on Home share with later screens: it comes without the rest of them. */
const NEAR = /src\/(features\/pocket\/(goals\/rules|allowances\/contract)|web\/ui\/drawing)\.tsx?/;

/** Curves and hashes, and what computes with them: no screen without a wallet needs them. */
const CURVES =
  /node_modules\/@(noble|scure)\/|src\/(core\/(lightning|bitcoin|vault)|features\/money\/vault\/contract|web\/(vault|local|bitcoin|trusted-address))/;

/** What several later screens share: one file with the first of them, not a dozen. */
const PARTS = /node_modules|src\/(web|core|contract)\/|(contract|rules)\.ts/;

type Modules = {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
};

function importedBy(entry: string, modules: Modules): Set<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** What a public page needs of its own: `site:name:file` (scripts/build-site.ts). */
function siteEntry(mode: string): Record<string, string> | undefined {
  const [, name, file] = /^site:([\w-]+):(.+)$/.exec(mode) ?? [];
  return name && file ? { [name]: file } : undefined;
}

/**
 * What a part fetches beside itself. The files of every page are there by then: not named again. A
 * part waits for its styles, so its own file is named with them; without any it is fetched at once.
 */
function preloads(file: string, needs: string[], { hostType }: { hostType: string }): string[] {
  if (hostType === 'html') return needs;
  const more = needs.filter((need) => !/\/(base|rolldown-runtime)-/.test(need));
  return more.some((need) => need.endsWith('.css')) ? more : more.filter((need) => need !== file);
}

export default defineConfig(({ command, mode }) => ({
  root: path('src/app/web'),
  publicDir: path('public'),
  cacheDir: path('node_modules/.cache/vite'),
  plugins: [
    babel({ presets: command === 'build' ? [macros, compiled] : [macros] }),
    catalogueFiles(met),
    lingui(),
    react(),
    boot,
    styles(),
    icon,
  ],
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    modulePreload: { polyfill: false, resolveDependencies: preloads },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800, // kB: the demo's recording, which compresses to 13
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: firstLoad(), debugName: 'first load', priority: 2 },
            { name: 'near', test: NEAR, priority: 1.5 },
            { name: 'curves', minShareCount: 2, test: CURVES, priority: 1.3 },
            {
              name: 'qr',
              test: /node_modules\/qr\/index|core\/qr-path|ui\/qr-code/,
              priority: 1.3,
            },
            { name: 'parts', minShareCount: 3, test: PARTS, priority: 1 },
          ],
        },
      },
      input: siteEntry(mode) ?? { app: path('src/app/web/index.html') },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 47011),
    strictPort: true,
    proxy: {
      '/api': api,
      '^/(health|metrics|admin/(monitoring|security)/(stats|reset))$': api,
    },
  },
}));
