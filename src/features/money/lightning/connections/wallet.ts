/** Opens the family's wallet for one use, never inside a transaction. */

import {
  ConnectionError,
  type ConnectionErrorCode,
  type LightningSettings,
  type LightningWallet,
  type ReceivingWallet,
  type WalletDescription,
} from '#core/lightning/wallet.ts';
import { notify } from '#features/notices/messages/store.ts';
import { openReceivingWallet, openWallet } from '#server/adapters/lightning/open.ts';
import type { LightningReach } from '#server/adapters/lightning/port.ts';
import { type ChainSettings, chainRules } from '#server/chain-settings.ts';
import type { Services } from '#server/http/context.ts';
import type { Queue } from '#server/queue.ts';
import { keptAtRest, noteSpending } from '../coverage/store.ts';
import { budgetLeft, stateAfter } from './connecting.ts';
import type { Purpose } from './contract.ts';
import { type ConnectionRow, connectionFor, noteChecked, readSettings } from './store.ts';

export type WalletContext = Pick<Services, 'db' | 'chain' | 'billing' | 'secretsKey' | 'clock'> & {
  readonly jobs: Queue;
};

/** Public hosts over TLS, and hosts trusted by the operator (CHAIN_HOSTS). */
export const reachOf = (chain: ChainSettings): LightningReach => ({
  network: chain.network,
  rules: chainRules(chain),
  ...(chain.patience && { patience: chain.patience }),
});

export type Probed = { description: WalletDescription; balanceSats: bigint | null };

/** Returns the wallet's description and balance. @throws ConnectionError */
export async function probe(settings: LightningSettings, reach: LightningReach): Promise<Probed> {
  const wallet = await openWallet(settings, reach);
  try {
    return { description: await wallet.describe(), balanceSats: await balanceOf(wallet) };
  } finally {
    wallet.close();
  }
}

/** Null if the wallet has no balance to report, as with LNURL. @throws ConnectionError */
async function balanceOf(wallet: ReceivingWallet): Promise<bigint | null> {
  try {
    return await wallet.balance();
  } catch (error) {
    if (error instanceof ConnectionError && error.code === 'NOT_OFFERED') return null;
    throw error;
  }
}

export type Opened<W> = { wallet: W; row: ConnectionRow };

/**
 * Opens the receiving connection, after checking that a receive-only one still is. Undefined if
 * none is connected.
 * @throws ConnectionError
 */
export async function openToReceive(
  context: WalletContext,
  familyId: string,
): Promise<Opened<ReceivingWallet> | undefined> {
  const found = await find(context, familyId, 'receive');
  if (!found) return undefined;
  const { row, settings } = found;
  const reach = reachOf(context.chain);
  if (row.purpose === 'spend') return { row, wallet: await openWallet(settings, reach) };
  try {
    return { row, wallet: await openReceivingWallet(settings, reach) };
  } catch (error) {
    if (error instanceof ConnectionError) await noteFailure(context, familyId, row, error.code);
    throw error;
  }
}

/**
 * Opens the receive-only connection for a stranger's request: writes nothing, and never uses a
 * spending connection. Undefined if there is none.
 * @throws ConnectionError
 */
export async function openReceiveOnly(
  context: WalletContext,
  familyId: string,
): Promise<Opened<ReceivingWallet> | undefined> {
  const found = await find(context, familyId, 'receive', true);
  if (!found || found.row.state === 'can_pay') return undefined;
  const wallet = await openReceivingWallet(found.settings, reachOf(context.chain));
  return { wallet, row: found.row };
}

/** Opens the spending connection. Undefined if none is connected. @throws ConnectionError */
export async function openToSpend(
  context: WalletContext,
  familyId: string,
): Promise<Opened<LightningWallet> | undefined> {
  const found = await find(context, familyId, 'spend');
  if (!found) return undefined;
  const wallet = await openWallet(found.settings, reachOf(context.chain));
  return { row: found.row, wallet };
}

/** @param only excludes a spending connection that could also receive */
const find = (
  { db, secretsKey }: WalletContext,
  familyId: string,
  purpose: Purpose,
  only = false,
) =>
  db.readFamily(familyId, async (tx) => {
    const row = await connectionFor(tx, familyId, purpose);
    if (!row || (only && row.purpose !== purpose)) return undefined;
    const settings = await readSettings(tx, secretsKey, familyId, row.purpose);
    return settings && { row, settings };
  });

/** Checks a connection and saves its state. @returns the problem, if there is one */
export async function checkConnection(
  context: WalletContext & Pick<Services, 'publicUrl'>,
  familyId: string,
  purpose: Purpose,
): Promise<ConnectionErrorCode | undefined> {
  const { db, chain, clock } = context;
  const found = await find(context, familyId, purpose, true);
  if (!found) return undefined;
  const { row, settings } = found;
  const before = await db.readFamily(familyId, (tx) => keptAtRest(tx, familyId));
  try {
    const { description, balanceSats } = await probe(settings, reachOf(chain));
    if (purpose === 'receive' && description.canPay)
      throw new ConnectionError('CAN_PAY', 'It offers to pay');
    const probed = { balanceSats, budgetSats: budgetLeft(description.budget) };
    const checked = { state: 'connected', ...probed } as const;
    await db.changeFamily(familyId, async (tx) => {
      const now = clock();
      const noted = await noteChecked(tx, familyId, row, checked, now);
      if (noted.count === 0 || purpose === 'receive' || balanceSats === null) return;
      await noteSpending(context, tx, familyId, { heldSats: balanceSats, before, now });
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    await noteFailure(context, familyId, row, error.code);
    return error.code;
  }
}

/**
 * Saves the new state next to earlier results. If a receive-only connection turns out to be able to
 * pay, the adults are notified once, and it stays disabled until the wallet no longer offers
 * paying.
 */
export async function noteFailure(
  { db, clock, jobs }: WalletContext,
  familyId: string,
  row: ConnectionRow,
  code: ConnectionErrorCode,
): Promise<void> {
  await db.changeFamily(familyId, async (tx) => {
    const now = clock();
    const couldPay = (await connectionFor(tx, familyId, row.purpose))?.state === 'can_pay';
    const found = stateAfter(code);
    const state = couldPay && found === 'silent' ? 'can_pay' : found;
    const noted = await noteChecked(tx, familyId, row, { ...row, state }, now);
    if (noted.count === 0 || couldPay || state !== 'can_pay') return;
    await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'lightning_can_pay' }], now);
  });
}
