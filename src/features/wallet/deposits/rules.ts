/** What a deposit is, and what a new look at the chain makes of it. Pure. */
import type { DepositState } from './contract.ts';

export type DepositFacts = {
  /** The block it stands in; null while it waits. */
  height: number | null;
  /** The network has dropped it. */
  dropped: boolean;
  answer: 'child' | 'promised' | 'nobody' | null;
};

const STATES = {
  none: 'asked',
  child: 'booked',
  promised: 'promised',
  nobody: 'declined',
} as const satisfies Record<string, DepositState>;

export function depositState(facts: DepositFacts): DepositState {
  if (facts.dropped) return 'gone';
  if (facts.height === null) return 'waiting';
  return STATES[facts.answer ?? 'none'];
}

type Line = { readonly txid: string; readonly height: number | undefined };

/**
 * Where the chain has a deposit now, given the history of its address; undefined where nothing
 * changed.
 */
export function movedTo(
  deposit: DepositFacts & { txid: string },
  history: readonly Line[],
): Pick<DepositFacts, 'height' | 'dropped'> | undefined {
  const line = history.find(({ txid }) => txid === deposit.txid);
  const now = line
    ? { height: line.height ?? null, dropped: false }
    : { height: null, dropped: true };
  const same = now.height === deposit.height && now.dropped === deposit.dropped;
  return same ? undefined : now;
}

/**
 * What has to be done in the book: it has the deposit exactly while a block has it and an adult has
 * said whose it is.
 */
export function bookingOf(
  deposit: DepositFacts & { entryId: string | null },
): 'book' | 'take_back' | undefined {
  const shallStand = depositState(deposit) === 'booked';
  if (shallStand === (deposit.entryId !== null)) return undefined;
  return shallStand ? 'book' : 'take_back';
}
