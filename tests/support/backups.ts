/** Databases full of hostile text, and damaged backup files. */
import { createHash, createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Database } from '../../src/server/db/database.ts';
import { macKey } from '../../src/tools/database-backup/dump.ts';

/** Text with everything that COPY's text format has to escape. */
export async function hostileWords({ owner }: Database) {
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 80 }), { numRuns: 200, seed: 7 });
  const all = ['', '\\.', '\\N', 'a\tb\nc\rd\\', '\u2028\u{1F600}', 'x'.repeat(300_000), ...texts];
  for (const text of all.map((one) => one.replaceAll('\0', '')))
    await owner`
      INSERT INTO entry_text (family_id, entry_id, salt, text)
      SELECT family_id, gen_random_uuid(), decode('00ff0a5c', 'hex'), ${text}
      FROM family ORDER BY family_id LIMIT 1`;
}

/** Every row of every table as sorted text, read in a different way than the backup does. */
export async function everything({ owner }: Database): Promise<Record<string, string[]>> {
  const tables = await owner<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'`;
  const result: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await owner.unsafe(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
    result[name] = rows.map(({ row }) => row as string);
  }
  return result;
}

/**
 * The file with other contents, a correct checksum of the whole and an HMAC with this key: as a
 * faulty disk or program would have left it before the checksums were made.
 */
export function rewritten(
  file: string,
  name: string,
  secretKey: Uint8Array,
  change: (frames: Buffer) => Buffer,
): string {
  const { head, frames } = contentOf(file);
  const bytes = Buffer.concat([head, gzipSync(change(frames))]);
  const sum = createHash('sha256').update(bytes).digest('hex');
  const path = join(dirname(file), name);
  const mac = createHmac('sha256', macKey(secretKey)).update(bytes).digest('hex');
  writeFileSync(path, Buffer.concat([bytes, trailer(sum, mac)]));
  return path;
}

/** An unencrypted backup's contents. */
export function contentOf(file: string): { head: Buffer; frames: Buffer } {
  const whole = readFileSync(file);
  const start = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;
  const frames = gunzipSync(whole.subarray(start, whole.length - TRAILER));
  return { head: whole.subarray(0, start), frames };
}

const trailer = (sum: string, mac: string) => Buffer.from(`\nsha256 ${sum}\nhmac-sha256 ${mac}\n`);
const TRAILER = trailer('', '').length + 128;

/** Replaces a text by another of the same length. */
export const replaced = (from: string, to: string) => (frames: Buffer) => {
  const at = frames.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error(`There is no ${from}`);
  return Buffer.concat([
    frames.subarray(0, at),
    Buffer.from(to),
    frames.subarray(at + from.length),
  ]);
};
