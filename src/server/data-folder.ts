/** DATA_DIR and its folders: created if missing, refused if they can't be written to. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Messages for faults that a person can fix; any other fault shows its code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a disk that is mounted read-only',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'it is not a folder',
  EISDIR: 'it is not a folder',
  ENOENT: 'no folder can be made there',
};

/** @throws Error with one line on what is wrong and what to do */
export function openDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    tryWriting(join(folder, `.writable-${process.pid}`));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(
      `The data folder ${folder} cannot be used: ${REASONS[code] ?? code}. Make it writable for the user that runs Satling, or set DATA_DIR to another folder`,
      { cause: error },
    );
  }
}

/** One by one: Node's recursive mkdir never ends below a folder such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another program may have created it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function tryWriting(file: string): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    writeSync(handle, 'x');
    fsyncSync(handle);
  } catch (error) {
    // On a full disk the book is still readable, and every change is refused with that reason.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
    rmSync(file, { force: true });
  }
}
