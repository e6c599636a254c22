/** Finds, checks and formats payouts for the calls. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isFresh } from '#server/http/actor.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { countAgreed } from '../ceiling/store.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { feeLimitOf } from '../paying/rules.ts';
import type { Payout, Read } from './contract.ts';
import { isPayable } from './rules.ts';
import { agreeTo, findPayout, type PayoutRow } from './store.ts';

/** Approves paying it over Lightning. @throws Refusal unless it is as the parent saw it */
export async function agree(
  context: FamilyContext,
  { id, seenAmount, seenFeeLimit, seenReceiver }: Read,
): Promise<void> {
  const { tx, actor, now } = context;
  const row = await requirePayable(context, id);
  if (row.plan === 'vault') throw new Refusal('CONFLICT', because('PAYOUT_VAULT'));
  if (row.amountSats !== seenAmount || feeLimitOf(row.amountSats) !== seenFeeLimit)
    throw new Refusal('CONFLICT', because('PAYMENT_OTHER_AMOUNT'), 'seenAmount');
  if (row.address === null) throw new Refusal('CONFLICT', because('PAYOUT_NO_ADDRESS'));
  assertSeen(row.address, seenReceiver, 'seenReceiver');
  const by = actor.userId;
  await agreeTo(tx, actor.familyId, id, { by, address: row.address, now });
  await countAgreed(tx, actor.familyId, id, { by, isConfirmed: isFresh(actor, now), now });
}

/** The approval covers only the address that was shown. @throws Refusal CONFLICT */
export function assertSeen(address: string, seen: string, field: string): void {
  if (address !== seen) throw new Refusal('CONFLICT', because('PAYOUT_OTHER_ADDRESS'), field);
}

async function requirePayable(context: FamilyContext, entryId: string): Promise<PayoutRow> {
  const row = await requirePayout(context, entryId);
  if (row.state === 'checking') throw new Refusal('CONFLICT', because('PAYMENT_CHECKING'));
  if (!isPayable(row.state)) throw new Refusal('CONFLICT', because('PAYOUT_OVER'));
  return row;
}

export async function requirePayout(
  { tx, actor }: FamilyContext,
  entryId: string,
): Promise<PayoutRow> {
  const row = await findPayout(tx, actor.familyId, entryId);
  // The name is empty if the book is closed.
  if (!row?.childName) throw new Refusal('NOT_FOUND', because('NO_PAYOUT'));
  return row;
}

/** Formats a payout; a child sees no addresses. */
export const shownTo = (childId: string | null, row: PayoutRow): Payout => ({
  id: row.entryId,
  childId: row.childId,
  childName: row.childName ?? '',
  plan: row.plan,
  dueDate: row.dueDate,
  amount: jsonSats(row.amountSats),
  feeLimit: row.plan === 'vault' ? 0 : jsonSats(feeLimitOf(row.amountSats)),
  receiver: childId === null && row.plan === 'lightning' ? row.address : null,
  state: row.state,
  failure: row.failure,
  // A vault day's payment is a transaction.
  paymentId: row.plan === 'vault' ? null : row.paymentId,
  paidEntryId: row.paidEntryId,
  proof: row.proof,
  provider: childId === null ? row.provider : null,
  txid: row.txid,
  settledBy: row.settledByName,
  since: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});
