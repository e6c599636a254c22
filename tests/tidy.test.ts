/**
 * House rules that no linter knows (STYLE.md), checked in the source. Every line names the remedy.
 * When a rule hurts, change the rule here, in the open.
 */
import { describe, expect, test } from 'vitest';
import { cyclesIn } from './support/cycles.ts';
import { type Import, imports, isTest } from './support/imports.ts';
import { files, linesWith, source } from './support/sources.ts';

type Place = {
  layer: string;
  feature: string | undefined;
  /** The file's name, or `web` or `csv` for everything in that folder of a feature. */
  part: string;
};

function placeOf(file: string): Place {
  const [, layer = '', ...rooms] = file.split('/');
  const [feature, ...inner] = layer === 'features' ? rooms.slice(1) : rooms;
  const folder = inner.find((one) => ['web', 'csv'].includes(one));
  return {
    layer,
    feature: layer === 'features' ? feature : undefined,
    part: folder ?? (inner.at(-1) ?? '').replace(/\.tsx?$/, ''),
  };
}

const isBrowser = (file: string) =>
  /^src\/(web|demo|app\/web)\//.test(file) ||
  /^src\/(features\/[\w-]+|screens)\/[\w-]+\/web\//.test(file) ||
  (file.startsWith('src/site/') && !file.startsWith('src/site/server/'));
const isPure = ({ layer, part }: Place) =>
  layer === 'core' ||
  layer === 'content' ||
  layer === 'contract' ||
  (layer === 'features' && ['contract', 'rules', 'csv'].includes(part));

/** The layers each may import. */
const BELOW: Record<string, string[]> = {
  core: ['core'],
  contract: ['core', 'contract'],
  content: ['core', 'content'],
  server: ['core', 'contract', 'server'],
  web: ['core', 'content', 'contract', 'web'],
  features: ['core', 'content', 'contract', 'server', 'web', 'features'],
  screens: ['core', 'content', 'contract', 'server', 'web', 'features', 'screens'],
  site: ['core', 'content', 'contract', 'server', 'web', 'features', 'site'],
  demo: ['core', 'content', 'contract', 'web', 'features', 'screens', 'demo'],
  tools: ['core', 'contract', 'server', 'features', 'tools'],
  app: [
    'core',
    'content',
    'contract',
    'server',
    'web',
    'features',
    'screens',
    'site',
    'demo',
    'tools',
    'app',
  ],
};

const problemsOf = (check: (one: Import, from: Place, to: Place) => string | undefined) =>
  imports().flatMap((one) => {
    const problem = check(one, placeOf(one.from), placeOf(one.to));
    return problem ? [`${one.from} imports ${one.to}: ${problem}`] : [];
  });

