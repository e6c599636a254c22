/** The shape of recording.json: what a real server replied about the sample family, on its days. */
import type { CivilDate } from '#core/calendar.ts';

/** In order: before and after "Process Allowances", and later. */
export const TIMES = ['today', 'processed', 'week', 'year'] as const;
export type Time = (typeof TIMES)[number];

export interface Recording {
  today: CivilDate;
  /** By address; a reply that stays the same is there once. */
  replies: Record<string, { [time in Time]?: unknown }>;
}

/** What the family's own wallets hold; Satling holds nothing. */
export interface DemoWallet {
  /** On-chain: savings and goals. */
  balance: string;
  totalBalance: string;
  address: string;
  lightningBalance: string;
  /** On its way from spending money to savings. */
  lightningPendingBalance: string;
}
