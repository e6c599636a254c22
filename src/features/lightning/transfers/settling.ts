/** Ends the payment of a savings transfer in the book: the request is approved, or waits on. */
import { answerRequests } from '#features/approvals/decisions.ts';
import { setPaying } from '#features/approvals/store.ts';
import { markPaid } from '#features/transactions/payments.ts';
import type { Tx } from '#server/db/database.ts';
import type { Queue } from '#server/jobs.ts';
import type { Proof } from '../paying/contract.ts';

type Context = { readonly jobs: Queue; readonly publicUrl: string };

type Paid = { madeBy: string; firstName: string | null; proof: Proof; by?: string; now: Date };

/** Its entry has the request's id. The fee is the parents', and stays out of the book. */
export async function bookTransfer(
  context: Context,
  tx: Tx,
  familyId: string,
  requestId: string,
  { madeBy, firstName, proof, by, now }: Paid,
): Promise<void> {
  await setPaying(tx, familyId, requestId, false);
  const who = { familyId, userId: madeBy, firstName, now };
  const answered = await answerRequests(context, tx, [requestId], { approved: true }, who);
  if (answered.length === 0) throw new Error(`The transfer ${requestId} was answered before`);
  const said = { by: by ?? madeBy, now, source: by ? 'parent' : 'wallet', proof } as const;
  await markPaid(tx, familyId, [requestId], said);
}
