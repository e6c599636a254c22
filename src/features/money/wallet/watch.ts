/**
 * Watches the chain: each new block starts another look-up of every wallet. An interrupted round
 * resumes where it stopped, so no address is looked up twice for one block.
 */

import { MINUTE } from '#core/time.ts';
import type { ChainSource } from '#server/adapters/chain/port.ts';
import { openChainSource, type SharedSource } from '#server/adapters/chain/remote.ts';
import type { ChainServer } from '#server/adapters/chain/server.ts';
import { chainRules } from '#server/chain-settings.ts';
import { transaction } from '#server/db/database.ts';
import type { Pool } from '#server/db/sql.ts';
import { newPlaces, type Place } from '#server/places.ts';
import { withTimeout } from '#server/with-timeout.ts';
import { watchEarlier } from './earlier/watch.ts';
import {
  failureOf,
  isOfSource,
  isSilence,
  isTooMuch,
  isWorthNoting,
  requireSameNetwork,
  writeDifferences,
} from './scan/lookup.ts';
import { findWalletOf, lookUpWallet, restIn, type ScanContext } from './scan/scan.ts';
import { mayComeLate } from './sending/store.ts';
import { watchSends } from './sending/watch.ts';
import { tellOfLowFee } from './vault-days/waiting.ts';
import { chosenSource } from './watched/sources.ts';

/** A source with the families that use it, by ascending id. */
type Group = { name: string; server: ChainServer; families: string[] };

/** Families' sources queried at a time; slow ones share fewer places. */
const PLACES = { quick: 16, slow: 4 };
const RETRY_MS = 5 * MINUTE;
const OPERATOR = 'operator';

/**
 * @param waitMs how long a round waits for families' own sources; if undefined, until all end
 * @returns a function that starts a round, skipping sources that are still being queried
 */
export function chainWatcher(waitMs?: number): (context: ScanContext) => Promise<void> {
  const places = newPlaces(PLACES);
  const underWay = new Set<string>();
  const failed: string[] = [];
  const ask = async (context: ScanContext, group: Group): Promise<void> => {
    const { name } = group;
    underWay.add(name);
    const watch = (place: Place) => watchGroup(context, group, place);
    // The operator's source belongs to no family, so it takes no place and waits for none.
    const asked = name === OPERATOR ? watch(UNSHARED) : places.run(name, watch);
    await asked.catch((error: Error) => failed.push(error.message));
    underWay.delete(name);
  };
  return async (context) => {
    const groups = (await groupsOf(context)).filter(({ name }) => !underWay.has(name));
    const isOperators = ({ name }: Group) => name === OPERATOR;
    const shared = groups.filter(isOperators).map((group) => ask(context, group));
    const own = groups.filter((one) => !isOperators(one)).map((group) => ask(context, group));
    const allOwn = Promise.all(own);
    await Promise.all([...shared, waitMs === undefined ? allOwn : withTimeout(waitMs, allOwn)]);
    if (failed.length > 0) throw new Error(failed.splice(0).join('; '));
  };
}

const UNSHARED: Place = {
  isOver: () => false,
  rest: () => Promise.resolve(),
  noteSlow: () => undefined,
};

/** Runs one round. @throws Error naming what failed, at the end; silence is not a failure */
export const watchChain = (context: ScanContext): Promise<void> => chainWatcher()(context);

async function groupsOf(context: ScanContext): Promise<Group[]> {
  const { db, chain, secretsKey } = context;
  const rows = await db.owner<{ familyId: string; kind: string | null }[]>`
    SELECT w.family_id, s.kind FROM (
      SELECT family_id FROM wallet UNION
      SELECT family_id FROM earlier_address WHERE watched_until > ${context.clock()} UNION
      SELECT family_id FROM payment
        WHERE purpose IN ('send', 'vault_day') AND state <> 'declined'
          OR ${mayComeLate(db.owner, context.clock())}) AS w
    LEFT JOIN chain_source s USING (family_id)
    ORDER BY w.family_id`;
  const ofOperator = rows.filter(({ kind }) => kind === null || kind === 'operator');
  const shared: Group[] = chain.server
    ? [{ name: OPERATOR, server: chain.server, families: ofOperator.map((row) => row.familyId) }]
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

async function watchGroup(context: ScanContext, group: Group, place: Place): Promise<void> {
  const { db, chain, clock } = context;
  const [before] = await db.owner<TipRow[]>`
    SELECT block_id, reached, retry_at FROM chain_tip WHERE source = ${group.name}`;
  if (before?.retryAt && before.retryAt > clock()) return;
  const source = openChainSource(group.server, chainRules(chain), group.families[0] ?? group.name);
  try {
    const { id } = await source.tip();
    const isSame = before?.blockId === id;
    if (isSame && before.reached === null) return;
    await round({ ...context, place }, group, source, id, isSame ? before.reached : null);
  } catch (error) {
    failureOf(error);
    if (isSilence(error)) place.noteSlow();
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

type InPlace = ScanContext & { readonly place: Place };

/** @throws ChainError if the source fails; completed look-ups aren't repeated */
async function round(
  context: InPlace,
  { name, families }: Group,
  source: SharedSource,
  blockId: string,
  reached: string | null,
): Promise<void> {
  const { owner } = context.db;
  const failed: string[] = [];
  await requireSameNetwork(source, context.chain);
  for (const familyId of families.filter((id) => reached === null || id > reached)) {
    source.countFor(familyId);
    await lookUpFamily(context, source, familyId).catch((error: Error) => {
      if (isTooMuch(error)) return;
      if (isOfSource(error)) throw error;
      // One family's failure must not affect the others.
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
  context: InPlace,
  source: ChainSource,
  familyId: string,
): Promise<void> {
  const { db, chain, secretsKey, clock, place } = context;
  const rest = restIn(place, source);
  await watchSends(context, source, familyId);
  await watchEarlier(context, source, familyId, rest);
  const found = await db.readFamily(familyId, (tx) => findWalletOf(tx, secretsKey, familyId));
  if (found?.row.network !== chain.network) return;
  const progress = async () => {
    await rest();
    return true;
  };
  const result = await lookUpWallet({ ...found, source }, { rest, progress });
  const isWhole = result.end === 'whole';
  const { walletId } = found.row;
  if (isWorthNoting(result.found, found.row, isWhole, clock()))
    await db.changeFamily(familyId, (tx) =>
      writeDifferences(context, tx, { familyId, walletId }, result.found, isWhole),
    );
  await tellOfLowFee(context, familyId);
}
