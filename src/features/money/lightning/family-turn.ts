/**
 * One family's turn: incoming invoices, outcomes of payments, due pay days, and the state of each
 * connection. Each part ends at the first request without an answer, or when its time is up; the
 * remaining rows are due again at once.
 */

import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { ConnectionError, type ReceivingWallet } from '#core/lightning/wallet.ts';
import { recordArrival } from '#features/book/payments/arrivals.ts';
import type { Outgoing } from '#features/book/payments/row.ts';
import { findArrival } from '#features/book/payments/store.ts';
import type { Sql } from '#server/db/sql.ts';
import { releaseHold } from '#server/ledger/holds.ts';
import type { Place } from '#server/places.ts';
import type { Purpose } from './connections/contract.ts';
import { type Lease, textOf, whileHeld } from './connections/lease.ts';
import { NOBODY, newPart, type Part } from './connections/parts.ts';
import {
  checkConnection,
  type Opened,
  openReceiveOnly,
  openToReceive,
  openToSpend,
} from './connections/wallet.ts';
import { giftArrival } from './gifts/arrival.ts';
import { afterLookUp, NO_ANSWER } from './paying/outcome.ts';
import { giveUp, recordFee, recordOutcome } from './paying/record.ts';
import { endPayment, findPayment } from './paying/store.ts';
import { type PayoutContext, payDue } from './payouts/paying.ts';
import { askPayee } from './payouts/witness.ts';
import { purposes } from './purposes.ts';
import { invoiceArrival } from './receiving/arrival.ts';

export type WatchContext = PayoutContext;

/** Context for recording a turn's results. */
type TurnContext = WatchContext & { readonly purposes: typeof purposes };

/** The keys of one family's reserved rows, and the round that reserved them. */
export type Due = { familyId: string; lease: Lease; rows: Readonly<Record<Watched, string[]>> };

/** Rows due at `look_at`: their table, the rest of the key, and a filter. */
export const WATCHED = {
  outgoing: { table: 'payment', key: 'payment_id', direction: 'out' },
  incoming: { table: 'payment', key: 'payment_id', direction: 'in' },
  payout: { table: 'payout', key: 'entry_id' },
  connection: { table: 'lightning_connection', key: 'purpose' },
} as const;
export type Watched = keyof typeof WATCHED;

/** @returns whether a wallet was slow: it didn't answer in time */
export async function takeTurn(all: WatchContext, due: Due, place: Place): Promise<boolean> {
  const { familyId, lease, rows } = due;
  const context = { ...all, purposes, db: whileHeld(all.db, lease) };
  const parts: Part[] = [];
  /** When the family's time is up, these rows are due at once, but after all other families. */
  const begin = async (kind: Watched): Promise<Part | undefined> => {
    if (rows[kind].length === 0) return undefined;
    if (place.isOver()) {
      await putBack(context, due, kind, rows[kind]);
      return undefined;
    }
    const part = newPart(context.clock, place);
    parts.push(part);
    return part;
  };
  const paying = await begin('outgoing');
  if (paying) await watchPayments(context, due, paying);
  const incoming = await begin('incoming');
  if (incoming) await watchIncoming(context, due, incoming);
  const payouts = await begin('payout');
  if (payouts) {
    const unpaid = await payDue({ ...context, lease }, familyId, rows.payout, payouts);
    await putBack(context, due, 'payout', unpaid);
  }
  let isSilent = false;
  if (await begin('connection'))
    for (const purpose of rows.connection)
      isSilent = (await watchConnection(context, familyId, purpose as Purpose)) || isSilent;
  return isSilent || parts.some((part) => part.isOver());
}

/** Makes rows that weren't processed due again at once, unless they have changed. */
async function putBack(
  { db, clock }: WatchContext,
  { familyId, lease }: Due,
  kind: Watched,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const owner: Sql = db.owner;
  const { table, key } = WATCHED[kind];
  await owner`
    UPDATE ${owner(table)} SET look_at = ${clock()}
    WHERE family_id = ${familyId} AND look_at = ANY(${textOf(lease.given)}::text[]::timestamptz[])
      AND ${owner(key)}::text = ANY(${[...keys]})`;
}

