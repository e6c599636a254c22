/**
 * The list of erasures stored with the backups: everything erased up to a moment, by ids alone. It
 * is written and authenticated as a whole: without SECRET_KEY, no line can be added, dropped or
 * reordered; an older list that is put back is recognized by its time.
 *
 *   Satling erasures 1
 *   {"until":…,"erasures":[…]}
 *   hmac-sha256 <64 hex digits>      of everything before this line
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { id, moment } from '#contract/fields.ts';
import { deriveKey } from '#server/env.ts';
import type { Erasure } from '#server/erasures.ts';
import { BadBackup } from '#tools/database-backup/bytes.ts';
import { AGE_TITLE, decryptedBytes } from '#tools/database-backup/encryption.ts';

export type ErasureList = { until: Date; erasures: readonly Erasure[] };

export const LIST_NAME = 'erasures.list';

const TITLE = 'Satling erasures 1\n';
const Body = v.object({
  until: moment,
  erasures: v.array(
    v.object({
      kind: v.picklist(['family', 'book', 'person']),
      subjectId: id,
      ofFamily: id,
      erasedAt: moment,
    }),
  ),
});

export function listBytes({ until, erasures }: ErasureList, secretKey: Uint8Array): Buffer {
  const text = `${TITLE}${JSON.stringify({ until, erasures })}\n`;
  return Buffer.from(`${text}hmac-sha256 ${macOf(text, secretKey)}\n`);
}

/** @throws BadBackup for a list that this SECRET_KEY did not write, or that was altered since */
export function readList(bytes: Uint8Array, secretKey: Uint8Array): ErasureList {
  const all = Buffer.from(bytes).toString('utf8');
  const end = all.lastIndexOf('hmac-sha256 ');
  const [text, mac] = [all.slice(0, Math.max(0, end)), all.slice(end).trim()];
  const expected = `hmac-sha256 ${macOf(text, secretKey)}`;
  if (!text.startsWith(TITLE) || !isSame(mac, expected))
    throw new BadBackup(
      'The list of erasures is not one that this SECRET_KEY wrote, or was changed since. Restore without it: you then check who is in each family',
      'LIST',
    );
  const { until, erasures } = v.parse(Body, JSON.parse(text.slice(TITLE.length)));
  return {
    until: new Date(until),
    erasures: erasures.map((one) => ({ ...one, erasedAt: new Date(one.erasedAt) })),
  };
}

/** As received, perhaps from off-site, where it is encrypted with the backups' passphrase. */
export async function openList(
  bytes: Uint8Array,
  { secretKey, passphrase }: { secretKey: Uint8Array; passphrase: string | undefined },
): Promise<ErasureList> {
  const isOpen = !Buffer.from(bytes.subarray(0, 40)).toString('latin1').startsWith(AGE_TITLE);
  return readList(isOpen ? bytes : await decryptedBytes(bytes, passphrase), secretKey);
}

/** Undefined if the folder has none. */
export function listIn(folder: string, secretKey: Uint8Array): ErasureList | undefined {
  try {
    return readList(readFileSync(join(folder, LIST_NAME)), secretKey);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all, readable only by its owner. */
export async function writeList(folder: string, bytes: Uint8Array): Promise<void> {
  const half = join(folder, `.${LIST_NAME}.part`);
  const handle = await open(half, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, join(folder, LIST_NAME));
}

const macOf = (text: string, secretKey: Uint8Array) =>
  createHmac('sha256', deriveKey(secretKey, 'erasures')).update(text).digest('hex');

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
