/**
 * Packaging, as far as it can be tested without Docker: the image's files exist and suffice, its
 * commands exist, and the guides name only real commands and settings.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '../../src/server/env.ts';
import { OF_COMMANDS, SETTINGS } from '../../src/server/setting-names.ts';
import { readPassphrase } from '../../src/tools/backup-tool.ts';
import { composeEnvironment as environmentOf } from '../support/compose.ts';
import { startProgram } from '../support/program.ts';
import { callProgram } from '../support/restarts.ts';
import { fixture, fixtures } from '../support/wallet-files.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const isIgnored = (path: string) =>
  ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));

describe('the image', () => {
  test('is made from what the build may see, and contains what was packed', () => {
    for (const needed of ['vite.config.ts', 'lingui.config.ts', '.npmrc', 'scripts/pack.ts'])
      expect([needed, existsSync(needed), isIgnored(needed)]).toEqual([needed, true, false]);
    for (const secret of ['data/secret.key', 'deploy/compose.env', '.git/config'])
      expect([secret, isIgnored(secret)]).toEqual([secret, true]);
    const last = dockerfile.split(/^FROM /m).at(-1) ?? '';
    expect([...last.matchAll(/^COPY (.+)$/gm)].map(([, what]) => what)).toEqual([
      '--from=packages /app/node_modules node_modules',
      '--from=build /app/dist/package ./',
    ]);
    expect(/^USER (\w+)$/m.exec(last)?.[1]).toBe('satling');
    expect(last).not.toMatch(/npm|apt-get/);
  });

  test('runs commands that exist', () => {
    for (const [, name = ''] of dockerfile.matchAll(/^RUN npm run ([\w-]+)/gm))
      expect(Object.keys(scripts)).toContain(name);
    const run = [...dockerfile.matchAll(/CMD \["node", "([^"]+)"\]/g)].map(([, file]) => file);
    expect(run).toEqual(['scripts/is-healthy.js', 'src/app/main.js']);
    expect(dockerfile).toMatch(/^ENV NODE_COMPILE_CACHE=/m);
    for (const file of run) expect(existsSync(`${file?.slice(0, -2)}ts`)).toBe(true);
  });
});

describe('the archive', () => {
  /** In a folder of packages, as npm installs it, with production dependencies only. */
  let root: string;
  let place: string;
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/pack.ts'], { stdio: 'pipe' });
    root = mkdtempSync(join(tmpdir(), 'satling-archive-'));
    place = join(root, 'node_modules/satling');
    mkdirSync(place, { recursive: true });
    const [archive = ''] = globSync('dist/satling-*.tgz');
    execFileSync('tar', ['xzf', archive, '--strip-components=1', '-C', place]);
    copyPackages(root);
  }, 300_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('contains no TypeScript, no test and nothing that only development needs', () => {
    const files = globSync('**/*', { cwd: place });
    expect(files.length).toBeGreaterThan(800);
    expect(files.filter((file) => /\.tsx?$|\.test\./.test(file))).toEqual([]);
    const { dependencies, devDependencies, bin } = JSON.parse(read(`${place}/package.json`));
    expect(devDependencies).toBeUndefined();
    expect(dependencies).toEqual(JSON.parse(read('package.json')).dependencies);
    expect(existsSync(join(place, bin.satling))).toBe(true);
  });

  test('starts in an empty folder, keeps a book, reads a file in its worker thread, and backs it up', async () => {
    const empty = join(root, 'empty');
    mkdirSync(empty);
    const env = { NODE_ENV: 'production', DATA_DIR: join(empty, 'data'), ADMIN_EMAILS: '' };
    const start = join(place, 'scripts/satling.js');
    const program = await startProgram(env, empty, start);
    const person = { origin: program.origin, cookie: '' };
    const code = /claim#(\S+)/.exec(program.said())?.[1];
    const claimed = await callProgram(person, 'POST', '/api/auth/claim', {
      ...{ code, email: 'anna@example.com' },
    });
    person.cookie = claimed.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const child = await callProgram(person, 'POST', '/api/children', { name: 'Mia', age: 8 });
    const { id: childId } = (await child.json()) as { id: string };
    const [{ file, uploadFilename: filename } = { file: '', uploadFilename: '' }] = fixtures();
    const csvContent = fixture(file);
    const asked = { childId, filename, csvContent };
    await callProgram(person, 'POST', '/api/transactions/import-csv/preview', asked);
    const pages = ['/', '/dashboard', '/blog', '/api/docs', '/health'];
    for (const path of pages) expect((await fetch(program.origin + path)).status).toBe(200);

    const run = (...args: string[]) =>
      execFileSync(process.execPath, [start, ...args], { cwd: empty, env, encoding: 'utf8' });
    run('backup', 'book.backup');
    expect(existsSync(join(empty, 'book.backup'))).toBe(true);
    expect(run('verify-ledger')).toMatch(/all is well/);
    expect(() => run('nonsense')).toThrow();
    const port = new URL(program.origin).port;
    const healthy = join(place, 'scripts/is-healthy.js');
    execFileSync(process.execPath, [healthy], { env: { PORT: port } });
    expect(() => execFileSync(process.execPath, [healthy], { env: { PORT: '1' } })).toThrow();
    await program.stop();
  }, 120_000);
});

/** An npm install without Node, which runs this test. TypeScript is a peer of valibot. */
function copyPackages(root: string): void {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    if (!path || dev || /s\/(node-|@?typescript)/.test(path) || !existsSync(path)) continue;
    mkdirSync(join(root, path), { recursive: true });
    const nested = (file: string) => file.slice(path.length).includes('/node_modules');
    cpSync(path, join(root, path), { recursive: true, filter: (file) => !nested(file) });
  }
}

