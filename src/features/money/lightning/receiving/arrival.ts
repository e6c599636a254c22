/** Books a child's paid invoice, once. */
import { transfer } from '#core/ledger.ts';
import { formatBtc } from '#core/money.ts';
import { HOUR } from '#core/time.ts';
import type { Arrival } from '#features/book/payments/arrivals.ts';
import { lookAgain, setPaid } from '#features/book/payments/store.ts';
import { markPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { PROGRAM } from '#server/ledger/program.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Queue } from '#server/queue.ts';

export const invoiceArrival: Arrival<{ readonly jobs: Queue; readonly clock: () => Date }> = {
  async arrived({ context: { jobs }, tx, familyId, row, now }, { proof }) {
    const { paymentId, amountSats, description } = row;
    const childId = row.childId ?? '';
    const books = (await findBooks(tx, familyId, [childId])).get(childId);
    // A closed book is left alone. Once it is restored, the next look-up books the invoice.
    if (!books) {
      await lookAgain(tx, familyId, paymentId, new Date(now.getTime() + HOUR));
      return;
    }
    const entryId = newId(now.getTime());
    if (!(await setPaid(tx, familyId, paymentId, { entryId, proof, now }))) return;
    const entry = {
      ...{ entryId, familyId, type: 'earned', childId, amountSats, madeBy: PROGRAM },
      occurredAt: now,
      text: entryText(description),
      postings: transfer(books.outside, books.spending, amountSats),
    };
    await post(tx, [entry], now);
    await markPaid(tx, familyId, [entryId], { by: PROGRAM, now, source: 'wallet', proof });
    const data = { amount: formatBtc(amountSats) };
    const about = { familyId, kind: 'invoice_paid', childId, data } as const;
    const notices = [{ ...about, to: 'adults' } as const, { ...about, to: 'child' } as const];
    await notify(jobs, tx, notices, now);
  },
};
