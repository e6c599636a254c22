/**
 * The embedded PostgreSQL with real binaries: refusals first, then a start, then few rounds of each
 * disaster; embedded.long.test.ts has the full counts.
 */
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import {
  cleanUp,
  connectTo,
  containerRounds,
  durabilityRounds,
  isRoot,
  killProgramRounds,
  listServers,
  makeFolder,
  postmasterPid,
  startProgram,
  startReady,
  users,
} from '../../../tests/support/embedded-program.ts';
import { startEmbedded } from './embedded.ts';
import { chooseAccount } from './embedded-account.ts';
import { findBinaries, packageFolder } from './embedded-binaries.ts';

const NOBODY = 65534;
const folders: string[] = [];
const newFolder = (uid: number | null = null) => {
  const folder = makeFolder(uid);
  folders.push(folder);
  return folder;
};
const silent = () => {};

afterAll(async () => {
  await Promise.all(folders.map(cleanUp));
});

describe('refusals', () => {
  test('a platform without binaries says to set DATABASE_URL', () => {
    expect(() => packageFolder('win32-x64')).toThrow(
      /win32-x64: set DATABASE_URL to a PostgreSQL 15/,
    );
    expect(() => packageFolder('linux-ppc64')).toThrow(/set DATABASE_URL to a PostgreSQL 15/);
  });

  test('binaries whose loader is missing (musl) say to set DATABASE_URL', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const postgres = join(folder, 'postgres');
    writeFileSync(postgres, '#!/no/such/loader\n', { mode: 0o755 });
    const binaries = { initdb: '', postgres, version: '18.0.0', env: {} };
    const place = { binaries, dataDir: folder, clusterDir: join(folder, 'none') };
    await expect(chooseAccount(place)).rejects.toMatchObject({
      code: 'NO_EMBEDDED_POSTGRES',
      message: expect.stringMatching(/musl.*set DATABASE_URL to a PostgreSQL 15/),
    });
  });

  test.runIf(isRoot)('root without namespaces in a closed folder is told what to do', async () => {
    const program = startProgram(join(newFolder(), 'data'), { path: '/nowhere' });
    const { failed } = await program.waitFor((line) => line.failed !== undefined);
    expect(failed).toMatch(/run as an ordinary user, or set DATABASE_URL/);
  });
});

