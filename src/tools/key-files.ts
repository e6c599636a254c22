/**
 * The files of a rotation: DATA_DIR/secret.key is the key in force at every moment, and never
 * missing. The next one is stored next to it until the database has it; the old one stays, for
 * backups that were made under it.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const FILE = 'secret.key';
const NEXT = 'secret.key.next';

/** The key of an interrupted rotation, otherwise a new one; stored before it is used. */
export function nextKey(dataDir: string): Uint8Array {
  const file = join(dataDir, NEXT);
  if (!existsSync(file)) write(file, randomBytes(32).toString('hex'));
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`${file} is no key: remove it if no rotation was interrupted, and begin again`);
  return Buffer.from(text, 'hex');
}

/** Puts the next key in force; returns the path of the old one. */
export function takeOver(dataDir: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const former = join(dataDir, `${FILE}.until-${stamp}`);
  linkSync(join(dataDir, FILE), former);
  renameSync(join(dataDir, NEXT), join(dataDir, FILE));
  sync(dataDir);
  return former;
}

function write(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a rename survive a power cut. */
function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
