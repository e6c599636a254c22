/** The calls of a program, read where anybody reads them: on its own page /api/docs. */
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

/** Every place in the address is one id. */
export const withId = (path: string, id: string): string =>
  path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));

/** The replies to every call that only reads, for this person. */
export async function everyRead(world: World, who: Visitor, id: string) {
  const reads = (await callsOf(world)).filter(({ method }) => method === 'GET');
  const query = `childId=${id}&month=2026-11&year=2026&span=year`;
  const paths = reads.flatMap(({ path }) => [withId(path, id), `${withId(path, id)}?${query}`]);
  const replies = [];
  for (const path of new Set(paths)) replies.push({ path, ...(await who.get(path)) });
  return replies;
}