describe('imports point one way', () => {
  test('there is something to check', () => expect(imports().length).toBeGreaterThan(200));

  test('a layer imports only from the layers below it (HOUSE-01)', () => {
    expect(
      problemsOf((_, from, to) =>
        BELOW[from.layer]?.includes(to.layer) ? undefined : 'move what is shared down a layer',
      ),
    ).toEqual([]);
  });

  test('pure files (core, content, contract, rules, parsers of files) import only pure files (HOUSE-05)', () => {
    expect(
      problemsOf((one, from, to) =>
        isPure(from) && !isPure(to) && !one.typeOnly ? 'pass it in as an argument' : undefined,
      ),
    ).toEqual([]);
  });

  test('browser code never imports a store, a handler or the server (HOUSE-01)', () => {
    expect(
      problemsOf((one, _, to) =>
        isBrowser(one.from) &&
        (to.layer === 'server' ||
          (to.layer === 'features' && !isPure(to) && !['article', 'feed'].includes(to.part))) &&
        !isBrowser(one.to)
          ? 'call the API'
          : undefined,
      ),
    ).toEqual([]);
    expect(
      problemsOf((one) =>
        !isBrowser(one.from) && isBrowser(one.to) ? 'the server knows no screen' : undefined,
      ),
    ).toEqual([]);
  });

  test('a feature never uses the screens or the handlers of another one (HOUSE-02)', () => {
    expect(
      problemsOf((_, from, to) =>
        from.feature &&
        to.feature &&
        from.feature !== to.feature &&
        ['web', 'server'].includes(to.part)
          ? 'share the rule or the query behind it, or compose in screens/ or app/'
          : undefined,
      ),
    ).toEqual([]);
  });

  test('features form no cycle, types and screens included: pass in from app/ what lies above (HOUSE-02)', () => {
    const between = new Map<string, string>();
    for (const { from, to } of imports()) {
      const [lower, upper] = [placeOf(to).feature, placeOf(from).feature];
      if (lower && upper && lower !== upper)
        between.set(`${upper} ${lower}`, `${from} imports ${to}`);
    }
    const edges = [...between.keys()].map((edge) => edge.split(' '));
    expect(edges.length).toBeGreaterThan(20);
    const explained = cyclesIn(edges).map((cycle) => [
      cycle.join(' → '),
      ...cycle.slice(1).map((to, i) => between.get(`${cycle[i]} ${to}`)),
    ]);
    expect(explained).toEqual([]);
  });

  test('no file imports itself indirectly, types included (HOUSE-01)', () => {
    const edges = imports().map(({ from, to }) => [from, to]);
    expect(cyclesIn(edges).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  test('a cycle is found and named', () => {
    expect(cyclesIn(['ab', 'bc', 'ac'])).toEqual([]);
    expect(cyclesIn(['ab', 'bc', 'ac', 'cb'])).toEqual([['b', 'c', 'b']]);
  });
});

/** From the start of the text to the parenthesis that closes its first one. */
function untilClosed(code: string): string {
  let open = 0;
  for (const [i, sign] of [...code].entries()) {
    if (sign === '(') open++;
    if (sign === ')' && --open === 0) return code.slice(0, i + 1);
  }
  return code;
}

describe('code', () => {
  const pure = (file: string) => file.startsWith('src/') && isPure(placeOf(file)) && !isTest(file);

  test('pure files use no clock, no randomness and no network (HOUSE-05)', () => {
    expect(
      linesWith(/\bDate\.now\(|new Date\(\)|Math\.random\(|\bfetch\(|process\.|crypto\./, pure),
    ).toEqual([]);
  });

  test('no arithmetic on money with numbers (HOUSE-06)', () => {
    expect(
      linesWith(
        /parseFloat\(|Number\([^)]*[sS]ats\b/,
        (file) => file.startsWith('src/') && !isTest(file),
      ),
    ).toEqual([]);
  });

  test('durations come from core/time.ts', () => {
    const own = /\bconst (SECOND|MINUTE|HOUR|DAY)(_MS)? = [\d(]|\b86_400_000\b|\b24 \* 60 \* 60\b/;
    const others = (file: string) =>
      file.startsWith('src/') && file !== 'src/core/time.ts' && !isTest(file);
    expect(linesWith(own, others)).toEqual([]);
  });

  test('no HTML is made from text, and no default export (HOUSE-19)', () => {
    expect(
      linesWith(
        /dangerouslySetInnerHTML|\.innerHTML\s*=/,
        (file) => file.startsWith('src/') && !isTest(file),
      ),
    ).toEqual([]);
    expect(linesWith(/^export default/, (file) => file.startsWith('src/'))).toEqual([]);
  });

  test('tests of screens share one fake of the API, which checks its replies (HOUSE-17)', () => {
    const others = [
      // Needs the reply's headers, or its status text.
      'src/web/etag.test.tsx',
      'src/web/api.test.tsx',
      // Fakes the network below a service worker.
      'src/app/web/service-worker.test.ts',
    ];
    const fakes = (file: string) => file.startsWith('src/') && !others.includes(file);
    expect(linesWith(/stubGlobal\('fetch'/, fakes)).toEqual([]);
  });

  test('every slider runs from 0 to 100 by 5 (PLAT-10)', () => {
    const sliders = files
      .filter((file) => !isTest(file))
      .flatMap((file) => (source.get(file) as string).match(/type="range"[^>]*/g) ?? []);
    expect(sliders.length).toBeGreaterThan(1);
    for (const slider of sliders)
      expect(slider.replaceAll(/\s+/g, ' ')).toContain('min={0} max={100} step={5}');
  });

  test('no call fails silently: it names what is shown, or its file shows the error (PLAT-21)', () => {
    const shown = /\bisError\b|\bCallFailure\b|\.error\b/;
    const silent = files
      .filter((file) => isBrowser(file) && !isTest(file) && file !== 'src/web/query.ts')
      // Shown by the buttons that reset: reset-button.tsx.
      .filter((file) => file !== 'src/features/operator/admin/web/monitoring/use-reset.ts')
      .flatMap((file) => {
        const code = source.get(file) as string;
        const calls = [...code.matchAll(/\buseCall\(/g)].map(({ index }) =>
          untilClosed(code.slice(index)),
        );
        const all = calls.every((call) => /\b(onFail|options)\b/.test(call));
        return all || shown.test(code) ? [] : [file];
      });
    expect(silent).toEqual([]);
    expect(untilClosed('useCall(a, { b: f(c) }); useCall(d)')).toBe('useCall(a, { b: f(c) })');
  });

  test('a folder may have a space in its name: fileURLToPath turns a URL into a path', () => {
    const bare = /import\.meta\.url\)\.pathname/;
    expect(linesWith(bare, (file) => file !== 'tests/tidy.test.ts')).toEqual([]);
  });

  test('the program mentions only itself: no absolute paths, no registries', () => {
    expect(
      linesWith(
        /registry\.npm|\/work\/|\.\.\/shared|\/home\//,
        (file) => file !== 'tests/tidy.test.ts',
      ),
    ).toEqual([]);
  });
});
