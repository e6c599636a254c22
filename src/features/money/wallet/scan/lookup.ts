/**
 * Looks addresses up and writes the differences: addresses, deposits, coverage. No requests are
 * made inside a transaction, and an unchanged result writes nothing.
 */

import { GENESIS_BLOCKS } from '#core/bitcoin/network.ts';
import { HOUR } from '#core/time.ts';
import { ChainError, type ChainSource, MAX_SATS, UNUSED } from '#server/adapters/chain/port.ts';
import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/sql.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import type { Queue } from '#server/queue.ts';
import { noteCoverage } from '../coverage/store.ts';
import {
  type Changed,
  type KnownPayments,
  type Payment,
  paymentsAt,
  type Rest,
  recordDeposits,
} from '../deposits/deposits.ts';
import { type KnownAddress, type Place, type Seen, writeSeen } from '../watched/addresses.ts';
import type { LookupFailure } from '../watched/contract.ts';
import { isSame } from '../watched/rules.ts';
import { findWallet, type WalletRow } from '../watched/store.ts';

export type LookupContext = {
  readonly db: Pick<Database, 'owner' | 'changeFamily' | 'readFamily'>;
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly publicUrl: string;
  readonly hooks: readonly ReversalHook[];
};

export type Looked = Place & Seen;

type Known = ReadonlyMap<string, Pick<KnownAddress, 'handedOutAt'>>;

/** @throws ChainError */
export async function lookUp(
  source: ChainSource,
  places: readonly Place[],
  known: Known,
): Promise<Looked[]> {
  const hashes = places.map(({ scriptHash }) => scriptHash);
  const exact = hashes.filter((hash) => known.get(hash)?.handedOutAt);
  const states = await source.scripts(hashes, exact);
  return places.map((place, at) => ({ ...place, ...(states[at] ?? UNUSED) }));
}

/** @throws ChainError BAD_ANSWER for more bitcoin than exists, which our sums couldn't hold */
export function requirePossible(looked: readonly Looked[]): void {
  const held = looked.reduce((sum, { confirmedSats }) => sum + confirmedSats, 0n);
  const moving = looked.reduce((sum, { waitingSats }) => sum + abs(waitingSats), 0n);
  if (held > MAX_SATS || moving > MAX_SATS)
    throw new ChainError('BAD_ANSWER', 'The source told an impossible sum');
}

const abs = (sats: bigint): bigint => (sats < 0n ? -sats : sats);

/** @throws ChainError BAD_ANSWER if the source is on another network than the wallet */
export async function requireSameNetwork(
  source: ChainSource,
  { network }: Pick<WalletRow, 'network'>,
): Promise<void> {
  if (!GENESIS_BLOCKS[network].includes(await source.genesis())) throw new WrongNetwork();
}

class WrongNetwork extends Error {}

/** True if the source failed, not our code. */
export const isOfSource = (error: unknown): boolean =>
  error instanceof WrongNetwork || error instanceof ChainError;

/** True if the source didn't answer, or not in time. */
export const isSilence = (error: unknown): boolean =>
  error instanceof ChainError && error.code === 'UNREACHABLE';

/** True if it returned more than we check for one family, which is no reason to drop the source. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof ChainError && error.code === 'TOO_MUCH';

/** Returns why a look-up failed. @throws anything that isn't a failure of the source */
export function failureOf(error: unknown): LookupFailure {
  if (error instanceof WrongNetwork) return 'WRONG_NETWORK';
  if (error instanceof ChainError) return error.code;
  throw error;
}

/** Changes since the last look-up, and the payments to addresses that were given out. */
export type Differences = {
  readonly changed: readonly Changed[];
  readonly payments: readonly Payment[];
};

/** State after the last look-up. */
export type Before = {
  readonly known: ReadonlyMap<string, Seen & Pick<KnownAddress, 'handedOutAt'>>;
  readonly paid: KnownPayments;
};

/** @throws ChainError */
export async function differences(
  source: ChainSource,
  looked: readonly Looked[],
  { known, paid }: Before,
  rest: Rest = () => Promise.resolve(),
): Promise<Differences> {
  const changed: Changed[] = [];
  for (const one of looked) {
    const before = known.get(one.scriptHash);
    if (before && isSame(before, one)) continue;
    const isAsked = before?.handedOutAt && one.status !== null;
    if (isAsked) await rest();
    changed.push({ ...one, history: isAsked ? await source.history(one.scriptHash) : [] });
  }
  return { changed, payments: await paymentsAt(source, changed, paid, rest) };
}

/** An unchanged result is recorded at most this often. */
const NOTED_EVERY_MS = HOUR;

/**
 * Writes differences in the caller's transaction. False if the wallet has since been replaced.
 * @param isWhole every address of the wallet was looked up
 */
export async function writeDifferences(
  context: LookupContext,
  tx: Tx,
  { familyId, walletId }: { familyId: string; walletId: string },
  { changed, payments }: Differences,
  isWhole: boolean,
): Promise<boolean> {
  const now = context.clock();
  const wallet = await findWallet(tx, familyId);
  if (wallet?.walletId !== walletId) return false;
  if (changed.length > 0) await writeSeen(tx, familyId, changed);
  await recordDeposits(context, tx, familyId, changed, payments);
  // Part of a wallet proves nothing: its change may be at an address that wasn't looked up.
  if (!isWhole) return true;
  await tx`UPDATE wallet SET checked_at = ${now} WHERE family_id = ${familyId}`;
  await noteCoverage(context, tx, familyId, now);
  return true;
}

/** True if there is something to write: a change, or the time of a complete look-up. */
export function isWorthNoting(
  { changed }: Differences,
  { checkedAt }: Pick<WalletRow, 'checkedAt'>,
  isWhole: boolean,
  now: Date,
): boolean {
  if (changed.length > 0 || !isWhole) return changed.length > 0;
  return checkedAt === null || now.getTime() - checkedAt.getTime() >= NOTED_EVERY_MS;
}
