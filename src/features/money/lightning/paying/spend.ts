/** The entry for a child's payment, with the fee up to the limit. */
import { transfer } from '#core/ledger.ts';
import { markPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { newId } from '#server/ids.ts';
import { availableOn } from '#server/ledger/accounts.ts';
import { captureHold, releaseHold } from '#server/ledger/holds.ts';
import { post } from '#server/ledger/post.ts';
import { PROGRAM } from '#server/ledger/program.ts';
import { entryText } from '#server/ledger/text.ts';
import { noteSpending } from '../connections/alerts.ts';
import type { Purpose } from './purpose.ts';
import { bookedFee } from './rules.ts';

export const spend: Purpose = {
  /** The entry's id is the payment's. */
  async booked({ jobs, billing, tx, familyId, row, by, now }, { proof, feeSats }) {
    const { paymentId, childId, amountSats, feeLimitSats, holdId, madeBy } = row;
    const books = (await findBooks(tx, familyId, [childId])).get(childId);
    if (!books) throw new Error(`The book of the payment ${paymentId} is closed`);
    // Its hold was released, so the fee is booked only as far as there is money for it.
    const free = holdId === null && (await availableOn(tx, familyId, books.spending));
    const roomSats = free === false ? feeLimitSats : free - amountSats;
    if (roomSats < 0n) return undefined;
    const feeRoomSats = roomSats < feeLimitSats ? roomSats : feeLimitSats;
    const spentSats = amountSats + bookedFee(feeSats, feeRoomSats);
    const entry = {
      ...{ entryId: paymentId, familyId, type: 'lightning_spend', childId, madeBy },
      amountSats: -spentSats,
      occurredAt: now,
      text: entryText(row.description || 'Lightning payment'),
      postings: transfer(books.spending, books.outside, spentSats),
    };
    if (holdId === null) await post(tx, [entry], now);
    else await captureHold(tx, holdId, entry, now);
    const said = { by: by ?? madeBy, now, source: by ? 'parent' : 'wallet', proof } as const;
    await markPaid(tx, familyId, [paymentId], said);
    await noteSpending({ jobs, billing }, tx, familyId, { childId, spentSats, now });
    return paymentId;
  },

  async freed({ tx, familyId, row: { holdId }, now }) {
    if (holdId !== null) await releaseHold(tx, familyId, holdId, now);
  },

  async feeReported({ tx, familyId, row: { childId, feeLimitSats }, now }, feeSats) {
    const books = (await findBooks(tx, familyId, [childId])).get(childId);
    if (!books) return;
    const available = await availableOn(tx, familyId, books.spending);
    const fee = bookedFee(feeSats, available < feeLimitSats ? available : feeLimitSats);
    if (fee === 0n) return;
    const entryId = newId(now.getTime());
    const entry = {
      ...{ entryId, familyId, type: 'lightning_spend', childId, madeBy: PROGRAM },
      amountSats: -fee,
      occurredAt: now,
      text: entryText('Fee of a Lightning payment'),
      postings: transfer(books.spending, books.outside, fee),
    };
    await post(tx, [entry], now);
    const said = { by: PROGRAM, now, source: 'wallet', proof: 'stated' } as const;
    await markPaid(tx, familyId, [entryId], said);
  },
};
