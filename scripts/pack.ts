/**
 * `npm run pack`: the program without its sources, in dist/package, and the archive for `npm
 * install --global`. Every file keeps its place, with its types stripped: Node reads no TypeScript
 * below node_modules, and paths made from import.meta.url stay valid.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const OUT = 'dist/package';
/** The entry points, started directly or in a thread: everything else is found from here. */
const STARTED = [
  'src/app/main.ts',
  ...globSync('scripts/{backup,restore,verify-ledger,move-to-server,rotate-secret-key}.ts'),
  'scripts/is-healthy.ts',
];
/** A specifier with its quotes, or the address of a file that a thread runs. */
const MODULE = /(?<=\b(?:from|import)\s*\(?\s*|new URL\()'((?:#|\.)[^']+)\.ts'/g;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

await import('./build-if-stale.ts');
rmSync(OUT, { recursive: true, force: true });
for (const file of reached(STARTED)) write(file.replace(/ts$/, 'js'), asJavaScript(file));
for (const file of globSync('src/server/db/migrations/*.sql')) copy(file);
for (const file of ['content', 'public', 'dist/web', 'README.md', 'LICENSE', 'SECURITY.md'])
  copy(file);
copy('scripts/satling.js');
write('package.json', `${JSON.stringify(ofPackage(), null, 2)}\n`);
const packed = execFileSync('npm', ['pack', `./${OUT}`, '--pack-destination', 'dist', '--json'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [{ filename, size, unpackedSize }] = JSON.parse(packed);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`dist/${filename}: ${megabytes(size)}, unpacked ${megabytes(unpackedSize)}`);

function reached(from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const next = [...from];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, name = ''] of stripped(file).matchAll(MODULE)) next.push(placeOf(name, file));
  }
  return found;
}

/** `#server/…` as mapped in package.json; anything else is relative. */
function placeOf(name: string, file: string): string {
  const [room = '', ...rest] = name.split('/');
  return name.startsWith('#')
    ? `src/${room.slice(1)}/${rest.join('/')}.ts`
    : normalize(join(dirname(file), `${name}.ts`));
}

function stripped(file: string): string {
  return stripTypeScriptTypes(readFileSync(file, 'utf8'));
}

function asJavaScript(file: string): string {
  return stripped(file).replaceAll(MODULE, "'$1.js'");
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(OUT, file)), { recursive: true });
  writeFileSync(join(OUT, file), text);
}

function copy(file: string): void {
  cpSync(file, join(OUT, file), { recursive: true });
}

function ofPackage(): object {
  const { name, version, description, license, type, imports } = manifest;
  const { dependencies, optionalDependencies, allowScripts } = manifest;
  return {
    ...{ name, version, description, license, type },
    bin: { satling: 'scripts/satling.js' },
    engines: { node: '>=20' },
    imports,
    ...{ dependencies, optionalDependencies, allowScripts },
  };
}
