/** The unsigned transaction that pays sends, built from the coins that a source reports. */
import { base64 } from '@scure/base';
import { readAddress } from '#core/bitcoin/address.ts';
import type { AccountKey } from '#core/bitcoin/extended-key.ts';
import { MOST_COINS, type Paid, planSpend, usualFee } from '#core/bitcoin/spend.ts';
import { type KeyPlace, type OwnCoin, writeWalletPsbt } from '#core/bitcoin/wallet-psbt.ts';
import { ChainError, type ChainSource } from '#server/adapters/chain/port.ts';
import { openChainSource } from '#server/adapters/chain/remote.ts';
import { chainRules } from '#server/chain-settings.ts';
import type { Tx } from '#server/db/sql.ts';
import { failureOf, type LookupContext, requireSameNetwork } from '../scan/lookup.ts';
import { findWalletOf, type OpenContext, type WalletOf } from '../scan/scan.ts';
import type { KnownAddress } from '../watched/addresses.ts';
import { chosenSource } from '../watched/sources.ts';
import type { PsbtObstacle } from './contract.ts';
import type { SendRow } from './store.ts';

type Obstacle = { obstacle: PsbtObstacle };
export type Made = { psbt: string; feeSats: bigint } | Obstacle;
export type Estimated = { feeSats: bigint } | Obstacle;

export const NO_ANSWER = { obstacle: 'no_answer' } as const;

export type PsbtContext = OpenContext & Pick<LookupContext, 'db'>;

/** Payments to make, and the wallet's addresses to pay them from. */
type Wish<Target> = {
  targets: (tx: Tx) => Promise<readonly Target[]>;
  /** All of them by default. */
  spends?: (address: KnownAddress) => boolean;
};

/** For sends that have no payment yet. */
export const makePsbt = (
  context: PsbtContext,
  familyId: string,
  wish: Wish<Pick<SendRow, 'address' | 'amountSats'>>,
): Promise<Made> =>
  inWallet(context, familyId, wish, async ({ source, account, known, own, targets, rate }) => {
    const to = targets.map(({ address, amountSats }) => paying(address, amountSats));
    const { scriptType } = account;
    const plan = planSpend(await coinsAt(source, own), { to, scriptType, satsPerKvb: rate });
    if (typeof plan === 'string') return { obstacle: plan };
    const { coins, feeSats, changeSats } = plan;
    const bytes = writeWalletPsbt(account, {
      coins: await withTransactions(source, coins),
      to,
      change: changeSats > 0n ? { sats: changeSats, addressIndex: nextChange(known) } : undefined,
    });
    return { psbt: base64.encode(bytes), feeSats };
  });

/**
 * Estimates the fee of a transaction to the wallet's own addresses. If its coins aren't enough,
 * other money pays, and a single coin is assumed.
 */
export const estimateFee = (
  context: PsbtContext,
  familyId: string,
  wish: Wish<bigint>,
): Promise<Estimated> =>
  inWallet(context, familyId, wish, async ({ source, account, known, own, targets, rate }) => {
    const address = known[0]?.address;
    if (address === undefined) return { obstacle: 'not_looked_up' };
    const to = targets.map((amountSats) => paying(address, amountSats));
    const payment = { to, scriptType: account.scriptType, satsPerKvb: rate };
    const plan = planSpend(await coinsAt(source, own), payment);
    if (plan === 'too_small') return { obstacle: plan };
    return { feeSats: typeof plan === 'string' ? usualFee(payment) : plan.feeSats };
  });

const paying = (address: string, sats: bigint): Paid => ({
  sats,
  script: readAddress(address).script,
});

type PsbtParts<Target> = {
  source: ChainSource;
  account: AccountKey;
  known: readonly KnownAddress[];
  /** Addresses whose coins may be spent. */
  own: readonly KnownAddress[];
  targets: readonly Target[];
  /** In sats for 1,000 virtual bytes. */
  rate: bigint;
};

async function inWallet<Target, Answer>(
  { db, chain, secretsKey }: PsbtContext,
  familyId: string,
  { targets: find, spends = () => true }: Wish<Target>,
  act: (parts: PsbtParts<Target>) => Promise<Answer | Obstacle>,
): Promise<Answer | Obstacle> {
  const { targets, found, server } = await db.readFamily(familyId, async (tx) => ({
    targets: await find(tx),
    found: await findWalletOf(tx, secretsKey, familyId),
    server: (await chosenSource(tx, familyId, chain, secretsKey)).server,
  }));
  if (targets.length === 0 || found?.row.kind !== 'key') return { obstacle: 'no_key' };
  if (!server) return { obstacle: 'no_source' };
  const account = accountOf(found);
  if (!account || !found.row.checkedAt) return { obstacle: 'not_looked_up' };
  const source = openChainSource(server, chainRules(chain), familyId);
  try {
    await requireSameNetwork(source, found.row);
    const rate = await source.feeRate();
    if (rate === undefined) return { obstacle: 'no_fee_rate' };
    const known = [...found.known.values()];
    return await act({ source, account, known, own: known.filter(spends), targets, rate });
  } catch (error) {
    failureOf(error);
    return NO_ANSWER;
  } finally {
    source.close();
  }
}

/** Undefined for an xpub whose script type is still unknown. */
function accountOf({ wallet, row }: WalletOf): AccountKey | undefined {
  if (wallet.kind === 'account-key') return wallet.accountKey;
  const { scriptType } = row;
  return wallet.kind === 'ambiguous' && scriptType ? { key: wallet.key, scriptType } : undefined;
}

type FoundCoin = Omit<OwnCoin, 'raw'>;

/** Confirmed coins at the addresses with the highest balances. @throws ChainError */
async function coinsAt(source: ChainSource, known: readonly KnownAddress[]): Promise<FoundCoin[]> {
  const richest = known
    .filter(({ confirmedSats }) => confirmedSats > 0n)
    .toSorted((a, b) => (a.confirmedSats < b.confirmedSats ? 1 : -1))
    .slice(0, MOST_COINS);
  const found = await source.unspent(richest.map(({ scriptHash }) => scriptHash));
  return richest.flatMap((place: KeyPlace, at) =>
    (found[at] ?? [])
      .filter(({ height }) => height !== undefined)
      .map(({ txid, vout, sats }) => ({
        ...{ txid, vout, sats, branch: place.branch, addressIndex: place.addressIndex },
      })),
  );
}

/** @throws ChainError BAD_ANSWER for a coin whose transaction the source doesn't know */
async function withTransactions(
  source: ChainSource,
  coins: readonly FoundCoin[],
): Promise<OwnCoin[]> {
  const made = new Map<string, Uint8Array>();
  for (const { txid } of coins) {
    const raw = made.get(txid) ?? (await source.rawTransaction(txid));
    if (!raw) throw new ChainError('BAD_ANSWER', 'The source does not know its own coin');
    made.set(txid, raw);
  }
  return coins.map((coin) => ({ ...coin, raw: made.get(coin.txid) as Uint8Array }));
}

/** Index of the first change address beyond all used ones. */
const nextChange = (known: readonly KnownAddress[]): number =>
  known
    .filter(({ branch, status }) => branch === 'change' && status !== null)
    .reduce((next, { addressIndex }) => Math.max(next, addressIndex + 1), 0);
