/** What takes work that features have queued. */
import { runScan, type ScanContext } from '#features/wallet/scan.ts';
import type { Services } from '#server/http/mount.ts';
import type { Queue, Worker } from '#server/jobs.ts';
import { reversalHooks } from './ledger-hooks.ts';

export type ChainWork = Pick<
  Services,
  'db' | 'chain' | 'billing' | 'secretsKey' | 'publicUrl' | 'clock'
>;

export const scanContext = (settings: ChainWork, jobs: Queue): ScanContext => ({
  ...settings,
  jobs,
  hooks: reversalHooks,
});

/** Scans at a time in one process: those that wait for a silent server leave room for others. */
const SCANS_AT_ONCE = 4;

export const workers = (settings: ChainWork): { 'wallet-scan': Worker } => ({
  'wallet-scan': {
    atOnce: SCANS_AT_ONCE,
    run: ({ familyId = '', scanId = '' }, jobs) =>
      runScan(scanContext(settings, jobs), { familyId, scanId }),
  },
});
