/** Manual entries that wait for a parent: a child's income, and every deposit. */
import type { Parsed } from '#contract/endpoint.ts';
import { sessionKind } from '#features/book/approvals/rules.ts';
import { openRequest } from '#features/book/approvals/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Transaction, transactions } from './contract.ts';
import { asTransaction } from './store.ts';

/** Opens a request under the id of its later entry. */
export async function ask(
  services: Services,
  kind: 'savings_transfer' | 'earned',
  { childId, type, amount: amountSats, description }: Parsed<typeof transactions.add>,
  { tx, actor, now }: FamilyContext,
): Promise<Transaction> {
  const request = await openRequest(services, tx, actor.familyId, {
    kind,
    childId,
    amountSats,
    reason: description,
    enteredBy: actor.userId,
    sessionKind: sessionKind(actor),
    now,
  });
  return asTransaction({
    entryId: request.requestId,
    childId,
    type,
    amountSats,
    text: description,
    reverses: null,
    childName: request.childName,
    occurredAt: now,
    recordedAt: now,
    state: 'waiting',
    undoneBy: null,
    from: kind === 'savings_transfer' ? 'spending' : null,
    to: kind === 'savings_transfer' ? 'savings' : 'spending',
  });
}
