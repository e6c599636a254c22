/**
 * Stores personal data in this browser, each item with its date: encrypted if the settings say so,
 * and deleted when it is old. (A choice of theme or unit is not personal and is stored in
 * ui/stored-choice.ts.)
 */
import { DAY } from '#core/time.ts';
import { canEncrypt, decryptLocal, deviceKey, encryptLocal, heldKey } from './cipher.ts';
import { localSettings } from './settings.ts';
import { isOfEarlierRelease, LAST_BOOK, ownKeys, STORAGE_PREFIX, UNSENT } from './storage.ts';

/** Encrypted regardless of the settings: a family's book, and the calls waiting for it. */
const ALWAYS_ENCRYPTED: readonly string[] = [LAST_BOOK, UNSENT];

/** The stored form: the value itself, or encrypted with the device's key. */
type Record = { at: number; value: unknown } | { at: number; box: string };

/** Numbers the writes of each name: a slow one must not overwrite a later one. */
const turns = new Map<string, number>();

/**
 * Stores a value, replacing the previous one. If it should be encrypted and can't be, nothing is
 * stored: the setting comes before convenience. The same if the key has changed since the call:
 * another person may be here.
 */
export async function keepLocal(
  name: string,
  value: unknown,
  at = Date.now(),
  key?: string,
): Promise<void> {
  const turn = nextTurn(name);
  let record: Record = { at, value };
  if (localSettings().encryptSensitiveData || ALWAYS_ENCRYPTED.includes(name)) {
    if (!canEncrypt()) return dropLocal(name);
    const used = key ?? deviceKey();
    record = { at, box: await encryptLocal(used, name, value) };
    if (heldKey() !== used) return;
  }
  if (turns.get(name) !== turn) return;
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(record));
  } catch {
    // Storage is full or forbidden: the value lasts as long as the page.
  }
}

/** True if something is stored under this name. */
export const hasLocal = (name: string): boolean => read(keyOf(name)) !== undefined;

/** @throws the cipher's Error if it can't be decrypted */
export async function openLocal(name: string): Promise<unknown> {
  const record = read(keyOf(name));
  if (!record) return undefined;
  return 'box' in record ? decryptLocal(deviceKey(), name, record.box) : record.value;
}

export function dropLocal(name: string): void {
  nextTurn(name);
  remove(keyOf(name));
}

/** Stores everything again after the setting has changed; what can't be decrypted is removed. */
export async function keepAnew(): Promise<void> {
  for (const name of keptNames()) {
    const record = read(keyOf(name));
    try {
      await keepLocal(name, await openLocal(name), record?.at);
    } catch {
      dropLocal(name);
    }
  }
}

/** The names of stored values, without choices, settings and the key. */
export function keptNames(): string[] {
  try {
    return ownKeys(localStorage)
      .filter((key) => read(key) !== undefined)
      .map((key) => key.slice(STORAGE_PREFIX.length));
  } catch {
    return [];
  }
}

/** Removes values older than this many days, and those of earlier releases. Returns how many. */
export function purgeLocal(days: number, now = Date.now()): number {
  const old = keptNames().filter((name) => (read(keyOf(name))?.at ?? 0) < now - days * DAY);
  for (const name of old) dropLocal(name);
  let left: string[] = [];
  try {
    left = ownKeys(localStorage).filter(isOfEarlierRelease);
  } catch {
    // Storage is forbidden here, so nothing is left either.
  }
  for (const key of left) remove(key);
  return old.length + left.length;
}

/** Runs at startup if the settings say so. */
export function purgeBySettings(): void {
  const { enableDataPurging, dataPurgeDays } = localSettings();
  if (enableDataPurging) purgeLocal(dataPurgeDays);
}

const keyOf = (name: string) => `${STORAGE_PREFIX}${name}`;

function nextTurn(name: string): number {
  const turn = (turns.get(name) ?? 0) + 1;
  turns.set(name, turn);
  return turn;
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was ever stored.
  }
}

/** Undefined unless it is a dated record of ours. */
function read(key: string): Record | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null || !('at' in value)) return undefined;
    const isRecord = typeof value.at === 'number' && ('box' in value || 'value' in value);
    return isRecord ? (value as Record) : undefined;
  } catch {
    return undefined;
  }
}
