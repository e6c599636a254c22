/**
 * The schema of 0.9.0, where this program's migrations begin. 0.9.0 was the last version to carry
 * every migration since the first (docs/decisions/0109-one-schema-to-begin-with.md).
 */
import { createHash } from 'node:crypto';

/** A statement that was applied, and its SHA-256. */
export type Applied = { name: string; hash: string };

/** The first statement of every earlier version. */
const FIRST = '0001_people#1';
/** SHA-256 over one line (name and hash) for each statement that 0.9.0 had applied. */
const LAST = 'c489e96bff5fe65d00d23bbba8786364ac8627ad720e24680db9ff4b1f8552ed';
const COMMIT = 'dd124af4e1ae4869241655f97660fdc9e72f7680';

/** How to upgrade from anything older, in one line. */
export const OLDER = `is older than Satling 0.9.0, and nothing was changed. 0.9.0 (commit ${COMMIT}) opens it and brings it up to date; this version opens what 0.9.0 has opened.`;

/** The state of a schema before this program's migrations began. */
export function eraOf(applied: readonly Applied[]): 'older' | '0.9.0' | 'since' {
  if (!applied.some(({ name }) => name === FIRST)) return 'since';
  const lines = applied.map(({ name, hash }) => `${name} ${hash}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex') === LAST ? '0.9.0' : 'older';
}