const settings = () => {
  const asked = new Set<string>();
  const empty: Record<string, string | undefined> = {
    SECRET_KEY: 'x'.repeat(32),
    DATA_DIR: tmpdir(),
  };
  const given = new Proxy(empty, {
    get: (target, name: string) => {
      asked.add(name);
      return target[name];
    },
  });
  readEnv(given);
  readPassphrase(given);
  for (const name of OF_COMMANDS) asked.delete(name);
  return asked;
};

describe('compose.yaml', () => {
  type Service = {
    environment: Record<string, string>;
    volumes: string[];
    healthcheck?: { test: string[] };
    depends_on?: Record<string, { condition: string }>;
  };
  const compose = parse(read('compose.yaml')) as {
    services: { app: Service; database: Service };
    volumes: Record<string, unknown>;
    networks: Record<string, unknown>;
  };
  const { app, database } = compose.services;

  test('gives the program only settings that exist, and waits until the database answers', () => {
    const known = settings();
    for (const name of Object.keys(app.environment)) expect([...known]).toContain(name);
    expect(app.depends_on?.database?.condition).toBe('service_healthy');
    expect(database.healthcheck?.test).toContain('pg_isready');
    for (const { volumes } of [app, database])
      for (const volume of volumes)
        expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
  });

  test('passes every setting, and an empty one counts as unset', () => {
    const passed = Object.keys(app.environment);
    const ofProgram = SETTINGS.filter((name) => !OF_COMMANDS.includes(name));
    expect(ofProgram.filter((name) => !passed.includes(name))).toEqual([]);

    const least = { SECRET_KEY: 'k'.repeat(32), PUBLIC_URL: 'https://a.example' };
    const own = { ...least, HOST: '0.0.0.0', DATA_DIR: '/data', TRUSTED_PROXIES: '1' };
    const given = { ...least, POSTGRES_PASSWORD: 'p' };
    const DATABASE_URL = 'postgres://satling:p@database:5432/satling';
    expect(readEnv(environmentOf(given))).toEqual(readEnv({ ...own, DATABASE_URL }));
    expect(() => environmentOf(least)).toThrow('POSTGRES_PASSWORD');
    const real = { ...given, BITCOIN_NETWORK: 'mainnet', LOG_LEVEL: 'warn' };
    expect(readEnv(environmentOf(real))).toMatchObject({
      chain: { network: 'mainnet' },
      logLevel: 'warn',
    });
  });

  test('gives neither container more rights than it needs, and the database no way out', () => {
    for (const service of [app, database])
      expect(service).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        read_only: true,
        mem_limit: '1g',
        pids_limit: 200,
        tmpfs: expect.arrayContaining(['/tmp']),
      });
    expect(database).toMatchObject({ user: 'postgres', networks: ['inside'] });
    expect(database).not.toHaveProperty('ports');
    expect(compose.networks.inside).toEqual({ internal: true });
  });

  test('contains no secret: they come from a file', () => {
    const text = read('compose.yaml');
    for (const name of ['SECRET_KEY', 'POSTGRES_PASSWORD', 'PUBLIC_URL']) {
      expect(text).toContain(`\${${name}:?}`);
      expect(read('deploy/compose.env.example')).toMatch(new RegExp(`^${name}=`, 'm'));
    }
    expect(read('deploy/compose.env.example')).toMatch(/^SECRET_KEY=$/m);
  });
});

describe('the systemd service', () => {
  const unit = read('deploy/satling.service');

  test('starts this program, in a folder of its own', () => {
    expect(unit).toContain('WorkingDirectory=/opt/satling');
    const start = /^ExecStart=\/opt\/satling\/(\S+) (\S+)$/m.exec(unit);
    expect(start?.slice(1)).toEqual(['node_modules/.bin/node', 'src/app/main.ts']);
    // No other user may write the files the program runs.
    expect(unit).toContain(
      'Environment=NODE_COMPILE_CACHE=/var/cache/satling\nCacheDirectory=satling',
    );
  });

  test.runIf(existsSync('/usr/bin/systemd-analyze'))('is understood by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satling-unit-'));
    const file = join(folder, 'satling.service');
    // In a path without spaces, which a unit would have to escape.
    const here = join(folder, 'here');
    symlinkSync(process.cwd(), here);
    writeFileSync(file, unit.replaceAll('/opt/satling', here));
    execFileSync('systemd-analyze', ['verify', file], { stdio: 'pipe' });
    writeFileSync(file, unit.replaceAll('/opt/satling', '/nowhere'));
    expect(() => execFileSync('systemd-analyze', ['verify', file], { stdio: 'pipe' })).toThrow();
    rmSync(folder, { recursive: true });
  });
});

describe('the guides', () => {
  const guides = globSync(['*.md', 'docs/*.md']);

  test('name commands that package.json has', () => {
    const named = guides.flatMap((file) =>
      [...read(file).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name]) => name as string),
    );
    expect(named.length).toBeGreaterThan(8);
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
  });

  test('list every setting, and none that the program does not read', () => {
    const table = read('docs/operations.md')
      .split('\n')
      .filter((line) => /^\| `[A-Z]/.test(line));
    const listed = table.flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name as string),
    );
    const known = settings();
    expect(listed.filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !listed.includes(name))).toEqual([]);
    const named = SETTINGS.filter((name) => !OF_COMMANDS.includes(name));
    expect([...named].sort()).toEqual([...known].sort());
  });
});
