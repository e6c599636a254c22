/** Possible outcomes of an act, by the status of the reply. */
import type { Reply } from '../support/app.ts';
import type { Outcome } from './act.ts';

const STATUSES: Record<Outcome, readonly number[]> = {
  done: [200],
  refused: [400, 409],
  kept_out: [401, 403, 404],
  gone: [404, 409],
};

export const outcomesOf = ({ status }: Reply): Outcome[] =>
  (Object.keys(STATUSES) as Outcome[]).filter((outcome) => STATUSES[outcome].includes(status));
