/**
 * One visit to the demo. It replays a real server's replies to these calls about the sample family
 * (tests/support/demo-recording.ts), with dates shifted to the reader's. Nothing is sent or stored,
 * and every action is a fake alert; only "Process Allowances" has its recorded effect.
 */
import type { QueryClient } from '@tanstack/react-query';
import { address } from '#contract/address.ts';
import { changes, type Endpoint, nameOf } from '#contract/endpoint.ts';
import { addDays, type CivilDate, daysBetween } from '#core/calendar.ts';
import { type Family, family } from '#features/household/family/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { ResponseError } from '#web/errors.ts';
import { newQueryClient } from '#web/query.ts';
import recording from './recording.json?raw';
import { type DemoWallet, type Recording, TIMES, type Time } from './recording.ts';
import { type Notice, refusedText } from './words.ts';

export interface DemoState {
  time: Time;
  today: CivilDate;
  wallet: DemoWallet;
  said: Notice | undefined;
}

export interface Demo {
  queries: QueryClient;
  state: () => DemoState;
  subscribe: (listener: () => void) => () => void;
  goTo: (time: Time) => void;
}

export function openDemo(today: CivilDate): Demo {
  const { replies } = recordedFor(today);
  const replyAt = (time: Time, path: string) =>
    TIMES.slice(0, TIMES.indexOf(time) + 1)
      .map((one) => replies[path]?.[one])
      .findLast((reply) => reply !== undefined);
  const stateAt = (time: Time, said?: Notice): DemoState => ({
    time,
    today: (replyAt(time, address(family.get, {})) as Family).today,
    wallet: replyAt(time, 'wallet') as DemoWallet,
    said,
  });
  let state = stateAt('today');
  const listeners = new Set<() => void>();
  const change = (next: DemoState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const act = (e: Endpoint) => {
    const isRecorded = nameOf(e) === nameOf(allowances.process) && state.time === 'today';
    const said = { nth: (state.said?.nth ?? 0) + 1, call: nameOf(e) };
    change(stateAt(isRecorded ? 'processed' : state.time, said));
    return isRecorded;
  };
  const queries = newQueryClient(async (e, input) => {
    if (changes(e) && !act(e)) throw refusal(409);
    const reply = replyAt(state.time, address(e, input));
    if (reply === undefined) throw refusal(404);
    return reply;
  });
  return {
    queries,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    goTo(time) {
      change(stateAt(time));
      void queries.invalidateQueries();
    },
  };
}

/** The recording with all dates, and their weekdays, shifted by the same number of days. */
function recordedFor(today: CivilDate): Recording {
  const recorded = JSON.parse(recording) as Recording;
  const days = daysBetween(recorded.today, today);
  return JSON.parse(recording, (key, value: unknown) => {
    if (/^(allowanceDay|weekday)$/.test(key)) return (((Number(value) + days) % 7) + 7) % 7;
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return value;
    return addDays(value.slice(0, 10), days) + value.slice(10);
  }) as Recording;
}

/** 404 isn't retried: the screen omits anything that wasn't recorded. */
const refusal = (status: 404 | 409) =>
  new ResponseError(status, JSON.stringify({ message: refusedText() }), '');
