/**
 * One visit to the demo: the sample book in memory, the replies to the screens' calls, and the
 * alert after each action. Nothing is sent or stored anywhere.
 */
import type { QueryClient } from '@tanstack/react-query';
import { changes, type Endpoint, nameOf } from '#contract/endpoint.ts';
import { bodyOf, Refusal, STATUS } from '#contract/errors.ts';
import type { CivilDate } from '#core/calendar.ts';
import type { Send } from '#web/api.ts';
import { fromResponse } from '#web/errors.ts';
import { newQueryClient } from '#web/query.ts';
import { handlers } from './book/calls.ts';
import type { Family } from './book/family.ts';
import { openFamily } from './book/opened.ts';
import { passDays } from './book/pay-days.ts';
import { notPart, type Said } from './words.ts';

type SaidOf<S> = S extends Said ? Omit<S, 'nth'> : never;

export interface DemoState {
  family: Family;
  said: Said | undefined;
}

export interface Demo {
  queries: QueryClient;
  state: () => DemoState;
  subscribe: (listener: () => void) => () => void;
  /** Lets days pass in the sample family. */
  pass: (days: number) => void;
}

export function openDemo(today: CivilDate): Demo {
  let state: DemoState = { family: openFamily(today), said: undefined };
  const listeners = new Set<() => void>();
  const change = (family: Family, said: SaidOf<Said>) => {
    state = { family, said: { ...said, nth: (state.said?.nth ?? 0) + 1 } };
    for (const listener of listeners) listener();
  };
  const send: Send = async (e, input) => {
    if (!changes(e)) return answer(e, state.family, input);
    const call = nameOf(e);
    try {
      // All or nothing, as in a transaction.
      const next = structuredClone(state.family);
      const reply = answer(e, next, input);
      change(next, { kind: 'act', call, refused: false });
      return reply;
    } catch (error) {
      change(state.family, { kind: 'act', call, refused: true });
      throw error;
    }
  };
  const queries = newQueryClient(send);
  return {
    queries,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pass(days) {
      const next = structuredClone(state.family);
      const passed = passDays(next, days);
      change(next, { kind: 'passed', passed });
      void queries.invalidateQueries();
    },
  };
}

/** @throws what the real client throws when the server refuses a call. */
function answer(e: Endpoint, family: Family, input: object): unknown {
  try {
    const handle = handlers.get(nameOf(e));
    if (!handle) throw new Refusal('CONFLICT', { reason: 'NOT_PART_OF_DEMO', english: notPart() });
    return handle(family, input);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw fromResponse(STATUS[error.code], JSON.stringify(bodyOf(error)), '');
  }
}
