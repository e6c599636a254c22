/**
 * The model's arrivals: what somebody outside the family has paid. It is in no book until an adult
 * has said whose it is, and again in none once that entry is taken back.
 */
import type { ActOf, ArrivalAct } from './act.ts';
import { book, tell } from './model-book.ts';
import { addGift } from './model-goals.ts';
import { isOpen } from './model-people.ts';
import type { Arrival, Model, Move, Outcome } from './model-types.ts';

/** The adults are asked whose a gift is; of a deposit they hear from the look at the chain. */
export function arrive(next: Model, name: string, made: Omit<Arrival, 'state'>): void {
  next.arrivals.set(name, { ...made, state: 'asked' });
  if (made.isGift) tell(next, 'adults', 'gift_arrived', { child: made.child });
}

export function answerArrival(
  next: Model,
  act: ActOf<ArrivalAct['call']>,
  name: string,
  now: number,
): Outcome {
  const found = next.arrivals.get(act.arrival);
  if (!found || found.isGift !== (act.call === 'answerGift')) return 'gone';
  if (found.state === 'booked' || !found.isConfirmed) return 'refused';
  const { sats } = found;
  const { arrival } = act;
  const bookAs = (move: Omit<Move, 'change'>) => {
    const outcome = book(next, [{ ...move, change: sats }], { name, now });
    Object.assign(next.entries.get(name) ?? {}, { paidBy: 'wallet', arrival });
    return outcome;
  };
  if (act.call === 'answerDeposit') {
    const child = act.isPromised ? undefined : act.child;
    found.state = act.isPromised ? 'promised' : child === undefined ? 'nobody' : 'booked';
    return child === undefined ? 'done' : bookAs({ child, account: 'savings' });
  }
  found.state = act.to === 'nobody' ? 'nobody' : 'booked';
  if (act.to === 'nobody') return 'done';
  const { child } = found;
  if (child === undefined || !isOpen(next, child)) return 'gone';
  tell(next, child, 'gift_booked', { child });
  if (act.to !== 'goal') return bookAs({ child, account: act.to });
  const { goal } = act;
  return addGift(next, { goal, giver: child, sats, at: now, isUndone: false, arrival }, name);
}
