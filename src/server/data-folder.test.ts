/** A data folder that cannot be written stops the start with one line that names it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what is no folder, or can become none, is refused', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  mkdirSync(join(folder, 'here'));
  for (const unfit of [file, join(file, 'below'), '/dev/null', '/proc/satling', '/proc/a/b'])
    expect(() => openDataFolder(unfit), unfit).toThrow(
      new RegExp(`^The data folder ${unfit} cannot be used: .*DATA_DIR to another folder$`),
    );
});

test('one that is missing is made for us alone, and nothing stays of the trial', () => {
  const made = join(folder, 'a/b/c');
  openDataFolder(made);
  openDataFolder(made);
  expect(statSync(made).mode & 0o777).toBe(0o700);
  expect(readdirSync(made)).toEqual([]);
});
