/**
 * Asks the operator's wallet about due invoices, and gives referrers their month. Each round
 * reserves its rows, so several servers can share the work.
 */
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import type { LookUp, ReceivingWallet } from '#core/lightning/wallet.ts';
import { recordArrival } from '#features/book/payments/arrivals.ts';
import { findArrival } from '#features/book/payments/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Services } from '#server/http/context.ts';
import type { Queue } from '#server/queue.ts';
import { subscriptionArrival } from './arrival.ts';
import { creditReferrer } from './referrals.ts';
import { billingWallet, type UseWallet } from './wallet.ts';

export type BillingWatch = Pick<Services, 'db' | 'chain' | 'secretsKey' | 'clock' | 'billing'> & {
  readonly jobs: Queue;
};

type Due = { familyId: string; paymentId: string };

/** Rows per round. */
const MOST = 100;
/** Rows reserved by a round are due again after this time, in case the round was cut off. */
const LEASE_MS = 120_000;

/** @param say reports the wallet's state, see `billingWallet`. @returns one round */
export function billingWatcher(context: BillingWatch, say: (line: string) => void) {
  const { db, clock, chain, billing } = context;
  const use = billing && billingWallet(billing, chain, say);
  return async (): Promise<void> => {
    if (use) {
      const due = await takeDue(db.owner, clock());
      if (due.length > 0) await askAbout(context, use, due);
    }
    await creditReferrers(context);
  };
}

const takeDue = (owner: Sql, now: Date) => owner<Due[]>`
  UPDATE payment SET look_at = ${new Date(now.getTime() + LEASE_MS)}
  WHERE (family_id, payment_id) IN (
    SELECT family_id, payment_id FROM payment
    WHERE look_at <= ${now} AND direction = 'operator'
    ORDER BY look_at LIMIT ${MOST} FOR UPDATE SKIP LOCKED)
  RETURNING family_id, payment_id`;

async function askAbout(context: BillingWatch, use: UseWallet, due: readonly Due[]): Promise<void> {
  const askEach = async (wallet?: ReceivingWallet) => {
    for (const one of due) await askAboutOne(context, wallet, one);
    return true;
  };
  (await use(askEach)) ?? (await askEach());
}

async function askAboutOne(
  context: BillingWatch,
  wallet: ReceivingWallet | undefined,
  { familyId, paymentId }: Due,
): Promise<void> {
  const { db, clock, billing } = context;
  const row = await db.readFamily(familyId, (tx) => findArrival(tx, familyId, paymentId));
  if (row?.state !== 'open') return;
  const invoice = decodeInvoice(row.invoice);
  const answered = { by: wallet && billing?.walletId, now: clock() };
  const found = (await wallet?.lookUp({ direction: 'in', invoice })) ?? NOBODY;
  await db.changeFamily(familyId, (tx) =>
    recordArrival(subscriptionArrival, context, tx, familyId, paymentId, { found, answered }),
  );
}

const NOBODY: LookUp = { state: 'unknown', reason: 'unreachable', message: '' };

/** Runs in the referrer's own transaction: two families are never locked together. */
async function creditReferrers({ db, jobs, clock }: BillingWatch): Promise<void> {
  const waiting = await db.owner<{ familyId: string; referrerId: string }[]>`
    SELECT family_id, referrer_id FROM referral WHERE credited_at IS NULL
    ORDER BY paid_at LIMIT ${MOST}`;
  for (const { familyId: friendId, referrerId } of waiting)
    await db.changeFamily(referrerId, async (tx) => {
      const now = clock();
      if (!(await creditReferrer(tx, referrerId, friendId, now))) return;
      const notice = { familyId: referrerId, to: 'adults', kind: 'friend_subscribed' } as const;
      await notify(jobs, tx, [notice], now);
    });
}
