/** A scan: looks up a wallet's addresses on both branches, until 20 in a row are unused. */

import type { ScriptType } from '#core/bitcoin/address.ts';
import type { Branch } from '#core/bitcoin/derive.ts';
import type { ChainSource } from '#server/adapters/chain/port.ts';
import { openChainSource } from '#server/adapters/chain/remote.ts';
import { type ChainSettings, chainRules } from '#server/chain-settings.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Place as SharedPlace } from '#server/places.ts';
import { type KnownPayments, knownPayments, type Rest } from '../deposits/deposits.ts';
import { type KnownAddress, knownAddresses, type Place } from '../watched/addresses.ts';
import type { LookupFailure } from '../watched/contract.ts';
import { placeOf, placesOf } from '../watched/places.ts';
import { GAP, MOST_ADDRESSES, scriptTypes, type WatchedWallet } from '../watched/rules.ts';
import { chosenSource } from '../watched/sources.ts';
import {
  findWallet,
  moveScan,
  readWallet,
  setScriptType,
  type WalletRow,
} from '../watched/store.ts';
import {
  type Differences,
  differences,
  failureOf,
  isOfSource,
  isSilence,
  isWorthNoting,
  type Looked,
  type LookupContext,
  lookUp,
  requirePossible,
  requireSameNetwork,
  writeDifferences,
} from './lookup.ts';

export type OpenContext = { readonly chain: ChainSettings; readonly secretsKey: Uint8Array };
export type ScanContext = LookupContext & OpenContext;

/** A wallet as of the last look-up. */
export type WalletOf = {
  familyId: string;
  row: WalletRow;
  wallet: WatchedWallet;
  known: ReadonlyMap<string, KnownAddress>;
  paid: KnownPayments;
};
export type Opened = WalletOf & { source: ChainSource };

export async function findWalletOf(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
): Promise<WalletOf | undefined> {
  const row = await findWallet(tx, familyId);
  const wallet = row && (await readWallet(tx, key, familyId, row));
  if (!row || !wallet) return undefined;
  const known = new Map((await knownAddresses(tx, familyId)).map((one) => [one.scriptHash, one]));
  return { familyId, row, wallet, known, paid: await knownPayments(tx, familyId) };
}

/** Opens the wallet and its source; undefined if one of them is missing. */
export async function openWallet(
  { chain, secretsKey }: OpenContext,
  tx: Tx,
  familyId: string,
): Promise<Opened | undefined> {
  const found = await findWalletOf(tx, secretsKey, familyId);
  const { server } = await chosenSource(tx, familyId, chain, secretsKey);
  return found && server
    ? { ...found, source: openChainSource(server, chainRules(chain), familyId) }
    : undefined;
}

/** How often the progress is saved. */
const PROGRESS_MS = 1_000;

/**
 * Runs a queued scan. It ends as done, failed with a reason, or cancelled.
 * @param place when its time is up, others go first; all results so far are preserved
 */
export async function runScan(
  context: ScanContext,
  { familyId, scanId }: { familyId: string; scanId: string },
  place: SharedPlace,
): Promise<void> {
  const { db } = context;
  const begun = await db.changeFamily(familyId, async (tx) => {
    const isRunning = await moveScan(tx, familyId, scanId, { state: 'running' });
    return isRunning ? { opened: await openWallet(context, tx, familyId) } : undefined;
  });
  if (!begun) return;
  const { opened } = begun;
  if (!opened) return endScan(context, familyId, scanId, 'NO_SOURCE');
  const rest = restIn(place, opened.source);
  let written = performance.now();
  const progress = async (looked: readonly Looked[]): Promise<boolean> => {
    await rest();
    if (performance.now() - written < PROGRESS_MS) return true;
    written = performance.now();
    return db.changeFamily(familyId, (tx) => moveScan(tx, familyId, scanId, counted(looked)));
  };
  try {
    await scan(context, opened, scanId, { progress, rest });
  } catch (error) {
    await endScan(context, familyId, scanId, isOfSource(error) ? failureOf(error) : 'INTERNAL');
    if (!isOfSource(error)) throw error;
    if (isSilence(error)) place.noteSlow();
  } finally {
    opened.source.close();
  }
}

/** No connection stays open while others go first: the next request opens a new one. */
export const restIn = (place: SharedPlace, source: ChainSource): Rest => {
  return async () => {
    if (!place.isOver()) return;
    source.close();
    await place.rest();
  };
};

async function scan(
  context: ScanContext,
  opened: Opened,
  scanId: string,
  steps: Steps,
): Promise<void> {
  const { familyId, source, row } = opened;
  await requireSameNetwork(source, row);
  const { looked, found, end } = await lookUpWallet(opened, steps);
  const isWhole = end === 'whole';
  await context.db.changeFamily(familyId, async (tx) => {
    const now = context.clock();
    // If the wallet was replaced, this scan's row was deleted with it.
    if (isWorthNoting(found, row, isWhole, now))
      if (!(await writeDifferences(context, tx, { familyId, ...row }, found, isWhole))) return;
    if (isWhole) await decideByHistory(tx, familyId, { row, looked, now });
    const failure = FAILURES[end] ?? null;
    const state = failure ? 'failed' : 'done';
    // A cancelled scan has already ended and is left alone.
    await moveScan(tx, familyId, scanId, { state, failure, finishedAt: now, ...counted(looked) });
  });
}

