/** A paid invoice adds its months, once; the first one may add one for a friend too. */

import type { Arrival } from '#features/book/payments/arrivals.ts';
import { setPaid } from '#features/book/payments/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { Queue } from '#server/queue.ts';
import { acceptReferral } from './referrals.ts';
import { FREE_MONTHS } from './rules.ts';
import { addCredit } from './store.ts';

type Context = {
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly secretsKey: Uint8Array;
};

export const subscriptionArrival: Arrival<Context> = {
  async arrived({ context: { jobs, secretsKey }, tx, familyId, row, now }, { proof }) {
    const { paymentId, paymentHash, months, amountSats, referralCode: code } = row;
    if (months === null) throw new Error(`The invoice ${paymentId} sells no months`);
    if (!(await setPaid(tx, familyId, paymentId, { proof, now }))) return;
    // Comes before the credit: a referral is valid only with the first payment.
    const isInvited =
      code !== null && (await acceptReferral(tx, secretsKey, { familyId, code }, now));
    await addCredit(tx, familyId, { source: 'invoice', months, amountSats, paymentHash }, now);
    if (isInvited) await addCredit(tx, familyId, { source: 'invited', months: FREE_MONTHS }, now);
    await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'subscription_paid' }], now);
  },
};
