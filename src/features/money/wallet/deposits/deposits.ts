/** Deposits: found at addresses that were given out, assigned by adults, booked, and reversed. */

import { transfer } from '#core/ledger.ts';
import { formatBtc } from '#core/money.ts';
import { markPaid, unmarkPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { ChainSource, SeenTransaction } from '#server/adapters/chain/port.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { PROGRAM } from '#server/ledger/program.ts';
import { type ReversalHook, reverse } from '#server/ledger/reverse.ts';
import { inTheWay } from '#server/ledger/shortfall.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Queue } from '#server/queue.ts';
import type { Place, Seen } from '../watched/addresses.ts';
import { bookingOf, movedTo } from './rules.ts';
import { addDeposit, type DepositRow, depositsAt, moveDeposit, setEntry } from './store.ts';

/** A changed address, with its history if it was given out. */
export type Changed = Place & Seen & { readonly history: readonly SeenTransaction[] };

/** Called between two requests; waits while others should go first. */
export type Rest = () => Promise<void>;

export type Payment = { txid: string; vout: number; scriptHash: string; amountSats: bigint };

export type Booking = {
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly hooks: readonly ReversalHook[];
};

/** Known payments, each as one string. */
export type KnownPayments = ReadonlySet<string>;
const textOf = (scriptHash: string, txid: string): string => `${scriptHash} ${txid}`;

export const knownPayments = async (tx: Tx, familyId: string): Promise<KnownPayments> => {
  const rows = await tx<{ scriptHash: string; txid: string }[]>`
    SELECT script_hash, txid FROM payment
    WHERE family_id = ${familyId} AND purpose = 'deposit'`;
  return new Set(rows.map(({ scriptHash, txid }) => textOf(scriptHash, txid)));
};

/** Finds payments to these addresses in transactions that are new. @throws ChainError */
export async function paymentsAt(
  source: ChainSource,
  changed: readonly Changed[],
  known: KnownPayments,
  rest: Rest,
): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (const { scriptHash, history } of changed)
    for (const { txid } of history) {
      if (known.has(textOf(scriptHash, txid))) continue;
      await rest();
      const found = await source.transaction(txid);
      for (const output of found?.outputs ?? [])
        if (output.scriptHash === scriptHash && output.sats > 0n)
          payments.push({ txid, vout: output.vout, scriptHash, amountSats: output.sats });
    }
  return payments;
}

type HandedOut = { scriptHash: string; address: string; childId: string | null; handedOutAt: Date };

/** Updates the deposits at these addresses, and the book accordingly. */
export async function recordDeposits(
  context: Booking,
  tx: Tx,
  familyId: string,
  changed: readonly Changed[],
  payments: readonly Payment[],
): Promise<void> {
  const hashes = changed.map(({ scriptHash }) => scriptHash);
  if (hashes.length === 0) return;
  const handedOut = await tx<HandedOut[]>`
    SELECT script_hash, address, child_id, handed_out_at FROM wallet_address
    WHERE family_id = ${familyId} AND handed_out_at IS NOT NULL AND NOT for_vault
      AND script_hash = ANY (${hashes}::text[])
    UNION ALL SELECT script_hash, address, child_id, handed_out_at FROM earlier_address
    WHERE family_id = ${familyId} AND script_hash = ANY (${hashes}::text[])`;
  if (handedOut.length === 0) return;
  const histories = new Map(changed.map(({ scriptHash, history }) => [scriptHash, history]));
  for (const deposit of await depositsAt(tx, familyId, hashes)) {
    const now = movedTo(deposit, histories.get(deposit.scriptHash) ?? []);
    if (!now) continue;
    await moveDeposit(tx, familyId, deposit.paymentId, now, context.clock());
    await bookOrTakeBack(context, tx, familyId, { ...deposit, ...now });
  }
  for (const payment of payments) {
    const to = handedOut.find(({ scriptHash }) => scriptHash === payment.scriptHash);
    const line = histories.get(payment.scriptHash)?.find(({ txid }) => txid === payment.txid);
    if (to && line)
      await addAndAnnounce(context, tx, familyId, to, { ...payment, height: line.height });
  }
}

/** Adds a new deposit and notifies the adults. */
async function addAndAnnounce(
  { jobs, clock }: Booking,
  tx: Tx,
  familyId: string,
  { address, childId }: HandedOut,
  payment: Payment & { height: number | undefined },
): Promise<void> {
  const now = clock();
  const height = payment.height ?? null;
  if (!(await addDeposit(tx, familyId, { ...payment, address, childId, height }, now))) return;
  const data = { amount: formatBtc(payment.amountSats) };
  const about = childId === null ? {} : { childId };
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'deposit_seen', data, ...about }], now);
}

/** Books or reverses a deposit: it is in the book exactly while it is in a block. */
export async function bookOrTakeBack(
  context: Booking,
  tx: Tx,
  familyId: string,
  deposit: DepositRow,
): Promise<void> {
  const step = bookingOf(deposit);
  if (step === 'book') await book(context, tx, familyId, deposit);
  if (step === 'take_back') await takeBack(context, tx, familyId, deposit);
}

async function book(
  { clock }: Booking,
  tx: Tx,
  familyId: string,
  { paymentId, childId, amountSats, decidedBy }: DepositRow,
): Promise<void> {
  const books = await findBooks(tx, familyId, childId === null ? [] : [childId]);
  const book = childId === null ? undefined : books.get(childId);
  // The child's book has been closed, so its money is left alone.
  if (childId === null || !book) return;
  const now = clock();
  const by = decidedBy ?? PROGRAM;
  const entryId = newId(now.getTime());
  const entry = {
    ...{ entryId, familyId, type: 'savings_deposit', childId, amountSats, occurredAt: now },
    madeBy: by,
    text: entryText('Bitcoin deposit'),
    postings: transfer(book.outside, book.savings, amountSats),
  };
  await post(tx, [entry], now);
  await markPaid(tx, familyId, [entryId], { by, now, source: 'wallet', proof: 'proven' });
  await setEntry(tx, familyId, paymentId, entryId);
}

/** If its money is no longer there, the entry stays and the adults are notified. */
async function takeBack(
  { jobs, clock, hooks }: Booking,
  tx: Tx,
  familyId: string,
  { paymentId, childId, amountSats, entryId }: DepositRow,
): Promise<void> {
  if (entryId === null) return;
  const now = clock();
  const effect = await tx<{ accountId: string; amountSats: bigint }[]>`
    SELECT account_id, -amount_sats AS amount_sats FROM posting
    WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
  const isStuck =
    (await isFrozen(tx, familyId, entryId)) || (await inTheWay(tx, familyId, effect)) !== undefined;
  if (!isStuck) {
    const said = { by: PROGRAM, now, source: 'wallet' } as const;
    await unmarkPaid(tx, familyId, [entryId], said);
    const why = 'Taken back: Bitcoin deposit';
    // The answer stays valid for the next block: `depositReversal` finds no entry any more.
    await setEntry(tx, familyId, paymentId, null);
    await reverse(tx, familyId, entryId, { madeBy: PROGRAM, now, why }, hooks);
  }
  const kind = isStuck ? 'deposit_stuck' : 'deposit_taken_back';
  const data = { amount: formatBtc(amountSats) };
  const about = childId === null ? {} : { childId };
  await notify(jobs, tx, [{ familyId, to: 'adults', kind, data, ...about }], now);
}

/** True if the entry touches a closed book, whose money can't be moved. */
async function isFrozen(tx: Tx, familyId: string, entryId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM posting p
    JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
    WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId} AND a.closed_sats IS NOT NULL`;
  return found.length > 0;
}