async function watchIncoming(context: WatchContext, due: Due, part: Part): Promise<void> {
  const { db, clock } = context;
  const { familyId, rows } = due;
  const opened = await orTimeout(openToReceive(context, familyId), part);
  const left: string[] = [];
  try {
    for (const id of rows.incoming) {
      if (opened && part.isOver()) {
        left.push(id);
        continue;
      }
      const row = await db.readFamily(familyId, (tx) => findArrival(tx, familyId, id));
      if (row?.state !== 'open') continue;
      const arrival = row.purpose === 'gift' ? giftArrival : invoiceArrival;
      const invoice = decodeInvoice(row.invoice);
      const verifyUrl = row.verifyUrl ?? undefined;
      const answered = { by: opened?.row.connectionId, now: clock() };
      const asked = await opened?.wallet.lookUp({ direction: 'in', invoice, verifyUrl });
      const found = part.hear(asked ?? NOBODY);
      await db.changeFamily(familyId, (tx) =>
        recordArrival(arrival, context, tx, familyId, id, { found, answered }),
      );
    }
    await putBack(context, due, 'incoming', left);
  } finally {
    opened?.wallet.close();
  }
}

async function watchPayments(context: TurnContext, due: Due, part: Part): Promise<void> {
  const { familyId } = due;
  // The receive-only connection may know payments too; the vault's connection is not here.
  const opened =
    (await orTimeout(openToSpend(context, familyId), part)) ??
    (await orTimeout(openReceiveOnly(context, familyId), part));
  const left: string[] = [];
  try {
    for (const id of due.rows.outgoing) {
      const row = await context.db.readFamily(familyId, (tx) => findPayment(tx, familyId, id));
      if (row && !(await watchPayment(context, familyId, row, { opened, part }))) left.push(id);
    }
    await putBack(context, due, 'outgoing', left);
  } finally {
    opened?.wallet.close();
  }
}

type Asking = { readonly opened: Opened<ReceivingWallet> | undefined; readonly part: Part };

/** @returns false once the wallet must get no more requests */
async function watchPayment(
  context: TurnContext,
  familyId: string,
  row: Outgoing,
  asking: Asking,
): Promise<boolean> {
  const { paymentId, state } = row;
  if (state === 'asked') await lapse(context, familyId, row);
  else if (state === 'open' && row.sentAt === null)
    // The program that was to send it has stopped.
    await context.db.changeFamily(familyId, (tx) => giveUp(context, tx, familyId, paymentId));
  else if (state !== 'declined') return askAfter(context, familyId, row, asking);
  return true;
}

/** @returns false once the wallet must get no more requests */
async function askAfter(
  context: TurnContext,
  familyId: string,
  row: Outgoing,
  { opened, part }: Asking,
): Promise<boolean> {
  const { db, clock } = context;
  const { paymentId, state } = row;
  const now = clock();
  if (opened && part.isOver()) return false;
  const invoice = decodeInvoice(row.invoice);
  const found = part.hear((await opened?.wallet.lookUp({ direction: 'out', invoice })) ?? NOBODY);
  const answered = { by: opened?.row.connectionId, now };
  const outcome =
    state === 'paid'
      ? NO_ANSWER
      : await askPayee(context, familyId, row, afterLookUp(found, row, answered));
  await db.changeFamily(familyId, async (tx) => {
    if (state !== 'paid') return recordOutcome(context, tx, familyId, paymentId, outcome);
    const feeSats = found.state === 'settled' ? (found.feeSats ?? null) : null;
    return recordFee(context, tx, familyId, paymentId, feeSats);
  });
  return true;
}

/** The request was not answered before the invoice expired. */
const lapse = (context: WatchContext, familyId: string, { paymentId }: Outgoing) =>
  context.db.changeFamily(familyId, async (tx) => {
    const row = await findPayment(tx, familyId, paymentId);
    if (row?.state !== 'asked' || row.holdId === null) return;
    const now = context.clock();
    await releaseHold(tx, familyId, row.holdId, now);
    const end = { ...row, state: 'failed', failure: 'expired' } as const;
    await endPayment(tx, familyId, paymentId, end, { now, lookAt: null });
  });

/** @returns whether the wallet didn't answer */
async function watchConnection(
  context: WatchContext,
  familyId: string,
  purpose: Purpose,
): Promise<boolean> {
  return (await checkConnection(context, familyId, purpose)) === 'NO_ANSWER';
}

async function orTimeout<T>(opening: Promise<T | undefined>, part: Part): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    if (error.code === 'NO_ANSWER') part.end();
    return undefined;
  }
}
