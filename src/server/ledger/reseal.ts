/** Reseals a chain with another key: each link is verified with the old key before it is remade. */
import type { Sql, Tx } from '../db/sql.ts';
import {
  checkCheckpoint,
  checkpointMac,
  type Link,
  readCheckpoint,
  START,
  walkChain,
} from './chain.ts';
import { macOf, readEntries } from './seal.ts';

const PAGE = 1_000;
/**
 * How many of the newest links are tried: a single altered entry must not look like another key.
 */
const TRIED = 5;
const FAMILIES_TRIED = 3;

export type Keys = { from: Uint8Array; to: Uint8Array };

/**
 * Seals a family's book with another key; returns the number of entries. The caller has the owner's
 * rights, and there are no other writers.
 * @throws Error at the first link that the old key doesn't verify: a fault must not be sealed
 */
export async function resealFamily(tx: Tx, familyId: string, { from, to }: Keys): Promise<number> {
  const checkpoint = await readCheckpoint(tx, familyId);
  const { from: link, problem } = checkCheckpoint(from, checkpoint);
  if (problem) throw broken(familyId, problem);
  if (checkpoint)
    await tx`
      UPDATE checkpoint SET mac = decode(${checkpointMac(to, checkpoint)}, 'hex')
      WHERE family_id = ${familyId}`;
  // The links before the checkpoint no longer exist; the new chain continues from its last MAC.
  let [old, made, entries] = [link, link, 0];
  for (;;) {
    const walked = await walkChain(tx, from, familyId, old, old.sealNo + BigInt(PAGE));
    if (walked.problem !== undefined) throw broken(familyId, walked.problem);
    if (walked.read === 0) return entries;
    made = await resealPage(tx, familyId, { key: to, before: made, last: walked.end.sealNo });
    old = walked.end;
    entries += walked.read;
  }
}

const broken = (familyId: string, problem: string) =>
  new Error(`Nothing was changed: in the book of family ${familyId} ${problem}`);

async function resealPage(
  tx: Tx,
  familyId: string,
  { key, before, last }: { key: Uint8Array; before: Link; last: bigint },
): Promise<Link> {
  const seals = await tx<{ sealNo: bigint; entryId: string }[]>`
    SELECT seal_no, entry_id FROM seal
    WHERE family_id = ${familyId} AND seal_no > ${before.sealNo} AND seal_no <= ${last}
    ORDER BY seal_no`;
  const refs = seals.map(({ entryId }) => ({ familyId, entryId }));
  const entries = await readEntries(tx, refs);
  const links: Link[] = [];
  let link = before;
  for (const { sealNo, entryId } of seals) {
    const entry = entries.get(entryId);
    if (!entry) throw broken(familyId, `the entry ${entryId} is missing`);
    link = { sealNo, mac: macOf(key, sealNo, link.mac, entry) };
    links.push(link);
  }
  await tx`
    UPDATE seal s SET mac = decode(n.mac, 'hex')
    FROM unnest(${links.map(({ sealNo }) => sealNo.toString())}::bigint[],
      ${links.map(({ mac }) => mac)}::text[]) AS n (seal_no, mac)
    WHERE s.family_id = ${familyId} AND s.seal_no = n.seal_no`;
  return link;
}

/**
 * Whether the newest links were made with this key; undefined if nothing is sealed yet. Reads a few
 * rows, even of a large book.
 */
export async function isSealedWith(owner: Sql, key: Uint8Array): Promise<boolean | undefined> {
  const newest = await owner<{ familyId: string; sealNo: bigint }[]>`
    SELECT f.family_id, s.seal_no FROM family f
    CROSS JOIN LATERAL (
      SELECT seal_no FROM seal WHERE seal.family_id = f.family_id ORDER BY seal_no DESC LIMIT 1
    ) s LIMIT ${FAMILIES_TRIED}`;
  for (const { familyId, sealNo } of newest)
    for (let at = sealNo; at > 0n && at > sealNo - BigInt(TRIED); at--) {
      const before = await linkBefore(owner, familyId, at);
      const walked = before && (await walkChain(owner, key, familyId, before, at));
      if (walked && walked.read === 1) return true;
    }
  return newest.length === 0 ? undefined : false;
}

async function linkBefore(tx: Tx, familyId: string, sealNo: bigint): Promise<Link | undefined> {
  if (sealNo === 1n) return START;
  const [link] = await tx<Link[]>`
    SELECT seal_no, encode(mac, 'hex') AS mac FROM seal
    WHERE family_id = ${familyId} AND seal_no = ${sealNo - 1n}
    UNION ALL
    SELECT seal_no, encode(seal_mac, 'hex') FROM checkpoint
    WHERE family_id = ${familyId} AND seal_no = ${sealNo - 1n}`;
  return link;
}
