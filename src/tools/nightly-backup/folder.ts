/**
 * The folder of the program's own backups: their names, the ones to retain, and room for the next.
 */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, SECOND } from '#core/time.ts';

export type Reason = 'nightly' | 'before-upgrade';
export type Copy = { file: string; reason: Reason; madeAt: Date; bytes: number };

/**
 * Files that people and `npm run backup` put into the folder have other names, and are left alone.
 */
const NAME =
  /^satling-(nightly|before-upgrade)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.backup$/;
/** Left by a backup whose writer was killed (tools/database-backup/bytes.ts). */
const HALF = /^\.satling-(?:nightly|before-upgrade)-.*\.part$/;
const HALF_LIVES = DAY / 2;

const DAYS = 7;
const UPGRADES = 3;
/** Erased people disappear from the backups within this time. */
export const MOST_DAYS = 30;

/** Uses the next second if this one's name is taken: a failed start is retried at once. */
export function newName(folder: string, reason: Reason, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(folder, `satling-${reason}-${stamp}.backup`);
  return existsSync(file) ? newName(folder, reason, new Date(now.getTime() + SECOND)) : file;
}

/** By its name; undefined for other files. */
export function copyOf(name: string, bytes: number): Copy | undefined {
  const [, reason, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  if (reason === undefined) return undefined;
  const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return { file: name, reason: reason as Reason, madeAt, bytes };
}

/** Newest first. */
export function copiesIn(folder: string): Copy[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const copy = copyOf(name, 0);
      if (copy === undefined) return [];
      const file = join(folder, name);
      return [{ ...copy, file, bytes: statSync(file).size }];
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/**
 * The nightly backups of the last seven days, and the newest of each week before; of those before
 * an upgrade the newest few, since a failing migration is tried again and again. None is older than
 * 30 days except the newest of all, if no newer one could be made.
 * @param copies newest first
 */
export function staying(copies: readonly Copy[], now: Date): Set<Copy> {
  const stay = new Set(copies.slice(0, 1));
  const weeks = new Set<number>();
  let upgrades = 0;
  for (const copy of copies) {
    const age = (now.getTime() - copy.madeAt.getTime()) / DAY;
    if (age > MOST_DAYS) continue;
    if (copy.reason === 'before-upgrade') {
      upgrades += 1;
      if (upgrades <= UPGRADES) stay.add(copy);
      continue;
    }
    const week = Math.floor(copy.madeAt.getTime() / (7 * DAY));
    if (age < DAYS || !weeks.has(week)) stay.add(copy);
    weeks.add(week);
  }
  return stay;
}

/** Removes expired backups, and unfinished files that are no longer being written. */
export async function sweepFolder(folder: string, now: Date): Promise<void> {
  const copies = copiesIn(folder);
  const stay = staying(copies, now);
  for (const copy of copies) if (!stay.has(copy)) await rm(copy.file, { force: true });
  for (const name of readdirSync(folder).filter((one) => HALF.test(one))) {
    const half = join(folder, name);
    const { mtimeMs } = statSync(half, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (Date.now() - mtimeMs > HALF_LIVES) await rm(half, { force: true });
  }
}

export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Bytes this user may still write there. */
export async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** For the next backup, and as much again for everything else on that disk. */
export const hasRoom = (free: number, newest: Copy | undefined): boolean =>
  newest === undefined || free >= 2 * newest.bytes;
