/** Identifies this build: changes whenever any of its files does. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
let found: string | undefined;

export function buildId(): string {
  if (found) return found;
  const hash = createHash('sha256');
  const files = globSync('**/*.{ts,js}', { cwd: folder });
  for (const file of files.sort()) hash.update(readFileSync(`${folder}${file}`));
  found = hash.digest('base64url');
  return found;
}
