/** The shape of recording.json: a real server's replies about the sample family, on its dates. */
import type { CivilDate } from '#core/calendar.ts';

/** In order: before and after "Process Allowances", then later dates. */
export const TIMES = ['today', 'processed', 'week', 'year'] as const;
export type Time = (typeof TIMES)[number];

export interface Recording {
  today: CivilDate;
  /** By address; a reply that never changes is stored once. */
  replies: Record<string, { [time in Time]?: unknown }>;
}

/** Balances of the family's own wallets; Satling holds nothing. */
export interface DemoWallet {
  /** On-chain: savings and goals. */
  balance: string;
  totalBalance: string;
  address: string;
  lightningBalance: string;
  /** In transit from spending money to savings. */
  lightningPendingBalance: string;
}
