/** The model's requests: asked, answered, withdrawn. */
import { book, HELD_ON, heldOf, onSavings, tell } from './model-book.ts';
import { importFile } from './model-imports.ts';
import type { Asked, AskKind, Model, Move, Outcome, Person } from './model-types.ts';

const MOST_OPEN = 20;
const LAPSES_MS = 30 * 86_400_000;

type Made = Omit<Asked, 'state' | 'at'>;
export function ask(next: Model, made: Made, name: string, at: number): Outcome {
  const { child, kind, sats, by } = made;
  const account = HELD_ON[kind];
  const open = [...next.requests.values()].filter(
    (one) => one.state === 'open' && one.child === child,
  );
  if (open.length >= MOST_OPEN) return 'refused';
  if (account && next.balances[account][child] - heldOf(next, child, account) < sats)
    return 'refused';
  next.requests.set(name, { ...made, at, state: 'open' });
  tell(next, 'adults', 'request_opened', { child, about: name, except: by });
  return 'done';
}

/** @param kind where only requests of this kind are answered */
export function answer(
  next: Model,
  act: { request: string; yes: boolean; sats?: bigint | undefined; kind?: AskKind },
  now: number,
): Outcome {
  const asked = next.requests.get(act.request);
  if (!asked || (act.kind && asked.kind !== act.kind)) return 'gone';
  if (asked.state !== 'open' || asked.isPaying) return 'refused';
  asked.state = act.yes ? 'yes' : 'no';
  const said = act.yes ? 'request_approved' : 'request_denied';
  tell(next, asked.child, said, { child: asked.child, about: act.request });
  if (!act.yes) return act.sats === undefined ? 'done' : 'refused';
  const { child, kind, file } = asked;
  // Of a file there is no smaller part.
  if (act.sats !== undefined && act.sats > asked.sats) return 'refused';
  if (file) return importFile(next, file, act.request, now);
  const sats = act.sats ?? asked.sats;
  const saved = kind === 'withdrawal' ? -sats : kind === 'savings_transfer' ? sats : 0n;
  const moves: Move[] = [{ child, account: 'spending', change: saved === 0n ? sats : -saved }];
  if (saved !== 0n) moves.push(onSavings(child, saved));
  return book(next, moves, { name: act.request, now });
}

/** Yes to those that are still open, as asked. */
export function answerAll(next: Model, requests: readonly string[], now: number): Outcome {
  const open = requests.filter((name) => {
    const asked = next.requests.get(name);
    return asked?.state === 'open' && !asked.isPaying;
  });
  // A file is booked when all else is.
  const last = open.toSorted((a, b) => Number(isFile(next, a)) - Number(isFile(next, b)));
  const outcomes = last.map((request) => answer(next, { request, yes: true }, now));
  return outcomes.find((outcome) => outcome !== 'done') ?? 'done';
}

/** Nobody has answered for thirty days. */
export function lapse(next: Model, now: number): void {
  for (const [about, asked] of next.requests) {
    const { child, state, isPaying, at } = asked;
    if (state !== 'open' || isPaying || at >= now - LAPSES_MS) continue;
    asked.state = 'no';
    for (const to of ['adults', child] as const) tell(next, to, 'request_lapsed', { child, about });
  }
}

const isFile = ({ requests }: Model, name: string) => requests.get(name)?.kind === 'import';

export function withdraw(next: Model, request: string, by: Person): Outcome {
  const asked = next.requests.get(request);
  if (!asked) return 'gone';
  if (asked.state !== 'open' || asked.isPaying) return 'refused';
  asked.state = 'no';
  const { child } = asked;
  for (const to of ['adults', child] as const)
    tell(next, to, 'request_withdrawn', { child, about: request, except: by });
  return 'done';
}
