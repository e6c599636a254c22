/** Sources of the backup passphrase, and invalid ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { protection, readArguments, readPassphrase } from './backup-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-passphrase-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (text: string) => {
  const file = join(folder, 'passphrase');
  writeFileSync(file, text);
  return { BACKUP_PASSPHRASE_FILE: file };
};

test('a passphrase that is short, missing in its file or said twice stops the backup (T51)', () => {
  const file = fileOf('long enough to count');
  for (const [env, why] of [
    [
      { BACKUP_PASSPHRASE: 'short words' },
      /^BACKUP_PASSPHRASE must be .* 12 characters or more, not "…"$/,
    ],
    [{ ...file, BACKUP_PASSPHRASE: 'long enough to count' }, /^BACKUP_PASSPHRASE must be unset/],
    [{ BACKUP_PASSPHRASE_FILE: join(folder, 'nowhere') }, /ENOENT/],
  ] as const)
    expect(() => readPassphrase(env)).toThrow(why);
  expect(() => readPassphrase(fileOf(''))).toThrow(/^BACKUP_PASSPHRASE_FILE must be/);
  expect(() => readPassphrase(fileOf('\nin the second line'))).toThrow(/^BACKUP_PASSPHRASE_FILE/);
});

test('it is the first line of a file, or a setting; without one the backup says so (T51)', () => {
  expect(readPassphrase(fileOf('correct horse battery\r\nmore\n'))).toBe('correct horse battery');
  expect(readPassphrase({ BACKUP_PASSPHRASE: ' with spaces 12 ' })).toBe(' with spaces 12 ');
  for (const unset of [{}, { BACKUP_PASSPHRASE: '' }, { BACKUP_PASSPHRASE_FILE: '' }])
    expect(readPassphrase(unset)).toBeUndefined();
  expect(protection(undefined)).toMatch(/^It is not encrypted/);
  expect(protection('x')).toMatch(/^It is encrypted/);
});

test('a restore takes one file, and a foreign one only by name (T60)', () => {
  for (const given of [[], ['--foreign'], ['a', 'b'], ['--force', 'a'], ['--foreing']])
    expect(() => readArguments(given)).toThrow(/^Say which file/);
  expect(readArguments(['a'])).toEqual({ file: 'a', isForeign: false });
  expect(readArguments(['--foreign', 'a'])).toEqual({ file: 'a', isForeign: true });
});