describe('one server', () => {
  const dataDir = join(newFolder(), 'deep-'.repeat(20), 'deeper-'.repeat(10));

  test('a half-made folder, also of a killed initdb, does not hinder the first start', async () => {
    mkdirSync(join(dataDir, 'postgres.new-killed'), { recursive: true });
    const program = startProgram(dataDir);
    const isInitdbAtWork = () => readdirSync(dataDir).some((name) => /new-(?!killed)/.test(name));
    await expect.poll(isInitdbAtWork, { interval: 1 }).toBe(true);
    await program.kill('SIGKILL');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

    const server = await startEmbedded({ dataDir, log: silent });
    await server.stop();
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  test('a second program gets one clear line, the first continues; stopping it frees the folder', async () => {
    const server = await startEmbedded({ dataDir, log: silent });
    const second = startProgram(dataDir);
    const refusal = await second.waitFor((line) => line.failed !== undefined);
    expect(refusal.code).toBe('DATA_DIR_IN_USE');
    expect(refusal.failed).toMatch(/^Another Satling already uses the data folder \S+: [^\n]+$/);
    const again = startEmbedded({ dataDir, log: silent });
    await expect(again).rejects.toMatchObject({ code: 'DATA_DIR_IN_USE' });

    const third = startProgram(dataDir);
    expect((await third.waitFor((line) => line.failed !== undefined)).code).toBe('DATA_DIR_IN_USE');
    await Promise.all([server.stop(), server.stop()]);
    expect(existsSync(server.socketDir)).toBe(false);
    expect(listServers(dataDir)).toEqual([]);
  });

  test('is durable, private and off the network', async () => {
    const program = await startReady(dataDir);
    const sql = connectTo(program);
    const rows = await sql<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit',
        'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding')
      UNION ALL SELECT 'locale', datlocprovider::text || ' ' || datlocale FROM pg_database
        WHERE datname = current_database()`;
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      locale: 'b C.UTF-8',
    });
    await sql.end();
    const socketDir = program.said.find((line) => line.ready)?.ready?.socketDir ?? '';
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
    expect(socketDir.length).toBeLessThan(80);
    await program.kill('SIGTERM');
  });

  test('a server that is killed alone is started again, and what was committed is there (T27)', async () => {
    const program = await startReady(dataDir);
    const sql = connectTo(program);
    await sql`CREATE TABLE before_the_kill AS SELECT 1 AS kept`;
    const first = postmasterPid(dataDir);
    process.kill(first, 'SIGKILL');
    await program.waitFor((said) => said.log === 'PostgreSQL is ready again');
    expect(program.said.map(({ log = '' }) => log)).toContain(
      'PostgreSQL ended by itself (SIGKILL); starting it again',
    );
    expect(postmasterPid(dataDir)).not.toBe(first);
    await sql.end({ timeout: 0 });
    const again = connectTo(program);
    expect(await again`SELECT kept FROM before_the_kill`).toMatchObject([{ kept: 1 }]);
    await again`DROP TABLE before_the_kill`;
    await again.end();
    await program.kill('SIGTERM');
    expect(program.said.at(-1)).toEqual({ stopped: true });
    expect(listServers(dataDir)).toEqual([]);
  });

  test('a server that keeps crashing is given up with one clear line (T27)', async () => {
    const program = await startReady(dataDir);
    const restarts = () => program.said.filter(({ log }) => log === 'PostgreSQL is ready again');
    const over = program.waitFor(({ failed }) => failed !== undefined);
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    // Three ends within a minute are tolerated; on a slow machine some of them fall outside it.
    while (!isOver) {
      const before = restarts().length;
      process.kill(postmasterPid(dataDir), 'SIGKILL');
      await expect.poll(() => isOver || restarts().length > before).toBe(true);
    }
    expect((await over).failed).toMatch(
      /^PostgreSQL ended 4 times within a minute \(SIGKILL\); see \S+postgres\.log$/,
    );
    await program.kill('SIGKILL');
  });

  test('a stop while the server is being started again waits for nothing (T27)', async () => {
    const program = await startReady(dataDir);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await program.waitFor(({ log = '' }) => log.endsWith('starting it again'));
    await program.kill('SIGTERM');
    expect(program.said.at(-1)).toEqual({ stopped: true });
    expect(listServers(dataDir)).toEqual([]);
  });

  test('a left-over server with other settings is replaced, an equal one adopted', async () => {
    await (await startReady(dataDir)).kill('SIGKILL');
    const first = postmasterPid(dataDir);
    appendFileSync(join(dataDir, 'postgres/postmaster.opts'), '"-c" "other=1"\n');
    const second = await startReady(dataDir);
    expect(second.said[0]?.log).toMatch(/^Stopping the PostgreSQL \(process \d+\)/);
    const replaced = postmasterPid(dataDir);
    expect(replaced).not.toBe(first);
    await second.kill('SIGKILL');

    const third = await startReady(dataDir);
    expect(postmasterPid(dataDir)).toBe(replaced);
    await third.kill('SIGTERM');
    expect(listServers(dataDir)).toEqual([]);
  });

  test('a failed start prints the last lines of the log', async () => {
    const file = join(dataDir, 'postgres/postgresql.conf');
    const text = readFileSync(file, 'utf8');
    appendFileSync(file, '\nno_such_setting = 1\n');
    const start = startEmbedded({ dataDir, log: silent });
    await expect(start).rejects.toThrow(/PostgreSQL did not start: .*"no_such_setting"/);

    writeFileSync(file, text);
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    const other = startEmbedded({ dataDir, log: silent });
    await expect(other).rejects.toThrow(
      /made by PostgreSQL 17, this program brings 18\..*npm run backup -- FILE; .*npm run restore -- FILE$/,
    );
  });
});

describe.each(users)('as %s', (_name, uid) => {
  const dataDir = join(newFolder(uid), 'data');

  test('comes up after kill -9 of the program, with the server that lived on', async () => {
    const rounds = await killProgramRounds(dataDir, { uid }, 2);
    expect(rounds).toEqual({ up: 2, adopted: 1 });
    expect(listServers(dataDir)).toEqual([]);
  });

  test('starts when postmaster.pid names another program’s process', async () => {
    expect(await containerRounds(dataDir, { uid }, 2)).toEqual({ up: 2 });
  });

  test('keeps every acknowledged row through kill -9 of program and server', async () => {
    const { found, lost } = await durabilityRounds(dataDir, { uid }, 2);
    expect(lost).toEqual([]);
    expect(found).toBeGreaterThan(20);
  });
});

describe.runIf(isRoot)('root where namespaces are forbidden', () => {
  test('gives the files to another user, who keeps them', async () => {
    const outer = newFolder();
    chmodSync(outer, 0o755);
    const dataDir = join(outer, 'data');
    const program = await startReady(dataDir, { path: '/nowhere' });
    const { uid } = statSync(join(dataDir, 'postgres'));
    expect(uid).not.toBe(0);
    await program.kill('SIGKILL');
    const again = await startReady(dataDir);
    expect(again.said[0]?.log).toMatch(/is used again/);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid);
    await again.kill('SIGTERM');
  });
});

describe('library links', () => {
  const run = promisify(execFile);

  test('are made in the package, or in a folder of our own if it is read-only', async () => {
    const from = packageFolder();
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const copy = join(folder, 'package');
    const isLink = (path: string) => /\/lib\/lib[^/]*\.so[.\d]*$/.test(path);
    const { links, wanted } = readLinks(from);
    const left = [...links.map((link) => join(from, link)), join(from, 'native/share')];
    cpSync(from, copy, {
      recursive: true,
      filter: (path) => !left.includes(path) && !path.endsWith('.a'),
    });
    expect(wanted.every(isLink)).toBe(true);
    expect(existsSync(join(copy, wanted[0] ?? ''))).toBe(false);

    // A folder in which a link can't be made: as root, only a read-only mount refuses.
    const own = join(folder, 'own');
    const script = `import { findBinaries } from '${join(import.meta.dirname, 'embedded-binaries.ts')}';
      console.log(JSON.stringify(await findBinaries('${copy}', '${own}')));`;
    mkdirSync(own, { mode: 0o777 });
    chmodSync(folder, 0o777);
    if (!isRoot) chmodSync(join(copy, 'native/lib'), 0o555);
    const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const args = ['--input-type=module', '-e', script];
    const { stdout } = await run(process.execPath, args, { ...who, cwd: '/' });
    const readOnly = JSON.parse(stdout);
    expect(readOnly.env).toEqual({ LD_LIBRARY_PATH: `${own}:${join(copy, 'native/lib')}` });
    await expect(run(readOnly.postgres, ['--version'], who)).rejects.toThrow(/shared libraries/);
    const shown = await run(readOnly.initdb, ['--version'], { ...who, env: readOnly.env });
    expect(shown.stdout).toMatch(/PostgreSQL/);

    chmodSync(join(copy, 'native/lib'), 0o755);
    const writable = await findBinaries(copy, own);
    expect(writable.env).toEqual({});
    expect((await run(writable.postgres, ['--version'])).stdout).toMatch(/PostgreSQL/);
    rmSync(dirname(copy), { recursive: true });
  });

  function readLinks(packageDir: string): { links: string[]; wanted: string[] } {
    const text = readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8');
    const links = (JSON.parse(text) as { target: string }[]).map((link) => link.target);
    return { links, wanted: links.filter((link) => link.includes('libicu')) };
  }
});
