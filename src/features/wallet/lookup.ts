/**
 * Looks addresses up and writes what is different: addresses, deposits, coverage. Nothing is asked
 * inside a transaction, and an answer that is the same as before writes nothing.
 */
import { GENESIS_BLOCKS } from '#core/bitcoin/network.ts';
import {
  ChainError,
  type ChainSource,
  type SeenTransaction,
  UNUSED,
} from '#server/adapters/chain/port.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Queue } from '#server/jobs.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { type KnownAddress, type Place, type Seen, writeSeen } from './addresses.ts';
import { type Payment, paymentsAt, settleDeposits } from './children/deposits.ts';
import type { LookupFailure } from './contract.ts';
import { noteCoverage } from './coverage/store.ts';
import { isSame, statusOf } from './rules.ts';
import { findWallet, type WalletRow } from './store.ts';

export type LookupContext = {
  readonly db: Pick<Database, 'owner' | 'changeFamily' | 'readFamily'>;
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly publicUrl: string;
  readonly hooks: readonly ReversalHook[];
};

export type Looked = Place & Seen & { readonly history: readonly SeenTransaction[] };

/** @throws ChainError */
export async function lookUp(source: ChainSource, places: readonly Place[]): Promise<Looked[]> {
  const states = await source.scripts(places.map(({ scriptHash }) => scriptHash));
  return places.map((place, at) => {
    const { transactions: history, confirmedSats, waitingSats } = states[at] ?? UNUSED;
    return { ...place, status: statusOf(history), confirmedSats, waitingSats, history };
  });
}

/** @throws ChainError BAD_ANSWER when the source follows another network than the wallet's */
export async function requireSameNetwork(
  source: ChainSource,
  { network }: Pick<WalletRow, 'network'>,
): Promise<void> {
  if (!GENESIS_BLOCKS[network].includes(await source.genesis())) throw new WrongNetwork();
}

class WrongNetwork extends Error {}

/** Whether the source failed, and not we. */
export const isOfSource = (error: unknown): boolean =>
  error instanceof WrongNetwork || error instanceof ChainError;

/** Why a look-up failed. @throws what is no failure of the source */
export function failureOf(error: unknown): LookupFailure {
  if (error instanceof WrongNetwork) return 'WRONG_NETWORK';
  if (error instanceof ChainError) return error.code;
  throw error;
}

/** What has changed since it was last seen, and the payments to addresses that were handed out. */
export type Differences = {
  readonly changed: readonly Looked[];
  readonly payments: readonly Payment[];
};

/** @throws ChainError */
export async function differences(
  source: ChainSource,
  looked: readonly Looked[],
  known: ReadonlyMap<string, KnownAddress>,
): Promise<Differences> {
  const changed = looked.filter((one) => {
    const before = known.get(one.scriptHash);
    return !before || !isSame(before, one);
  });
  const asked = changed.filter(({ scriptHash }) => known.get(scriptHash)?.handedOutAt);
  return { changed, payments: await paymentsAt(source, asked) };
}

/** The newest look-up is noted at most this often while nothing changes. */
const NOTED_EVERY_MS = 3_600_000;

/**
 * Writes differences, in the caller's transaction. False when the wallet is another one by now.
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
  await settleDeposits(context, tx, familyId, changed, payments);
  // A part of the wallet tells nothing: its change may stand at an address that was not looked up.
  if (!isWhole) return true;
  await tx`UPDATE wallet SET checked_at = ${now} WHERE family_id = ${familyId}`;
  await noteCoverage(context, tx, familyId, now);
  return true;
}

/** Whether there is something to write: what has changed, or that a whole look-up has not. */
export function isWorthNoting(
  { changed }: Differences,
  { checkedAt }: Pick<WalletRow, 'checkedAt'>,
  isWhole: boolean,
  now: Date,
): boolean {
  if (changed.length > 0 || !isWhole) return changed.length > 0;
  return checkedAt === null || now.getTime() - checkedAt.getTime() >= NOTED_EVERY_MS;
}
