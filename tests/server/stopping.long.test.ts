/**
 * The program is stopped, or fails to start, in the ways operators meet: every call gets a reply,
 * and no PostgreSQL is left running.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { readPostmasterFile } from '../../src/server/db/embedded-postmaster.ts';
import { until } from '../../testkit/chain/until.ts';
import { cleanUp, listServers } from '../support/embedded-program.ts';
import { END_WITH_RUN, freePort, type Program, startProgram } from '../support/program.ts';
import { signInTo } from '../support/restarts.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satling-stopping-'));
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  await Promise.all(folders.map(cleanUp));
});

/** Takes the lock that every change of a family waits for. */
async function lockFamilies({ dataDir }: Pick<Program, 'dataDir'>) {
  const found = await readPostmasterFile(join(dataDir, 'postgres'));
  const who = { host: found?.socketDir as string, port: 5432, user: 'satling' };
  const sql = postgres({ ...who, database: 'satling', max: 1, onnotice: () => undefined });
  const taken = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = sql.begin(async (tx) => {
    await tx`SELECT FROM family FOR UPDATE`;
    taken.resolve();
    await over.promise;
  });
  holding.catch(() => undefined);
  await taken.promise;
  return async () => {
    over.resolve();
    await holding.catch(() => undefined);
    await sql.end({ timeout: 1 });
  };
}

