/** Applies the chain's view of sends to the book: held, booked or reversed. */

import { transfer } from '#core/ledger.ts';
import { formatBtc } from '#core/money.ts';
import { markPaid, unmarkPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { ChainSource } from '#server/adapters/chain/port.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { availableOn } from '#server/ledger/accounts.ts';
import { captureHold, placeHold } from '#server/ledger/holds.ts';
import { post } from '#server/ledger/post.ts';
import { PROGRAM } from '#server/ledger/program.ts';
import { reverse } from '#server/ledger/reverse.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Booking } from '../deposits/deposits.ts';
import { movePart } from './part.ts';
import {
  isSameStanding,
  type Named,
  named,
  type Output,
  type Standing,
  standingOf,
} from './rules.ts';
import { claimedOutputs, findSend, type SendRow, setMoney, setStanding } from './store.ts';

/** A send's address now: all transactions there, and the payments of newer ones. */
export type AtAddress = { readonly txids: readonly string[]; readonly outputs: readonly Output[] };

/**
 * @param known transactions that the address had before; null treats all it has as old
 * @throws ChainError
 */
export async function lookAtAddress(
  source: ChainSource,
  scriptHash: string,
  known: readonly string[] | null,
): Promise<AtAddress> {
  const history = await source.history(scriptHash);
  const older = new Set(known);
  const outputs: Output[] = [];
  for (const { txid, height } of known === null ? [] : history)
    if (!older.has(txid)) outputs.push(...(await outputsOf(source, scriptHash, txid, height)));
  return { txids: history.map(({ txid }) => txid), outputs };
}

async function outputsOf(
  source: ChainSource,
  scriptHash: string,
  txid: string,
  height: number | undefined,
): Promise<Output[]> {
  const found = (await source.transaction(txid))?.outputs ?? [];
  return found
    .filter((output) => output.scriptHash === scriptHash)
    .map(({ vout, sats }) => ({ txid, vout, amountSats: sats, height: height ?? null }));
}

/** Looks up a transaction that a person entered. @throws ChainError */
export async function lookUpNamed(
  source: ChainSource,
  scriptHash: string,
  named: string,
): Promise<Named> {
  const line = (await source.history(scriptHash)).find(({ txid }) => txid === named);
  if (!line) return { isKnown: (await source.transaction(named)) !== undefined, outputs: [] };
  const outputs = await outputsOf(source, scriptHash, named, line.height);
  return { isKnown: true, outputs };
}

/** Updates one send; an unchanged one is not written. */
export async function recordSend(
  context: Booking,
  tx: Tx,
  familyId: string,
  paymentId: string,
  outputs: readonly Output[],
): Promise<void> {
  const send = await findSend(tx, familyId, paymentId);
  // If a cancelled part of a vault day is paid after all, the next vault day finds it.
  if (!send || (send.state === 'declined' && send.purpose === 'vault_day')) return;
  await moveSend(context, tx, familyId, send, await standingIn(tx, familyId, send, outputs));
}

/**
 * The send's position, given the outputs claimed by the family's other sends. Only a block revives
 * a cancelled one; unless it is in the book, losing that block cancels it again.
 */
export async function standingIn(
  tx: Tx,
  familyId: string,
  send: SendRow,
  outputs: readonly Output[],
): Promise<Standing> {
  const claimed = await claimedOutputs(tx, familyId, send.paymentId);
  const isLate = send.purpose === 'send' && send.holdId === null && send.entryId === null;
  const to = standingOf(send, outputs, ({ txid, vout }) => claimed.has(`${txid}:${vout}`));
  return isLate && to.state !== 'paid' ? CANCELLED : to;
}

export const CANCELLED = { state: 'declined', failure: null, txid: null, vout: null } as const;

type Naming = { send: SendRow; transactionId: string; result: Named | null | undefined };

/** Records an adult's claim that a transaction pays it. */
export async function nameSend(
  context: Booking,
  tx: Tx,
  familyId: string,
  { send, transactionId, result }: Naming,
): Promise<void> {
  if (send.txid !== null) return;
  const claimed = await claimedOutputs(tx, familyId, send.paymentId);
  const isClaimed = ({ txid, vout }: Output) => claimed.has(`${txid}:${vout}`);
  const to = named(send, transactionId, result ?? undefined, isClaimed);
  await moveSend(context, tx, familyId, send, to);
}

async function moveSend(
  context: Booking,
  tx: Tx,
  familyId: string,
  send: SendRow,
  to: Standing,
): Promise<void> {
  if (isSameStanding(send, to)) return;
  // A closed book is left alone: its money can't move.
  const isOpen = (await findBooks(tx, familyId, [send.childId])).has(send.childId);
  if (!isOpen) return;
  await setStanding(tx, familyId, send.paymentId, to, context.clock());
  if (send.purpose === 'vault_day') return movePart(context, tx, familyId, send, to);
  if (to.state === 'paid' && send.entryId === null) await book(context, tx, familyId, send);
  if (to.state !== 'paid' && send.entryId !== null)
    await takeBack(context, tx, familyId, send, send.entryId);
}

/** The first entry has the send's own id. A cancelled send has lost its hold. */
async function book(
  { clock, jobs }: Booking,
  tx: Tx,
  familyId: string,
  { paymentId, childId, amountSats, address, holdId, madeBy }: SendRow,
): Promise<void> {
  const book = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!book) throw new Error(`The book of the send ${paymentId} is closed`);
  const now = clock();
  if (holdId === null) {
    const isThere = (await availableOn(tx, familyId, book.savings)) >= amountSats;
    const data = { amount: formatBtc(amountSats) };
    const kind = isThere ? 'send_late' : 'send_stuck';
    await notify(jobs, tx, [{ familyId, to: 'adults', kind, childId, data }], now);
    // The money is no longer there: the parents correct the book.
    if (!isThere) return;
  }
  const before = await tx`
    SELECT FROM entry WHERE family_id = ${familyId} AND entry_id = ${paymentId}`;
  const entryId = before.length === 0 ? paymentId : newId(now.getTime());
  const entry = {
    ...{ entryId, familyId, type: 'savings_withdrawal', childId, amountSats: -amountSats },
    occurredAt: now,
    madeBy,
    text: entryText(`Bitcoin sent to ${address}`.slice(0, 200)),
    postings: transfer(book.savings, book.outside, amountSats),
  };
  if (holdId === null) await post(tx, [entry], now);
  else await captureHold(tx, holdId, entry, now);
  const said = { by: madeBy, now, source: 'wallet', proof: 'proven' } as const;
  await markPaid(tx, familyId, [entryId], said);
  await setMoney(tx, familyId, paymentId, { holdId: null, entryId });
}

/** Returns the money to the child's savings, holds it again, and notifies both parents. */
async function takeBack(
  { clock, jobs, hooks }: Booking,
  tx: Tx,
  familyId: string,
  { paymentId, childId, amountSats }: SendRow,
  entryId: string,
): Promise<void> {
  const now = clock();
  await unmarkPaid(tx, familyId, [entryId], { by: PROGRAM, now, source: 'wallet' });
  const why = 'Taken back: Bitcoin sent';
  await reverse(tx, familyId, entryId, { madeBy: PROGRAM, now, why }, hooks);
  const book = (await findBooks(tx, familyId, [childId])).get(childId);
  const holdId = book
    ? await placeHold(tx, familyId, { accountId: book.savings, amountSats, reason: HOLD, now })
    : null;
  await setMoney(tx, familyId, paymentId, { holdId, entryId: null });
  const data = { amount: formatBtc(amountSats) };
  const notice = { familyId, to: 'adults', kind: 'send_taken_back', childId, data } as const;
  await notify(jobs, tx, [notice], now);
}

export const HOLD = 'bitcoin_send';
