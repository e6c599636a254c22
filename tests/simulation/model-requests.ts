/** The model's requests: asked, answered, withdrawn. */
import {
  type Asked,
  type AskKind,
  book,
  HELD_ON,
  heldOf,
  type Model,
  type Move,
  type Outcome,
  onSavings,
} from './model-book.ts';

const MOST_OPEN = 20;

export function ask(next: Model, asked: Omit<Asked, 'state'>, name: string): Outcome {
  const { child, kind, sats, by } = asked;
  const account = HELD_ON[kind];
  const open = [...next.requests.values()].filter(
    (one) => one.state === 'open' && one.child === child,
  );
  if (open.length >= MOST_OPEN) return 'refused';
  if (account && next.balances[account][child] - heldOf(next, child, account) < sats)
    return 'refused';
  next.requests.set(name, { child, kind, sats, by, state: 'open' });
  return 'done';
}

/** @param kind where only requests of this kind are answered */
export function answer(
  next: Model,
  act: { request: string; yes: boolean; sats?: bigint | undefined; kind?: AskKind },
  now: number,
): Outcome {
  const asked = next.requests.get(act.request);
  if (act.kind && asked?.kind !== act.kind) return 'gone';
  if (asked?.state !== 'open') return 'refused';
  asked.state = act.yes ? 'yes' : 'no';
  if (!act.yes) return act.sats === undefined ? 'done' : 'refused';
  const { child, kind } = asked;
  const sats = act.sats ?? asked.sats;
  if (sats > asked.sats) return 'refused';
  const saved = kind === 'withdrawal' ? -sats : kind === 'savings_transfer' ? sats : 0n;
  const moves: Move[] = [{ child, account: 'spending', change: saved === 0n ? sats : -saved }];
  if (saved !== 0n) moves.push(onSavings(child, saved));
  return book(next, moves, { name: act.request, now });
}

/** Yes to those that are still open, as asked. */
export function answerAll(next: Model, requests: readonly string[], now: number): Outcome {
  for (const request of requests)
    if (next.requests.get(request)?.state === 'open') answer(next, { request, yes: true }, now);
  return 'done';
}

export function end(next: Model, request: string, state: 'no'): Outcome {
  const asked = next.requests.get(request);
  if (asked?.state !== 'open') return 'refused';
  asked.state = state;
  return 'done';
}