/** A parent's result of adding a child; a broken connection is no reply. */
function addChild(person: { origin: string; cookie: string }) {
  const headers = { cookie: person.cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Mia', age: 9 });
  return fetch(`${person.origin}/api/children`, { method: 'POST', headers, body }).then(
    async (reply) => ({ status: reply.status, body: (await reply.json()) as object }),
    (error: Error) => ({ status: 0, body: { broken: String(error.cause) } }),
  );
}

const exitOf = ({ process: program }: Pick<Program, 'process'>) =>
  program.exitCode === null && program.signalCode === null
    ? once(program, 'exit').then(([code, signal]) => code ?? signal)
    : Promise.resolve(program.exitCode ?? program.signalCode);

describe('a program that is stopped', () => {
  test.each([
    ['SIGTERM', ['SIGTERM']],
    ['SIGTERM twice', ['SIGTERM', 'SIGTERM']],
    ['Ctrl-C, which npm passes on', ['SIGINT', 'SIGINT']],
    ['a closed terminal', ['SIGHUP']],
  ] as const)(
    '%s: a call in flight is answered first, and PostgreSQL has ended (T27)',
    async (_, signals) => {
      const program = await startProgram({ DATA_DIR: newFolder() });
      const person = await signInTo(program, 'anna@example.com');
      const unlock = await lockFamilies(program);
      const call = addChild(person);
      await sleep(300);
      for (const signal of signals) {
        program.process.kill(signal);
        await sleep(200);
      }
      await unlock();
      expect(await call).toMatchObject({ status: 200, body: { name: 'Mia' } });
      expect(await exitOf(program)).toBe(0);
      expect(listServers(program.dataDir)).toEqual([]);
    },
  );

  test('a closed terminal takes no more output: the program continues to serve, and stops when asked (T27)', async () => {
    const program = await startProgram({ DATA_DIR: newFolder() });
    const { stdout, stderr } = program.process;
    for (const stream of [stdout, stderr]) stream?.destroy();
    // The link is printed on the console.
    const asked = await fetch(`${program.origin}/api/auth/magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'anna@example.com' }),
    });
    expect(asked.status).toBe(200);
    const outbox = join(program.dataDir, 'outbox');
    await until(() => existsSync(outbox) && readdirSync(outbox).length > 0, 'the mail');
    await sleep(300);
    expect((await fetch(`${program.origin}/health`)).status).toBe(200);
    program.process.kill('SIGHUP');
    expect(await exitOf(program)).toBe(0);
    expect(listServers(program.dataDir)).toEqual([]);
  });

  test('a call that outlasts the time to stop is refused with a readable error (T27)', async () => {
    const program = await startProgram({ DATA_DIR: newFolder() });
    const person = await signInTo(program, 'anna@example.com');
    const unlock = await lockFamilies(program);
    const call = addChild(person);
    await sleep(300);
    program.process.kill('SIGTERM');
    expect(await call).toMatchObject({
      status: 503,
      body: { code: 'TRY_AGAIN', reason: 'STOPPING' },
    });
    expect(await exitOf(program)).toBe(0);
    await unlock();
    expect(listServers(program.dataDir)).toEqual([]);
  });

  test('Ctrl-C in a terminal that runs npm start, pressed twice, leaves no PostgreSQL (T27)', async () => {
    const dataDir = newFolder();
    const port = String(await freePort());
    const env = {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      DATA_DIR: dataDir,
      PORT: port,
    };
    // A separate process group, like a terminal's.
    const npm = spawn('npm', ['start', '--ignore-scripts'], { env, detached: true });
    let said = '';
    npm.stdout.on('data', (data) => {
      said += data;
    });
    const exit = once(npm, 'exit');
    try {
      await until(() => said.includes('Satling is ready'), 'the start', 180_000);
      process.kill(-(npm.pid as number), 'SIGINT');
      await sleep(50);
      process.kill(-(npm.pid as number), 'SIGINT');
      await exit;
      await until(() => listServers(dataDir).length === 0, 'PostgreSQL to end');
    } finally {
      if (npm.exitCode === null && npm.signalCode === null)
        process.kill(-(npm.pid as number), 'SIGKILL');
    }
  });

  test.each([0, 900, 2_500])(
    '%i ms after its start: it ends, and so does the PostgreSQL that it was starting (T27)',
    async (ms) => {
      const dataDir = newFolder();
      const run = launch({ DATA_DIR: dataDir, PORT: String(await freePort()) });
      await until(() => listServers(dataDir).length > 0 || run.isOver(), 'PostgreSQL');
      await sleep(ms);
      run.child.kill('SIGTERM');
      const { code, said } = await run.over;
      expect([code, said]).toEqual([0, expect.not.stringContaining('cannot start')]);
      expect(listServers(dataDir)).toEqual([]);
    },
  );
});

/** A start that may succeed or fail. */
function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', END_WITH_RUN, 'src/app/main.ts'], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LOG_LEVEL: 'warn', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data;
    });
  const over = once(child, 'close').then(([code]) => ({ code: code as number, said }));
  return { child, over, isOver: () => child.exitCode !== null };
}

describe('a start that fails', () => {
  const taken = createServer();
  afterAll(() => taken.close());

  test('a port in use, a wrong host or a wrong setting: one line, and no PostgreSQL (T27)', async () => {
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const free = String(await freePort());
    for (const [settings, line] of [
      [{ PORT: String(port) }, `Satling cannot start: PORT ${port} at 127.0.0.1 is taken`],
      [{ PORT: free, HOST: 'no.such.host.invalid' }, 'Satling cannot start: HOST must be'],
      [{ PORT: free, HOST: '203.0.113.7' }, 'Satling cannot start: HOST must be'],
      [
        { PORT: free, PUBLIC_URL: 'https://a.example/b' },
        'Satling cannot start: PUBLIC_URL must be',
      ],
    ] as const) {
      const dataDir = newFolder();
      const { code, said } = await launch({ DATA_DIR: dataDir, ...settings }).over;
      expect([code, said.split('\n').filter((one) => one.includes('cannot start'))]).toEqual([
        1,
        [expect.stringContaining(line)],
      ]);
      expect(listServers(dataDir), line).toEqual([]);
    }
  });

  test('a folder that is not a PostgreSQL database is left alone, and named (T27)', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres', 'photos'), { recursive: true });
    const { code, said } = await launch({ DATA_DIR: dataDir, PORT: String(await freePort()) }).over;
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/cannot start: \S+postgres holds no database of PostgreSQL, but other/),
    ]);
  });
});