type Steps = {
  readonly rest: Rest;
  /** Called after each part; false stops. */
  readonly progress: (looked: readonly Looked[]) => Promise<boolean>;
};

/** How a walk through the addresses ends; results so far are used in any case. */
type End = 'whole' | 'stopped' | 'too_large' | 'unprepared';

const FAILURES: { readonly [end in End]?: LookupFailure } = {
  too_large: 'TOO_LARGE',
  unprepared: 'UNPREPARED',
};

/** Looks up every address of the wallet. @throws ChainError */
export async function lookUpWallet(
  { source, ...wallet }: Opened,
  { rest, progress }: Steps,
): Promise<{ looked: Looked[]; found: Differences; end: End }> {
  const looked: Looked[] = [];
  const end = await walk(wallet, async (places) => {
    const found = await lookUp(source, places, wallet.known);
    looked.push(...found);
    requirePossible(looked);
    return (await progress(looked)) ? found : undefined;
  });
  return { looked, found: await differences(source, looked, wallet, rest), end };
}

const counted = (looked: readonly Looked[]) => ({
  checked: looked.length,
  used: looked.filter(({ status }) => status !== null).length,
});

/** An xpub whose used addresses all have one script type has revealed it. */
async function decideByHistory(
  tx: Tx,
  familyId: string,
  { row, looked, now }: { row: WalletRow; looked: readonly Looked[]; now: Date },
): Promise<void> {
  if (row.kind !== 'key' || row.scriptType !== null) return;
  const used = new Set(looked.flatMap((one) => (one.status === null ? [] : [one.scriptType])));
  const [only, ...more] = used;
  if (only && more.length === 0) await setScriptType(tx, familyId, only, now);
}

const endScan = (
  { db, clock }: ScanContext,
  familyId: string,
  scanId: string,
  failure: LookupFailure,
): Promise<void> =>
  db.changeFamily(familyId, async (tx) => {
    await moveScan(tx, familyId, scanId, { state: 'failed', failure, finishedAt: clock() });
  });

type Look = (places: readonly Place[]) => Promise<readonly Looked[] | undefined>;

/** Addresses per look-up. */
const AT_ONCE = GAP;

/**
 * Looks up the wallet's addresses up to the gap limit, on both branches of every possible script
 * type. `look` returns undefined to stop.
 */
async function walk(
  { row, wallet, known }: Pick<Opened, 'row' | 'wallet' | 'known'>,
  look: Look,
): Promise<End> {
  if (wallet.kind === 'address')
    return (await look([placeOf(wallet.address.address)])) ? 'whole' : 'stopped';
  if (wallet.kind === 'vault') return walkPrepared([...known.values()], look);
  const types = row.scriptType ? [row.scriptType] : scriptTypes(wallet, row.network);
  for (const scriptType of types)
    for (const branch of ['receive', 'change'] as const) {
      const handedOut = [...known.values()].filter(
        (one) => one.handedOutAt && one.scriptType === scriptType && one.branch === branch,
      );
      let end = Math.max(GAP, ...handedOut.map(({ addressIndex }) => addressIndex + 1));
      for (let first = 0; first < end; ) {
        const count = Math.min(AT_ONCE, end - first);
        const places =
          knownPlaces(known, scriptType, branch, first, count) ??
          placesOf({ row, wallet }, scriptType, branch, first, count);
        const found = await look(places);
        if (!found) return 'stopped';
        for (const { status, addressIndex } of found)
          if (status !== null) end = Math.max(end, addressIndex + 1 + GAP);
        first += count;
        if (end > MOST_ADDRESSES) return 'too_large';
      }
    }
  return 'whole';
}

/**
 * Looks up the addresses prepared by a browser. If the last one of a branch is in use, the wallet
 * may continue beyond it, and its total is unknown.
 */
async function walkPrepared(places: readonly KnownAddress[], look: Look): Promise<End> {
  const unused = new Set<string>();
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const found = await look(places.slice(at, at + AT_ONCE));
    if (!found) return 'stopped';
    for (const one of found) if (one.status === null) unused.add(one.scriptHash);
  }
  const ends = (['receive', 'change'] as const).map((branch) =>
    places.findLast((one) => one.branch === branch),
  );
  return ends.every((end) => end && unused.has(end.scriptHash)) ? 'whole' : 'unprepared';
}

/** Addresses derived earlier; undefined unless all of them were. */
function knownPlaces(
  known: WalletOf['known'],
  scriptType: ScriptType,
  branch: Branch,
  first: number,
  count: number,
): Place[] | undefined {
  const places = [...known.values()].filter(
    (one) =>
      one.scriptType === scriptType &&
      one.branch === branch &&
      one.addressIndex >= first &&
      one.addressIndex < first + count,
  );
  return places.length === count ? places : undefined;
}
