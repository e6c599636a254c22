/** A command that reads the book never makes one: an empty book passes every check. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { freshDatabase } from '#tests/support/app.ts';
import { startRelay } from '#tests/support/statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-no-book-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Not execFileSync: the relay to the database runs in this process. */
const run = (name: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });

test.each([['verify-ledger'], ['rotate-secret-key'], ['backup', join(folder, 'a.backup')]])(
  '%s refuses a data folder without a book, and makes none',
  async (name, ...args) => {
    const DATA_DIR = join(folder, 'nowhere');
    await expect(run(name, args, { DATA_DIR })).rejects.toThrow(/There is no book in \S+nowhere/);
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);

test('verify-ledger refuses an empty database, and puts no table into it', async () => {
  const relay = await startRelay(await freshDatabase('template0'));
  const { url } = relay.address as { url: string };
  const env = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) };
  await expect(run('verify-ledger', [], env)).rejects.toThrow(
    /There is no book of Satling in this/,
  );
  const db = connect(relay.address, 1);
  expect(await db.owner`SELECT FROM pg_tables WHERE schemaname = 'public'`).toHaveLength(0);
  await db.close();
  await relay.close();
});
