/** Scheduled tasks, run on whichever instance is free. */

import { lapseRequests } from '#features/book/approvals/decisions.ts';
import { eraseOldWords } from '#features/book/approvals/store.ts';
import { sweepCopies } from '#features/book/changes/store.ts';
import { eraseFamilies, pruneAutomatic } from '#features/book/privacy/work.ts';
import { sweepChanges } from '#features/household/email-change/store.ts';
import { forgetReferred } from '#features/money/billing/referrals.ts';
import { eraseOldComments } from '#features/money/lightning/gifts/store.ts';
import { remindToSync } from '#features/money/lightning/reminders.ts';
import { noteAllCoverage } from '#features/money/wallet/coverage/watch.ts';
import { chainWatcher } from '#features/money/wallet/watch.ts';
import { forgetEarlier } from '#features/money/wallet/watched/earlier.ts';
import { sweepMessages } from '#features/notices/messages/store.ts';
import { sweep } from '#features/people/auth/store.ts';
import { followedCurrencies } from '#features/people/children/agreed.ts';
import { eraseBooks } from '#features/people/children/closing.ts';
import { askPrices, sweepPrices } from '#features/people/rates/asking.ts';
import { notifyPayDays } from '#features/pocket/allowances/pay-day-push.ts';
import { settleAutomatic } from '#features/pocket/allowances/settling.ts';
import { growSaplings } from '#features/pocket/growth/sapling/run.ts';
import { type Database, transaction } from '#server/db/database.ts';
import type { Tx } from '#server/db/sql.ts';
import { sweepErasures } from '#server/erasures.ts';
import { sessionLimits } from '#server/http/actor.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { sweepFigures } from '#server/monitor/store.ts';
import type { Queue } from '#server/queue.ts';
import type { Task } from '#server/task-runs.ts';
import { bookings } from './bookings.ts';
import { erasers } from './erasers.ts';
import { pruneHooks } from './ledger-hooks.ts';
import { type ChainWork, scanContext } from './workers.ts';

/** @param db checks before each write that the run is the newest of its task */
type Work = (db: Database, jobs: Queue) => Promise<unknown>;

export function tasks(
  database: Database,
  sealKey: Uint8Array,
  publicUrl: string,
  clock: () => Date,
  chain: ChainWork,
): Task[] {
  const task = (name: string, cron: string, work: Work): Task => ({
    name,
    cron,
    run: async (jobs, check) => {
      await work(database.checking(check), jobs);
    },
  });
  const watch = chainWatcher(SLOW_SOURCES_MS);
  return [
    task('seal', '* * * * *', ({ owner }) => sealAll(owner, sealKey)),
    task('pay-allowances', '*/5 * * * *', ({ owner, notifyChange }) =>
      settleAutomatic(owner, clock(), notifyChange),
    ),
    task('tell-pay-days', '*/10 * * * *', ({ owner }, jobs) => notifyPayDays(owner, jobs, clock())),
    task('lapse-requests', '7 * * * *', ({ owner, notifyChange }, jobs) =>
      lapseRequests(owner, { jobs, publicUrl, bookings: bookings() }, clock(), notifyChange),
    ),
    // A slow family's round outlives its run, so no run's number can guard it. That is safe: it
    // writes only the current reply of its source.
    { name: 'watch-chain', cron: '* * * * *', run: (jobs) => watch(scanContext(chain, jobs)) },
    task('ask-prices', '* * * * *', ({ owner }) =>
      askPrices(owner, chain.prices, followedCurrencies, clock()),
    ),
    task('remind-to-sync', '23 * * * *', (db, jobs) => remindToSync({ ...chain, db, jobs })),
    task('note-coverage', '*/5 * * * *', (db, jobs) =>
      noteAllCoverage(scanContext({ ...chain, db }, jobs)),
    ),
    task('prune', '41 2 * * *', ({ owner, notifyChange }) =>
      pruneAutomatic(owner, { key: sealKey, hooks: pruneHooks }, clock(), notifyChange),
    ),
    task('grow-saplings', '12 * * * *', ({ owner }) => growSaplings(owner, clock())),
    task('erase-families', '*/10 * * * *', ({ owner }) => eraseFamilies(owner, clock())),
    task('erase-books', '*/10 * * * *', ({ owner, notifyChange }) =>
      eraseBooks(owner, erasers, clock(), notifyChange),
    ),
    task('erase-old-words', '41 3 * * *', ({ owner }) =>
      transaction(owner, 'BEGIN', async (tx) => {
        await eraseOldWords(tx, clock());
        await eraseOldComments(tx, clock());
      }),
    ),
    task('sweep', '17 * * * *', ({ owner }) =>
      Promise.all(sweeps(clock()).map((one) => transaction(owner, 'BEGIN', one))),
    ),
  ];
}

/** After this time, a family's slow source continues alongside the next rounds. */
const SLOW_SOURCES_MS = 45_000;

/** Each in its own transaction, to avoid waiting for another's locks. */
const sweeps = (now: Date): ((tx: Tx) => Promise<void>)[] =>
  [
    (tx: Tx) => sweep(tx, now, sessionLimits(now)),
    (tx: Tx) => sweepMessages(tx, now),
    (tx: Tx) => sweepChanges(tx, now),
    (tx: Tx) => sweepCopies(tx, now),
    (tx: Tx) => sweepPrices(tx, now),
    (tx: Tx) => sweepFigures(tx, now),
    (tx: Tx) => forgetReferred(tx, now),
    (tx: Tx) => forgetEarlier(tx, now),
    async (tx: Tx) => void (await sweepErasures(tx, now)),
  ].map((one) => async (tx) => {
    await one(tx);
  });
