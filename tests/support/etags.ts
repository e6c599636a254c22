/**
 * Calls everything that replies with an ETag, and checks that different replies have different
 * ETags.
 */
import { expect } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import type { Contract } from '../../src/contract/endpoint.ts';
import type { Visitor } from './app.ts';

export const DASHBOARD = '/api/dashboard';
/** Every address that is answered with an ETag; none of them needs a field. */
export const TAGGED: readonly string[] = Object.values(contracts)
  .flatMap((contract) => Object.values(contract as Contract))
  .filter(({ etag }) => etag)
  .map(({ path }) => path);

/** By address: what was shown the last time, and under which ETag. */
export type Seen = Map<string, { text: string; etag: string }>;

/**
 * Looks again; what shows something else must have another ETag.
 * @returns the addresses that show something else, and the status of a look that failed.
 */
export async function lookAgain(
  who: Visitor,
  seen: Seen,
  after: string,
  paths: readonly string[] = TAGGED,
): Promise<{ changed: string[]; failed?: number }> {
  const changed: string[] = [];
  for (const path of paths) {
    const { status, text, headers } = await who.get(path);
    if (status === 401) return { changed, failed: status };
    if (status !== 200) continue; // a child may not ask for everything
    // Without an ETag nothing is kept, and each look counts as a change.
    const etag = String(headers.etag ?? Math.random());
    const before = seen.get(path);
    if (before && before.text !== text) {
      changed.push(path);
      expect(etag, `${path} after ${after}: ${before.text} ${text}`).not.toBe(before.etag);
    }
    seen.set(path, { text, etag });
  }
  return { changed };
}
