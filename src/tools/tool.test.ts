/** A command that reads the book never makes one: an empty book would pass every check. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'satling-no-book-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([['verify-ledger'], ['rotate-secret-key'], ['backup', join(folder, 'a.backup')]])(
  '%s refuses a data folder without a book, and makes none',
  (name, ...args) => {
    const DATA_DIR = join(folder, 'nowhere');
    const run = () =>
      execFileSync(process.execPath, [`scripts/${name}.ts`, ...args], {
        env: { PATH: process.env.PATH, DATA_DIR },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(run).toThrow(/There is no book in \S+nowhere/);
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);
