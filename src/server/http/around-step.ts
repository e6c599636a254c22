/**
 * What stands around every step of a change, in its transaction and under the family's lock: a
 * child's writes are counted, what moves money stays below the ceiling or is fresh, and what
 * redirects or destroys is kept and told.
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { countChildWrite } from './child-limit.ts';
import { belowCeiling } from './money.ts';
import type { FamilyContext, Mounted } from './mount.ts';

/** Runs a call of a family; around one that redirects or destroys money, keeps what it replaces. */
export type AroundChange = <T>(
  e: Endpoint,
  input: unknown,
  context: FamilyContext,
  work: () => Promise<T>,
) => Promise<T>;

type Around = {
  readonly input: unknown;
  readonly context: FamilyContext;
  /** Whether a child's write is counted with this step; of the steps of one call, one is. */
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
