/** The context of scans and rounds of the chain, in addition to a call's context. */
import type { ScannerContext } from '#features/money/wallet/scan/scanner.ts';
import type { Services } from '#server/http/context.ts';
import type { Queue } from '#server/queue.ts';
import { reversalHooks } from './ledger-hooks.ts';

export type ChainWork = Pick<
  Services,
  'db' | 'chain' | 'prices' | 'billing' | 'secretsKey' | 'publicUrl' | 'clock'
>;

export const scanContext = (settings: ChainWork, jobs: Queue): ScannerContext => ({
  ...settings,
  jobs,
  hooks: reversalHooks,
});
