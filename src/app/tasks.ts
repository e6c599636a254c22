/** What the clock starts, on whichever instance is free. */

import { settleAutomatic } from '#features/allowances/settling.ts';
import { lapseRequests } from '#features/approvals/decisions.ts';
import { eraseOldWords } from '#features/approvals/store.ts';
import { sweep } from '#features/auth/store.ts';
import { forgetReferred } from '#features/billing/referrals.ts';
import { sweepCopies } from '#features/changes/store.ts';
import { eraseBooks } from '#features/children/closing.ts';
import { sweepChanges } from '#features/email-change/store.ts';
import { lapseAllocations } from '#features/goals/allocations/decisions.ts';
import { eraseOldComments } from '#features/lightning/gifts/store.ts';
import { remindToSync } from '#features/lightning/reminders.ts';
import { sweepMessages } from '#features/messages/store.ts';
import { eraseFamilies, pruneAutomatic } from '#features/privacy/work.ts';
import { notifyPayDays } from '#features/push/store.ts';
import { noteAllCoverage } from '#features/wallet/coverage/watch.ts';
import { watchChain } from '#features/wallet/watch.ts';
import type { Database } from '#server/db/database.ts';
import { sessionLimits } from '#server/http/actor.ts';
import type { Task } from '#server/jobs.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { sweepFigures } from '#server/monitor/store.ts';
import { bookings } from './bookings.ts';
import { erasers } from './erasers.ts';
import { pruneHooks } from './ledger-hooks.ts';
import { type ChainWork, scanContext } from './workers.ts';

export const tasks = (
  { owner, notifyChange }: Database,
  sealKey: Uint8Array,
  publicUrl: string,
  clock: () => Date,
  chain: ChainWork,
): Task[] => [
  {
    name: 'seal',
    cron: '* * * * *',
    run: async () => {
      await sealAll(owner, sealKey);
    },
  },
  {
    name: 'pay-allowances',
    cron: '*/5 * * * *',
    run: async () => {
      await settleAutomatic(owner, clock(), notifyChange);
    },
  },
  {
    name: 'tell-pay-days',
    cron: '*/10 * * * *',
    run: async (jobs) => {
      await notifyPayDays(owner, jobs, clock());
    },
  },
  {
    name: 'lapse-requests',
    cron: '7 * * * *',
    run: async (jobs) => {
      await lapseRequests(owner, { jobs, publicUrl, bookings: bookings() }, clock(), notifyChange);
      await lapseAllocations(owner, jobs, publicUrl, clock(), notifyChange);
    },
  },
  {
    name: 'watch-chain',
    cron: '* * * * *',
    run: async (jobs) => {
      await watchChain(scanContext(chain, jobs));
    },
  },
  {
    name: 'remind-to-sync',
    cron: '23 * * * *',
    run: async (jobs) => {
      await remindToSync({ ...chain, jobs });
    },
  },
  {
    name: 'note-coverage',
    cron: '*/5 * * * *',
    run: async (jobs) => {
      await noteAllCoverage(scanContext(chain, jobs));
    },
  },
  {
    name: 'prune',
    cron: '41 2 * * *',
    run: async () => {
      await pruneAutomatic(owner, { key: sealKey, hooks: pruneHooks }, clock(), notifyChange);
    },
  },
  {
    name: 'erase-families',
    cron: '*/10 * * * *',
    run: async () => {
      await eraseFamilies(owner, clock());
    },
  },
  {
    name: 'erase-books',
    cron: '*/10 * * * *',
    run: async () => {
      await eraseBooks(owner, erasers, clock(), notifyChange);
    },
  },
  {
    name: 'erase-old-words',
    cron: '41 3 * * *',
    run: async () => {
      await eraseOldWords(owner, clock());
      await eraseOldComments(owner, clock());
    },
  },
  {
    name: 'sweep',
    cron: '17 * * * *',
    run: async () => {
      await sweep(owner, clock(), sessionLimits(clock()));
      await sweepMessages(owner, clock());
      await sweepChanges(owner, clock());
      await sweepCopies(owner, clock());
      await sweepFigures(owner, clock());
      await forgetReferred(owner, clock());
    },
  },
];
