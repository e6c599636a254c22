/**
 * Asks wallets what is due: whether invoices were paid, what became of payments, and how each
 * connection is doing. A round claims what it asks about, so several servers share the work; a
 * wallet that is silent holds up nobody but its own family.
 */

import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { ConnectionError, type LookUp, type ReceivingWallet } from '#core/lightning/wallet.ts';
import { notify } from '#features/messages/store.ts';
import type { Sql } from '#server/db/database.ts';
import { releaseHold } from '#server/ledger/holds.ts';
import type { Purpose } from './contract.ts';
import { watchGifts } from './gifts/watch.ts';
import { afterLookUp, SILENCE } from './paying/news.ts';
import { settleFee, settlePayment } from './paying/settling.ts';
import { claimSending, endPayment, findPayment, type PaymentRow } from './paying/store.ts';
import { type PayoutContext, payDue } from './payouts/paying.ts';
import { settleInvoice } from './receiving/settling.ts';
import { findInvoice } from './receiving/store.ts';
import {
  checkConnection,
  type Opened,
  openReceiveOnly,
  openToReceive,
  openToSpend,
} from './wallet.ts';

export type WatchContext = PayoutContext;

type Due = {
  familyId: string;
  invoices: string[];
  payments: string[];
  gifts: string[];
  payouts: string[];
  connections: Purpose[];
};

/** Families asked at a time, and rows that one round takes. */
const AT_ONCE = 8;
const MOST = 500;
/** What a round has taken is due again after this time, if the round was cut off. */
const LEASE_MS = 120_000;

/** @throws Error naming what failed, after everything else was done */
export async function watchLightning(context: WatchContext): Promise<void> {
  const due = await takeDue(context.db.owner, context.clock());
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let one = due.shift(); one; one = due.shift())
      await watchFamily(context, one).catch((error: Error) => failed.push(error.message));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failed.length > 0) throw new Error(failed.join('; '));
}

async function takeDue(owner: Sql, now: Date): Promise<Due[]> {
  const until = new Date(now.getTime() + LEASE_MS);
  const taken = (table: string, key: string) => owner<{ familyId: string; key: string }[]>`
    UPDATE ${owner(table)} SET look_at = ${until}
    WHERE (family_id, ${owner(key)}) IN (${dueRows(owner, table, key, now)})
    RETURNING family_id, ${owner(key)}::text AS key`;
  const found = new Map<string, Due>();
  const of = (familyId: string): Due => {
    const none = { invoices: [], payments: [], gifts: [], payouts: [], connections: [] };
    const one = found.get(familyId) ?? { familyId, ...none };
    found.set(familyId, one);
    return one;
  };
  for (const { familyId, key } of await taken('lightning_invoice', 'payment_hash'))
    of(familyId).invoices.push(key);
  for (const { familyId, key } of await taken('lightning_payment', 'payment_id'))
    of(familyId).payments.push(key);
  for (const { familyId, key } of await taken('gift', 'gift_id')) of(familyId).gifts.push(key);
  for (const { familyId, key } of await taken('payout', 'entry_id')) of(familyId).payouts.push(key);
  for (const { familyId, key } of await taken('lightning_connection', 'purpose'))
    of(familyId).connections.push(key as Purpose);
  return [...found.values()];
}

/** Exported for the test that reads its plan. */
export const dueRows = (owner: Sql, table: string, key: string, now: Date) => owner`
  SELECT family_id, ${owner(key)} FROM ${owner(table)} WHERE look_at <= ${now}
  ORDER BY look_at LIMIT ${MOST} FOR UPDATE SKIP LOCKED`;

async function watchFamily(context: WatchContext, due: Due): Promise<void> {
  const { familyId } = due;
  if (due.payments.length > 0) await watchPayments(context, familyId, due.payments);
  if (due.invoices.length + due.gifts.length > 0) await watchIncoming(context, due);
  await payDue(context, familyId, due.payouts);
  for (const purpose of due.connections) await watchConnection(context, familyId, purpose);
}

