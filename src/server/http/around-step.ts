/**
 * Wraps every step of a change, in its transaction and under the family's lock: counts a child's
 * writes, requires a fresh sign-in to move money above the ceiling, copies values before they are
 * redirected or destroyed, and notifies the adults.
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { countChildWrite } from './child-limit.ts';
import type { FamilyContext } from './context.ts';
import { belowCeiling } from './money.ts';
import type { Mounted } from './mounted.ts';

type Around = {
  readonly input: unknown;
  readonly context: FamilyContext;
  /** Whether this step counts as the child's write; exactly one step of each call does. */
  readonly isCounted: boolean;
};

export async function aroundStep<T>(
  { money, aroundChange }: Pick<Mounted, 'money' | 'aroundChange'>,
  e: Endpoint,
  { input, context, isCounted }: Around,
  step: () => Promise<T>,
): Promise<T> {
  if (isCounted) await countChildWrite(context.tx, context.actor, context.now);
  return belowCeiling(money, e, context, () => aroundChange(e, input, context, step));
}
