/** `npm run rotate-secret-key` in practice: which key is in which file, at every step. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProgram } from '../support/program.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'satling-rotate-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Ran = { code: number; out: string };

function run(script: string, env: Record<string, string> = {}, args: string[] = []): Promise<Ran> {
  const options = { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: `${out}${err}`.trim() }),
    );
  });
}

const keyFile = join(dataDir, 'secret.key');
const keyIn = (file: string) => readFileSync(file, 'utf8').trim();
const keyFiles = () => readdirSync(dataDir).filter((name) => name.startsWith('secret.key'));
const rotate = 'rotate-secret-key';

test('refused while the program runs, done when it is stopped; then only the new key starts it', async () => {
  expect((await run('seed')).code).toBe(0);
  const program = await startProgram({ DATA_DIR: dataDir });
  const former = keyIn(keyFile);
  const long = 'a secret of more than thirty-two characters';
  for (const [env, args, why] of [
    [{}, [], /^Another Satling already uses/],
    [{}, [long], /can be read by others$/],
    [{ SECRET_KEY: long }, [], /^Set NEW_SECRET_KEY/],
    [{ NEW_SECRET_KEY: long }, [], /^The key lies in DATA_DIR/],
  ] as const) {
    const refused = await run(rotate, env, [...args]);
    expect(refused).toEqual({ code: 1, out: expect.stringMatching(why) });
  }
  await program.stop();
  expect([keyIn(keyFile), keyFiles()]).toEqual([former, ['secret.key']]);

  const done = await run(rotate);
  expect(done.out).toMatch(
    /^\d{2,} entries of \d+ families .*\nThe former key is \S+until-\S+\.\n/,
  );
  const [inForce, kept = ''] = keyFiles();
  expect([inForce, keyFiles().length]).toEqual(['secret.key', 2]);
  const made = keyIn(keyFile);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(made).not.toBe(former);
  expect(keyIn(join(dataDir, kept))).toBe(former);
  expect((await run('verify-ledger')).out).toMatch(/all is well$/);

  // As if interrupted after the database's commit: the new key is still in its own file.
  copyFileSync(keyFile, join(dataDir, 'secret.key.next'));
  copyFileSync(join(dataDir, kept), keyFile);
  await expect(startProgram({ DATA_DIR: dataDir })).rejects.toThrow(/do not fit this SECRET_KEY/);
  expect((await run(rotate)).out).toMatch(/^The book is under the new key\./);
  expect(keyIn(keyFile)).toBe(made);
  const again = await startProgram({ DATA_DIR: dataDir });
  await again.stop();
});
