/**
 * The owner's rights for one step of a family's change: pruning deletes entries, which the role
 * that serves requests must never be able to. Why it is done this way: docs/decisions/0011.
 */
import type { Tx } from './database.ts';

/**
 * Runs `work` as the owner, in the caller's transaction and under its lock; afterwards the
 * transaction is back to the rights of requests. If `work` fails, the transaction is over anyway.
 * Row-level security does not bind the owner: every statement inside must name its family.
 */
export async function asOwner<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx`SET LOCAL ROLE NONE`;
  const result = await work();
  await tx`SET LOCAL ROLE satling_app`;
  return result;
}
