/** Commands on a book whose program has just been stopped or killed. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/server/db/database.ts';
import { readPostmasterFile } from '../../src/server/db/embedded-postmaster.ts';
import { freshDatabase } from '../support/app.ts';
import { cleanUp, listServers } from '../support/embedded-program.ts';
import { type Program, startProgram } from '../support/program.ts';
import { callProgram, signInTo } from '../support/restarts.ts';
import { startRelay } from '../support/statements.ts';

const folders: string[] = [];
afterAll(async () => {
  await Promise.all(folders.map(cleanUp));
});

function run(script: string, env: Record<string, string>) {
  const options = { env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env } };
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [`scripts/${script}.ts`], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: `${out}${err}`.trim() }),
    );
  });
}

/** A book with an unsealed entry, made ten minutes ago. */
async function programWithEntry(): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-stopped-'));
  folders.push(dataDir);
  const program = await startProgram({ DATA_DIR: dataDir });
  const anna = await signInTo(program, 'anna@example.com');
  const made = await callProgram(anna, 'POST', '/api/children', { name: 'Mia', age: 9 });
  const { id: childId } = (await made.json()) as { id: string };
  const entry = { childId, type: 'earned', amount: '0.001', description: 'Lawn' };
  await callProgram(anna, 'POST', '/api/transactions', entry);
  const found = await readPostmasterFile(join(dataDir, 'postgres'));
  const who = { host: found?.socketDir as string, port: 5432, user: 'satling' };
  const sql = postgres({ ...who, database: 'satling', max: 1 });
  await sql`UPDATE unsealed SET recorded_at = recorded_at - interval '10 minutes'`;
  await sql.end();
  return program;
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'just after %s verify-ledger finds all well, every entry sealed (T27)',
  async (signal) => {
    const program = await programWithEntry();
    program.process.kill(signal);
    await expect.poll(() => program.process.exitCode ?? program.process.signalCode).not.toBe(null);
    const { code, out } = await run('verify-ledger', { DATA_DIR: program.dataDir });
    expect([code, out]).toEqual([0, '1 sealed entries of 1 families: all is well']);
    expect(listServers(program.dataDir)).toEqual([]);
  },
);

test('a command ended by Ctrl-C leaves no PostgreSQL and no file (T27)', async () => {
  const { dataDir, stop } = await programWithEntry();
  await stop();
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: dataDir };
  for (const ms of [0, 600]) {
    const command = spawn(process.execPath, ['scripts/backup.ts', dataDir], { env });
    const exit = once(command, 'exit');
    await expect.poll(() => listServers(dataDir).length, { interval: 10 }).toBeGreaterThan(0);
    await sleep(ms);
    command.kill('SIGINT');
    await sleep(20);
    command.kill('SIGINT');
    await exit;
    expect(listServers(dataDir)).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  }
});

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('backup'));

test('a failed move to a server leaves no readable backup behind (T51 T60)', async () => {
  const { dataDir, stop } = await programWithEntry();
  await stop();
  // It is not empty, so it is refused once the backup has been written.
  const full = await startRelay(await freshDatabase());
  const db = connect(full.address, 1);
  await db.owner`
    INSERT INTO family (family_id, time_zone, created_at)
    VALUES (gen_random_uuid(), 'UTC', now())`;
  await db.close();
  try {
    const { url } = full.address as { url: string };
    for (const [where, why] of [
      ['postgres://satling@127.0.0.1:1/satling', 'ECONNREFUSED'],
      [url, 'The database is not empty'],
    ] as const) {
      const { code, out } = await run('move-to-server', { DATA_DIR: dataDir, DATABASE_URL: where });
      expect([code, out]).toEqual([1, expect.stringContaining(why)]);
      expect(backupsIn(dataDir)).toEqual([]);
      expect(listServers(dataDir)).toEqual([]);
    }
  } finally {
    await full.close();
  }
});
