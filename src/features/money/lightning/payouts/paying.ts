/**
 * Pays due payouts without a person. Each gets one invoice from the child's own wallet and one
 * payment, whose row is written before the family's wallet is told to pay; while that row is open,
 * no other invoice is requested. Nothing here waits inside a transaction.
 */

import {
  ConnectionError,
  type LightningSettings,
  type LightningWallet,
  type MadeInvoice,
} from '#core/lightning/wallet.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Services } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import type { Queue } from '#server/queue.ts';
import { mayPay } from '../ceiling/store.ts';
import { budgetObstacle } from '../connections/connecting.ts';
import type { Lease } from '../connections/lease.ts';
import type { Part } from '../connections/parts.ts';
import { connectionFor, vaultConnection } from '../connections/store.ts';
import { type Opened, openToSpend, type WalletContext } from '../connections/wallet.ts';
import { askForInvoice } from '../paying/asking.ts';
import { lastsTooLong } from '../paying/invoices.ts';
import { NO_ANSWER } from '../paying/outcome.ts';
import type { Purposes } from '../paying/purpose.ts';
import { recordOutcome } from '../paying/record.ts';
import { feeLimitOf } from '../paying/rules.ts';
import { sendThrough } from '../paying/sending.ts';
import { addPayment, isKnown, type Payer as PaidBy } from '../paying/store.ts';
import { readConnection } from '../sub-wallets/store.ts';
import { type Payer, SUB_WALLET } from './contract.ts';
import { bookPaid, markOwed } from './outcomes.ts';
import { isPayable, nameHere, obstacleTo, receiverFailure, walletFailure } from './rules.ts';
import { findPayout, isOwnName, type PayoutRow, setChecking } from './store.ts';

export type PayoutContext = WalletContext & Pick<Services, 'publicUrl'> & { readonly jobs: Queue };

/** The context of a turn; its payments belong to the turn until they are settled. */
type TurnContext = PayoutContext & {
  readonly lease: Pick<Lease, 'until'>;
  readonly purposes: Purposes;
};

/** Returns who can pay for the family right now. */
export async function payerOf(tx: Tx, familyId: string): Promise<Payer> {
  const connection = await connectionFor(tx, familyId, 'spend');
  if (connection?.purpose === 'spend') return 'server';
  return (await vaultConnection(tx, familyId)) ? 'unlock' : 'none';
}

/** True if the address is one of the family's own on this server. */
export async function isOwnAddress(
  tx: Tx,
  familyId: string,
  address: string,
  publicUrl: string,
): Promise<boolean> {
  const name = nameHere(address, publicUrl);
  return name !== undefined && isOwnName(tx, familyId, name);
}

/**
 * Pays one after the other: each sees what is left of the budget.
 * @returns the entries for which time ran out
 */
export async function payDue(
  context: TurnContext,
  familyId: string,
  entryIds: readonly string[],
  part: Part,
): Promise<string[]> {
  const left = [...entryIds];
  while (!part.isOver()) {
    const entryId = left.shift();
    if (entryId === undefined) break;
    await payOne(context, familyId, entryId);
  }
  return left;
}

type Found = { row: PayoutRow; payer: Payer; isHome: boolean };

async function payOne(context: TurnContext, familyId: string, entryId: string): Promise<void> {
  const { db, publicUrl } = context;
  const found = await db.readFamily(familyId, async (tx): Promise<Found | undefined> => {
    const row = await findPayout(tx, familyId, entryId);
    if (!row || !isPayable(row.state)) return undefined;
    const { address } = row;
    const isHome = address !== null && (await isOwnAddress(tx, familyId, address, publicUrl));
    return { row, payer: await payerOf(tx, familyId), isHome };
  });
  if (!found) return;
  const { row, payer, isHome } = found;
  // Within the family no payment is made, so no wallet is needed.
  const obstacle = obstacleTo({ ...row, payer: isHome ? 'server' : payer });
  if (obstacle) await owe(context, familyId, row, obstacle);
  else if (isHome) await bookAtHome(context, familyId, entryId);
  else await payAway(context, familyId, row);
}

const owe = (context: PayoutContext, familyId: string, row: PayoutRow, why: OwedBecause) =>
  context.db.changeFamily(familyId, async (tx) => {
    const { entryId } = row;
    const now = await findPayout(tx, familyId, entryId);
    if (now && isPayable(now.state))
      await markOwed(context, tx, familyId, entryId, why, {
        ...{ tries: now.tries + 1, now: context.clock() },
      });
  });

/** The family's own wallet already has the money: only the book changes. */
const bookAtHome = (context: PayoutContext, familyId: string, entryId: string) =>
  context.db.changeFamily(familyId, async (tx) => {
    const row = await findPayout(tx, familyId, entryId);
    if (row && isPayable(row.state)) await bookHere(context, tx, familyId, row, context.clock());
  });

export async function bookHere(
  context: Pick<PayoutContext, 'jobs'>,
  tx: Tx,
  familyId: string,
  row: PayoutRow,
  now: Date,
): Promise<void> {
  if (!(await mayGo(context, tx, familyId, { ...row, feeLimitSats: 0n }, now))) return;
  await bookPaid(tx, familyId, row, {
    ...{ paidEntryId: newId(now.getTime()), madeBy: row.agreedBy, now, proof: null },
  });
}