async function watchIncoming(
  context: WatchContext,
  { familyId, invoices, gifts }: Due,
): Promise<void> {
  const { db, clock } = context;
  const opened = await orSilent(openToReceive(context, familyId));
  try {
    for (const hash of invoices) {
      const row = await db.readFamily(familyId, (tx) => findInvoice(tx, familyId, hash));
      if (row?.state !== 'open') continue;
      const invoice = decodeInvoice(row.invoice);
      const verifyUrl = row.verifyUrl ?? undefined;
      const heard = { by: opened?.row.connectionId, now: clock() };
      const found =
        (await opened?.wallet.lookUp({ direction: 'in', invoice, verifyUrl })) ?? NOBODY;
      await db.changeFamily(familyId, (tx) =>
        settleInvoice(context, tx, familyId, hash, found, heard),
      );
    }
    await watchGifts(context, familyId, gifts, opened);
  } finally {
    opened?.wallet.close();
  }
}

const NOBODY: LookUp = { state: 'unknown', reason: 'unreachable', message: '' };

async function watchPayments(
  context: WatchContext,
  familyId: string,
  ids: readonly string[],
): Promise<void> {
  // The connection that only receives may know of payments too; that of the vault is not here.
  const opened =
    (await orSilent(openToSpend(context, familyId))) ??
    (await orSilent(openReceiveOnly(context, familyId)));
  try {
    for (const id of ids) {
      const row = await context.db.readFamily(familyId, (tx) => findPayment(tx, familyId, id));
      if (row) await watchPayment(context, familyId, row, opened);
    }
  } finally {
    opened?.wallet.close();
  }
}

async function watchPayment(
  context: WatchContext,
  familyId: string,
  row: PaymentRow,
  opened: Opened<ReceivingWallet> | undefined,
): Promise<void> {
  const { db, clock } = context;
  const { paymentId, state } = row;
  const now = clock();
  if (state === 'asked') return lapse(context, familyId, row);
  if (state === 'checking' && row.sentAt === null) return giveUp(context, familyId, paymentId);
  if (state !== 'checking' && state !== 'paid') return;
  const invoice = decodeInvoice(row.invoice);
  const found = (await opened?.wallet.lookUp({ direction: 'out', invoice })) ?? NOBODY;
  await db.changeFamily(familyId, async (tx) => {
    if (state === 'checking') {
      const heard = { by: opened?.row.connectionId, now };
      return settlePayment(context, tx, familyId, paymentId, afterLookUp(found, row, heard));
    }
    const feeSats = found.state === 'settled' ? (found.feeSats ?? null) : null;
    return settleFee(context, tx, familyId, paymentId, feeSats);
  });
}

/** Whoever was to send it is gone: it is claimed, so that nobody sends it any more, and freed. */
const giveUp = (context: WatchContext, familyId: string, paymentId: string) =>
  context.db.changeFamily(familyId, async (tx) => {
    const claim = { connectionId: null, now: context.clock() };
    const isOurs = await claimSending(tx, familyId, paymentId, claim);
    const news = isOurs ? ({ is: 'failed', failure: 'never-sent' } as const) : SILENCE;
    await settlePayment(context, tx, familyId, paymentId, news);
  });

/** Nobody answered before the invoice expired. */
const lapse = (context: WatchContext, familyId: string, { paymentId }: PaymentRow) =>
  context.db.changeFamily(familyId, async (tx) => {
    const row = await findPayment(tx, familyId, paymentId);
    if (row?.state !== 'asked' || row.holdId === null) return;
    const now = context.clock();
    await releaseHold(tx, familyId, row.holdId, now);
    const end = { ...row, state: 'failed', failure: 'expired' } as const;
    await endPayment(tx, familyId, paymentId, end, { now, lookAt: null });
  });

async function watchConnection(
  context: WatchContext,
  familyId: string,
  purpose: Purpose,
): Promise<void> {
  const code = await checkConnection(context, familyId, purpose);
  if (code !== 'CAN_PAY') return;
  const notice = { familyId, to: 'adults', kind: 'lightning_can_pay' } as const;
  await context.db.changeFamily(familyId, (tx) =>
    notify(context.jobs, tx, [notice], context.clock()),
  );
}

async function orSilent<T>(opening: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  }
}
