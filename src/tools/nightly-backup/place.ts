/**
 * Copies off-site: always encrypted, and read back whole, because a storage may accept a file and
 * store nothing.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Content, type Place, PlaceError } from '#server/adapters/place/s3.ts';
import type { PlaceProblem } from '#server/backup-runs.ts';
import { AGE_TITLE, encrypted } from '#tools/database-backup/encryption.ts';
import { LIST_NAME } from './erasure-list.ts';
import { type Copy, copyOf, staying } from './folder.ts';

/** The file that came back is not the one that was sent. */
class Differs extends Error {}
class NotEncrypted extends Error {}

/**
 * Removes expired copies, sends one file, and reads it back.
 * @throws errors for `whyNotPlaced`
 */
export async function placeCopy(place: Place, { file }: Copy, now: Date): Promise<void> {
  if (!(await isEncrypted(file)))
    throw new NotEncrypted('the copy is not encrypted: set BACKUP_PASSPHRASE_FILE');
  await sweepPlace(place, now);
  await placeWhole(place, basename(file), await contentOf(() => createReadStream(file)));
  await sweepPlace(place, now);
}

/** Runs before a copy is sent: old ones must go even if the storage accepts nothing new. */
async function sweepPlace(place: Place, now: Date): Promise<void> {
  const there = (await place.list()).flatMap((name) => copyOf(name, 0) ?? []);
  const sorted = there.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const stay = staying(sorted, now);
  for (const copy of sorted) if (!stay.has(copy)) await place.remove(copy.file);
}

/** For the list of erasures, under the same passphrase as the copies. */
export async function placeList(place: Place, list: Uint8Array, passphrase: string): Promise<void> {
  const parts: Uint8Array[] = [];
  for await (const part of encrypted(passphrase, [list] as unknown as AsyncIterable<Uint8Array>))
    parts.push(part);
  const bytes = Buffer.concat(parts);
  await placeWhole(place, `${LIST_NAME}.age`, await contentOf(() => once(bytes)));
}

export function whyNotPlaced(error: Error): PlaceProblem {
  if (error instanceof NotEncrypted) return 'not_encrypted';
  if (error instanceof Differs) return 'differs';
  return error instanceof PlaceError ? error.kind : 'unreachable';
}

async function placeWhole(place: Place, name: string, content: Content): Promise<void> {
  await place.put(name, content);
  const answer = await place.get(name);
  const back = await contentOf(() => answer, content.bytes);
  if (back.sha256 === content.sha256) return;
  // Otherwise the bad copy would look like a good one.
  await place.remove(name);
  throw new Differs(`of ${content.bytes} bytes of ${name}, ${back.bytes} others came back`);
}

/** @param most bytes to read: a reply may never end */
async function contentOf(
  read: () => AsyncIterable<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): Promise<Content> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of read()) {
    hash.update(part);
    bytes += part.length;
    if (bytes > most) break;
  }
  return { sha256: hash.digest('hex'), bytes, read };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(AGE_TITLE.length), 0, AGE_TITLE.length, 0);
    return buffer.toString('latin1') === AGE_TITLE;
  } finally {
    await handle.close();
  }
}
