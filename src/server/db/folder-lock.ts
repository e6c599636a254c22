/**
 * One program per folder: an exclusive lock that the kernel frees when its holder dies.
 *
 * Node has no flock, so SQLite (built into Node) takes it for us: BEGIN EXCLUSIVE on an empty file
 * is an fcntl lock on Linux and macOS. No process number is involved, so neither kill -9 nor a
 * reused process number can fool it, and containers that share a volume on one machine see each
 * other. Nothing is ever stored in the file. Never open it in this program by other means: closing
 * it would free the lock (POSIX, fcntl).
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/**
 * Takes the lock of this folder without waiting; the file `lock` in it is never removed. Throws an
 * Error with code DATA_DIR_IN_USE if another program (or this one) holds it.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // In memory: a killed holder must leave no journal file behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // Anyone who can read the file could lock it and shut us out.
    chmodSync(file, 0o600);
  } catch (error) {
    database?.close();
    if (isBusy(error)) throw inUse(folder);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot lock ${file}: ${reason}`, { cause: error });
  }
  return holdLock(database);
}

function holdLock(database: DatabaseSync): FolderLock {
  let held = true;
  return {
    release() {
      if (held) database.close();
      held = false;
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}

function inUse(folder: string): Error {
  const message = `Another Satling already uses the data folder ${folder}: stop it first, or set DATA_DIR to another folder`;
  return Object.assign(new Error(message), { code: 'DATA_DIR_IN_USE' });
}
