/** The expected book of a family after its acts, computed without the product's code. */
import type { Act, Change, Outcome } from './act.ts';
import { Ended } from './ended.ts';
import { ENTRY_CHANGES } from './model-entries.ts';
import { GOAL_CHANGES } from './model-goals.ts';
import { PAYMENT_CHANGES } from './model-payments.ts';
import { PEOPLE_CHANGES, permit } from './model-people.ts';
import { changeSettings } from './model-settings.ts';
import type { Model } from './model-types.ts';

/** Others are about settings. */
const CHANGES = { ...ENTRY_CHANGES, ...GOAL_CHANGES, ...PAYMENT_CHANGES, ...PEOPLE_CHANGES };

type Applied = { next: Model; outcome: Outcome };

/**
 * @param name of the thing the act makes @param now the server's clock, in milliseconds @returns a
 * new model after it, and its outcome; the given model is unchanged
 */
export function apply(model: Model, act: Act, name: string, now: number): Applied {
  // Another family's parent may approve all, but only theirs are answered.
  if (act.call === 'answerAll' && act.by === 'stranger') return { next: model, outcome: 'done' };
  const next = structuredClone(model);
  try {
    permit(model, act);
    const own = (CHANGES as Partial<Record<Act['call'], Change>>)[act.call];
    (own ?? changeSettings)(next, act, name, now);
    return { next, outcome: 'done' };
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    return { next: model, outcome: error.outcome };
  }
}
