/**
 * Calls everything that replies with an ETag, and checks that different replies have different
 * ETags.
 */
import { expect } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import type { Contract } from '../../src/contract/endpoint.ts';
import type { Visitor } from './app.ts';

export const DASHBOARD = '/api/dashboard';
/** Every URL that replies with an ETag; none of them needs a field. */
export const TAGGED: readonly string[] = Object.values(contracts)
  .flatMap((contract) => Object.values(contract as Contract))
  .filter(({ etag }) => etag)
  .map(({ path }) => path);

/** By URL: the last reply, and its ETag. */
export type Seen = Map<string, { text: string; etag: string }>;

/**
 * Reads again; a different reply must have another ETag. @returns the URLs with a different reply,
 * and the status of a failed read.
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
    if (status !== 200) continue; // a child may not read everything
    // Without an ETag there is nothing to compare, so each read differs.
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
