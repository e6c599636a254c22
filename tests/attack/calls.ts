/** A program's calls, read from its own page /api/docs, as anyone can. */
import { type Visitor, visitor } from './people.ts';
import type { World } from './world.ts';

export type Call = { method: string; path: string; access: string };

export async function callsOf(world: World): Promise<Call[]> {
  const { text } = await visitor(world).get('/api/docs');
  const rows = text.matchAll(/<b>(\w+)<\/b> <code>([^<]+)<\/code>\s*<span>[^<]*<\/span> <i>(\w+)/g);
  const calls = [...rows].map(([, method, path, access]) => ({ method, path, access }) as Call);
  if (calls.length < 100) throw new Error('The page of the calls cannot be read');
  return calls;
}

/** Fills each placeholder with one id. */
export const withId = (path: string, id: string): string =>
  path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));

/** This person's replies to every call that only reads. */
export async function everyRead(world: World, who: Visitor, id: string) {
  const reads = (await callsOf(world)).filter(({ method }) => method === 'GET');
  const query = `childId=${id}&month=2026-11&year=2026&span=year`;
  const paths = reads.flatMap(({ path }) => [withId(path, id), `${withId(path, id)}?${query}`]);
  const replies = [];
  for (const path of new Set(paths)) replies.push({ path, ...(await who.get(path)) });
  return replies;
}
