/** Requests in the API's format. */
import { formatBtc, type Sats } from '#core/money.ts';
import type { Request } from './contract.ts';
import type { RequestRow } from './store.ts';

const btc = (sats: Sats | null) => (sats === null ? null : formatBtc(sats));

export const asRequest = (row: RequestRow): Request => ({
  id: row.requestId,
  kind: row.kind,
  childId: row.childId,
  childName: row.childName,
  amount: btc(row.amountSats),
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  state: row.state,
  byChild: row.sessionKind !== 'child_view',
  enteredBy: row.enteredByName,
  decidedBy: row.decidedByName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  approvedAmount: btc(row.approvedSats),
  denialReason: row.denialReason,
  balanceAfter: btc(row.afterSats),
  payloadId: row.payloadId,
});