/** A payout above the ceiling of the adult it is assigned to waits for a parent's approval. */
async function mayGo(
  context: Pick<PayoutContext, 'jobs'>,
  tx: Tx,
  familyId: string,
  row: PayoutRow & { feeLimitSats: bigint },
  now: Date,
): Promise<boolean> {
  const may = await mayPay(tx, familyId, row, now);
  const { entryId, tries } = row;
  if (!may) await markOwed(context, tx, familyId, entryId, 'needs-ok', { tries, now });
  return may;
}

/** Checks the budget, then gets an invoice, and only then writes anything. */
async function payAway(context: TurnContext, familyId: string, row: PayoutRow): Promise<void> {
  const { db, clock, lease } = context;
  const { amountSats } = row;
  let opened: Opened<LightningWallet> | undefined;
  try {
    opened = await openToSpend(context, familyId);
    if (!opened) return await owe(context, familyId, row, 'no-wallet');
    const { budget } = await opened.wallet.describe();
    const over = budgetObstacle(budget, opened.row, amountSats + feeLimitOf(amountSats));
    if (over) return await owe(context, familyId, row, over);
    const made = await askReceiver(context, familyId, row);
    if (typeof made === 'string') return await owe(context, familyId, row, made);
    const by = { made, provider: opened.row.provider, isBrowser: false };
    const paymentId = await db.changeFamily(familyId, (tx) =>
      begin(context, tx, familyId, row.entryId, { ...by, lookAt: lease.until() }, clock()),
    );
    if (paymentId === undefined) return;
    const outcome = (await sendThrough(context, familyId, paymentId, opened)) ?? NO_ANSWER;
    await db.changeFamily(familyId, (tx) =>
      recordOutcome(context, tx, familyId, paymentId, outcome),
    );
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    await owe(context, familyId, row, walletFailure(error.code));
  } finally {
    opened?.wallet.close();
  }
}

/** Gets an invoice from the child's wallet, or the reason for having none. */
export async function askReceiver(
  context: Pick<PayoutContext, 'chain' | 'clock' | 'db' | 'secretsKey'>,
  familyId: string,
  row: PayoutRow,
): Promise<MadeInvoice | OwedBecause> {
  const settings = await receiverOf(context, familyId, row);
  return settings ? askInvoice(context, settings, row) : 'no-address';
}

/** Gets an invoice checked for amount, network and time, or the reason for having none. */
export async function askInvoice(
  { chain, clock }: Pick<PayoutContext, 'chain' | 'clock'>,
  settings: LightningSettings,
  { amountSats }: Pick<PayoutRow, 'amountSats'>,
): Promise<MadeInvoice | OwedBecause> {
  try {
    const made = await askForInvoice({ chain }, settings, amountSats);
    return lastsTooLong(made.invoice, clock()) ? 'receiver-too-long' : made;
  } catch (error) {
    if (error instanceof ConnectionError) return receiverFailure(error.code);
    throw error;
  }
}

/** Returns the child's own wallet on the family's Hub, or its Lightning address. */
export async function receiverOf(
  { db, secretsKey }: Pick<PayoutContext, 'db' | 'secretsKey'>,
  familyId: string,
  { address, childId }: Pick<PayoutRow, 'address' | 'childId'>,
): Promise<LightningSettings | undefined> {
  if (address === null) return undefined;
  if (address !== SUB_WALLET) return { kind: 'lnurl', address };
  const connectionString = await db.readFamily(familyId, (tx) =>
    readConnection(tx, secretsKey, familyId, childId),
  );
  return connectionString === undefined ? undefined : { kind: 'nwc', connectionString };
}

/** The invoice, and the payer: this server, or a parent's browser. */
type Begun = PaidBy & {
  made: MadeInvoice;
  /** After this time, the payer has stopped. */
  lookAt: Date;
};

/**
 * Writes the payment, which takes over the payout's hold. Undefined if another call was faster, or
 * the invoice is not acceptable.
 */
export async function begin(
  context: Pick<PayoutContext, 'jobs'>,
  tx: Tx,
  familyId: string,
  entryId: string,
  { made, provider, isBrowser: byBrowser, lookAt }: Begun,
  now: Date,
): Promise<string | undefined> {
  const row = await findPayout(tx, familyId, entryId);
  if (!row || !isPayable(row.state) || row.address !== row.agreedAddress) return undefined;
  const { amountSats, childId, holdId, agreedBy: madeBy, tries } = row;
  const { invoice, verifyUrl = null } = made;
  const { paymentHash, payee, text } = invoice;
  const known = await isKnown(tx, familyId, paymentHash);
  if (known === 'own') {
    // The address leads to the family's own wallet under another name.
    await bookHere(context, tx, familyId, row, now);
    return undefined;
  }
  if (known) {
    const again = { tries: tries + 1, now };
    await markOwed(context, tx, familyId, entryId, 'receiver-refused', again);
    return undefined;
  }
  const feeLimitSats = feeLimitOf(amountSats);
  if (!(await mayGo(context, tx, familyId, { ...row, feeLimitSats }, now))) return undefined;
  const paymentId = newId(now.getTime());
  await addPayment(
    tx,
    familyId,
    {
      ...{ paymentId, childId, paymentHash, invoice: text, payee, description: 'Allowance' },
      ...{ amountSats, feeLimitSats, state: 'open' as const },
      ...{ provider, byBrowser, holdId, byChild: false, madeBy, verifyUrl },
      ...{ purpose: 'payout' as const, pays: entryId },
      ...{ createdAt: now, expiresAt: new Date(invoice.expiresAt * 1_000) },
    },
    lookAt,
  );
  await setChecking(tx, familyId, entryId, paymentId);
  return paymentId;
}
