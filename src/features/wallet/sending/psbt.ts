/** The unsigned transaction that pays a send, made of the coins that a source tells of. */
import { base64 } from '@scure/base';
import { readAddress } from '#core/bitcoin/address.ts';
import type { AccountKey } from '#core/bitcoin/extended-key.ts';
import { MOST_COINS, planSpend } from '#core/bitcoin/spend.ts';
import { type KeyPlace, type OwnCoin, writeWalletPsbt } from '#core/bitcoin/wallet-psbt.ts';
import { ChainError, type ChainSource } from '#server/adapters/chain/port.ts';
import { openChainSource } from '#server/adapters/chain/server.ts';
import { chainRules } from '#server/chain-settings.ts';
import type { KnownAddress } from '../addresses.ts';
import { type LookupContext, requireSameNetwork } from '../lookup.ts';
import { findWalletOf, type OpenContext, type WalletOf } from '../scan.ts';
import { chosenSource } from '../sources.ts';
import type { PsbtObstacle } from './contract.ts';
import { findSend, type SendRow } from './store.ts';

export type Made = { psbt: string; feeSats: bigint } | { obstacle: PsbtObstacle };

type Context = OpenContext & Pick<LookupContext, 'db'>;

/** @throws ChainError */
export async function makePsbt(
  context: Context,
  familyId: string,
  paymentId: string,
): Promise<Made> {
  const { chain, secretsKey } = context;
  const { send, found, server } = await context.db.readFamily(familyId, async (tx) => ({
    send: await findSend(tx, familyId, paymentId),
    found: await findWalletOf(tx, secretsKey, familyId),
    server: (await chosenSource(tx, familyId, chain, secretsKey)).server,
  }));
  if (!send || found?.row.kind !== 'key') return { obstacle: 'no_key' };
  if (!server) return { obstacle: 'no_source' };
  const account = accountOf(found);
  if (!account || !found.row.checkedAt) return { obstacle: 'not_looked_up' };
  const source = openChainSource(server, chainRules(chain));
  try {
    await requireSameNetwork(source, found.row);
    return await spend(source, account, send, [...found.known.values()]);
  } finally {
    source.close();
  }
}

/** Undefined for an xpub whose script type nobody has told yet. */
function accountOf({ wallet, row }: WalletOf): AccountKey | undefined {
  if (wallet.kind === 'account-key') return wallet.accountKey;
  const { scriptType } = row;
  return wallet.kind === 'ambiguous' && scriptType ? { key: wallet.key, scriptType } : undefined;
}

async function spend(
  source: ChainSource,
  account: AccountKey,
  send: SendRow,
  known: readonly KnownAddress[],
): Promise<Made> {
  const satsPerKvb = await source.feeRate();
  if (satsPerKvb === undefined) return { obstacle: 'no_fee_rate' };
  const { script } = readAddress(send.toAddress);
  const { scriptType } = account;
  const payment = { amountSats: send.amountSats, toScript: script, scriptType, satsPerKvb };
  const plan = planSpend(await coinsAt(source, known), payment);
  if (typeof plan === 'string') return { obstacle: plan };
  const { coins, feeSats, changeSats } = plan;
  const bytes = writeWalletPsbt(account, {
    coins: await withTransactions(source, coins),
    to: { sats: send.amountSats, script },
    change: changeSats > 0n ? { sats: changeSats, addressIndex: nextChange(known) } : undefined,
  });
  return { psbt: base64.encode(bytes), feeSats };
}

type FoundCoin = Omit<OwnCoin, 'raw'>;

/** What blocks confirm at the addresses that hold most. */
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

/** @throws ChainError BAD_ANSWER for a coin whose transaction the source does not know */
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

/** The first change address behind all that were used. */
const nextChange = (known: readonly KnownAddress[]): number =>
  known
    .filter(({ branch, status }) => branch === 'change' && status !== null)
    .reduce((next, { addressIndex }) => Math.max(next, addressIndex + 1), 0);
