/**
 * Watches the chain: once for each new block, every wallet is looked up again. A round that is
 * interrupted goes on where it stopped, so no address is asked about twice for one block.
 */

import type { ChainSource } from '#server/adapters/chain/port.ts';
import { type ChainServer, openChainSource } from '#server/adapters/chain/server.ts';
import { chainRules } from '#server/chain-settings.ts';
import { type Pool, transaction } from '#server/db/database.ts';
import {
  failureOf,
  isOfSource,
  isWorthNoting,
  requireSameNetwork,
  writeDifferences,
} from './lookup.ts';
import { findWalletOf, lookUpWallet, type ScanContext } from './scan.ts';
import { watchSends } from './sending/watch.ts';
import { chosenSource } from './sources.ts';
import { tellOfLowFee } from './vault-days/waiting.ts';

/** A source with the families that ask it, in the order of their ids. */
type Group = { name: string; server: ChainServer; families: string[] };

/** How many sources are asked at a time: a silent one holds up few others. */
const AT_ONCE = 4;
const RETRY_MS = 5 * 60_000;

/** @throws Error naming what failed, after everything else was done; a silent source is none */
export async function watchChain(context: ScanContext): Promise<void> {
  const groups = await groupsOf(context);
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift())
      await watchGroup(context, group).catch((error: Error) => failed.push(error.message));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failed.length > 0) throw new Error(failed.join('; '));
}

async function groupsOf(context: ScanContext): Promise<Group[]> {
  const { db, chain, secretsKey } = context;
  const rows = await db.owner<{ familyId: string; kind: string | null }[]>`
    SELECT w.family_id, s.kind FROM (
      SELECT family_id FROM wallet UNION
      SELECT family_id FROM payment WHERE state <> 'cancelled') AS w
    LEFT JOIN chain_source s USING (family_id)
    ORDER BY w.family_id`;
  const ofOperator = rows.filter(({ kind }) => kind === null || kind === 'operator');
  const shared: Group[] = chain.server
    ? [{ name: 'operator', server: chain.server, families: ofOperator.map((row) => row.familyId) }]
    : [];
  const own: Group[] = [];
  for (const { familyId, kind } of rows) {
    if (kind !== 'esplora' && kind !== 'electrum') continue;
    const { server } = await db.readFamily(familyId, (tx) =>
      chosenSource(tx, familyId, chain, secretsKey),
    );
    if (server) own.push({ name: familyId, server, families: [familyId] });
  }
  return [...shared.filter(({ families }) => families.length > 0), ...own];
}

type TipRow = { blockId: string; reached: string | null; retryAt: Date | null };

async function watchGroup(context: ScanContext, group: Group): Promise<void> {
  const { db, chain, clock } = context;
  const [before] = await db.owner<TipRow[]>`
    SELECT block_id, reached, retry_at FROM chain_tip WHERE source = ${group.name}`;
  if (before?.retryAt && before.retryAt > clock()) return;
  const source = openChainSource(group.server, chainRules(chain));
  try {
    const { id } = await source.tip();
    const isSame = before?.blockId === id;
    if (isSame && before.reached === null) return;
    await round(context, group, source, id, isSame ? before.reached : null);
  } catch (error) {
    failureOf(error);
    const retryAt = new Date(clock().getTime() + RETRY_MS);
    await transaction(
      db.owner,
      'BEGIN',
      (tx) => tx`
        INSERT INTO chain_tip (source, block_id, retry_at) VALUES (${group.name}, '', ${retryAt})
        ON CONFLICT (source) DO UPDATE SET retry_at = excluded.retry_at`,
    );
  } finally {
    source.close();
  }
}

/** @throws ChainError when the source fails; what was looked up before is not asked again */
async function round(
  context: ScanContext,
  { name, families }: Group,
  source: ChainSource,
  blockId: string,
  reached: string | null,
): Promise<void> {
  const { owner } = context.db;
  const failed: string[] = [];
  await requireSameNetwork(source, context.chain);
  for (const familyId of families.filter((id) => reached === null || id > reached)) {
    await lookUpFamily(context, source, familyId).catch((error: Error) => {
      if (isOfSource(error)) throw error;
      // One family's trouble is no reason to leave the others out.
      failed.push(`${familyId}: ${error.message}`);
    });
    await noteTip(owner, name, blockId, familyId);
  }
  await noteTip(owner, name, blockId, null);
  if (failed.length > 0) throw new Error(failed.join('; '));
}

const noteTip = (owner: Pool, name: string, blockId: string, reached: string | null) =>
  transaction(
    owner,
    'BEGIN',
    (tx) => tx`
      INSERT INTO chain_tip (source, block_id, reached) VALUES (${name}, ${blockId}, ${reached})
      ON CONFLICT (source) DO UPDATE SET block_id = excluded.block_id, reached = excluded.reached,
        retry_at = NULL`,
  );

async function lookUpFamily(
  context: ScanContext,
  source: ChainSource,
  familyId: string,
): Promise<void> {
  const { db, chain, secretsKey, clock } = context;
  await watchSends(context, source, familyId);
  const found = await db.readFamily(familyId, (tx) => findWalletOf(tx, secretsKey, familyId));
  if (found?.row.network !== chain.network) return;
  const result = await lookUpWallet({ ...found, source });
  const isWhole = result.end === 'whole';
  const { walletId } = found.row;
  if (isWorthNoting(result.found, found.row, isWhole, clock()))
    await db.changeFamily(familyId, (tx) =>
      writeDifferences(context, tx, { familyId, walletId }, result.found, isWhole),
    );
  await tellOfLowFee(context, familyId);
}
