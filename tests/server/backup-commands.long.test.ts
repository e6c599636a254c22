/** `npm run backup` and `npm run restore` as an operator runs them, while the real program runs. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { callProgram, signInTo } from '../support/restarts.ts';

let program: Program;
const folder = mkdtempSync(join(tmpdir(), 'satling-commands-'));
beforeAll(async () => {
  program = await startProgram({ DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Ran = { code: number; out: string };

function run(script: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const options = { env: { PATH: process.env.PATH, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: `${out}${err}`.trim() }),
    );
  });
}

test('a running program is backed up, and another folder continues from the file', async () => {
  const person = await signInTo(program, 'anna@example.com');
  await callProgram(person, 'POST', '/api/children', { name: 'Mia', age: 9 });
  const here = { DATA_DIR: program.dataDir };
  const there = { DATA_DIR: join(folder, 'other') };

  expect((await run('backup', [], here)).out).toMatch(/^Say where to/);
  const made = await run('backup', [folder], here);
  expect(made.out).toMatch(
    /^\S+satling-\S+\.backup: \d+ rows of \d+ tables\. Keep SECRET_KEY.*\nIt is not encrypted/,
  );
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.backup')) as string);

  const busy = await run('restore', [file], here);
  expect(busy).toEqual({ code: 1, out: expect.stringMatching(/^Another Satling already uses/) });
  const keyless = await run('restore', [file], there);
  expect(keyless).toEqual({ code: 1, out: expect.stringMatching(/belongs to another SECRET_KEY/) });
  copyFileSync(join(program.dataDir, 'secret.key'), join(there.DATA_DIR, 'secret.key'));
  expect(existsSync(join(there.DATA_DIR, 'secret.key'))).toBe(true);

  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, 'a passphrase for the night\n');
  const withIt = { BACKUP_PASSPHRASE_FILE: passphrase };
  const locked = join(folder, 'locked');
  const short = await run('backup', [locked], { ...here, BACKUP_PASSPHRASE: 'short' });
  expect(short).toEqual({ code: 1, out: expect.stringMatching(/^BACKUP_PASSPHRASE must be/) });
  expect(existsSync(locked)).toBe(false);
  expect((await run('backup', [locked], { ...here, ...withIt })).out).toMatch(
    /^\S+locked: \d+ rows of \d+ tables\..*\nIt is encrypted/,
  );
  const closed = await run('restore', [locked], there);
  expect(closed).toEqual({ code: 1, out: expect.stringMatching(/^\S+locked is encrypted: set/) });
  const restored = await run('restore', [locked], { ...there, ...withIt });
  expect(restored.out).toMatch(
    /tables are back\. Everybody is signed out\.\nIt is not certain .*\n0 sealed .* 1 families: all is well$/,
  );
  const twice = await run('restore', [file], there);
  expect(twice).toEqual({ code: 1, out: expect.stringMatching(/^The database is not empty/) });

  const second = await startProgram(there);
  try {
    const before = { ...person, origin: second.origin };
    await expect(callProgram(before, 'GET', '/api/children')).rejects.toThrow(/401/);
    await expect(signInTo(second, 'anna@example.com')).rejects.toThrow(/just restored/);
    const operator = await signInTo(second, 'nobody-in-tests@example.com');
    await callProgram(operator, 'POST', '/api/admin/backups/checked', {});
    const anna = await signInTo(second, 'anna@example.com');
    const reply = await callProgram(anna, 'GET', '/api/children');
    expect(await reply.json()).toMatchObject([{ name: 'Mia' }]);
  } finally {
    await second.stop();
  }
});
