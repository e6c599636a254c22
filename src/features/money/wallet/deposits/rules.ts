/** Deposit states, and how a new look at the chain changes them. Pure. */
import type { DepositState } from './contract.ts';

export type DepositFacts = {
  /** The height of its block; null while unconfirmed. */
  height: number | null;
  /** `failed`: the network has dropped it. */
  state: 'open' | 'paid' | 'failed';
  answer: 'child' | 'promised' | 'nobody' | null;
};

const STATES = {
  none: 'asked',
  child: 'booked',
  promised: 'promised',
  nobody: 'declined',
} as const satisfies Record<string, DepositState>;

export function depositState(facts: DepositFacts): DepositState {
  if (facts.state === 'failed') return 'gone';
  if (facts.height === null) return 'waiting';
  return STATES[facts.answer ?? 'none'];
}

export const stateAt = (height: number | null) => (height === null ? 'open' : 'paid');

type Line = { readonly txid: string; readonly height: number | undefined };

/** A deposit's new position on the chain, from its address's history; undefined if unchanged. */
export function movedTo(
  deposit: DepositFacts & { txid: string },
  history: readonly Line[],
): Pick<DepositFacts, 'height' | 'state'> | undefined {
  const line = history.find(({ txid }) => txid === deposit.txid);
  const height = line?.height ?? null;
  const state = line ? stateAt(height) : 'failed';
  const same = height === deposit.height && state === deposit.state;
  return same ? undefined : { height, state };
}

/**
 * Decides what to change in the book: a deposit is in it exactly while it is in a block and an
 * adult has assigned it to a child.
 */
export function bookingOf(
  deposit: DepositFacts & { entryId: string | null },
): 'book' | 'take_back' | undefined {
  const shallStand = depositState(deposit) === 'booked';
  if (shallStand === (deposit.entryId !== null)) return undefined;
  return shallStand ? 'book' : 'take_back';
}
