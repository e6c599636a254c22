/** The calls about requests, answered by the demo's book. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ANSWERED_SHOWN, approvals, asTransfer } from '#features/book/approvals/contract.ts';
import { answeredAfter } from '#features/book/approvals/rules.ts';
import { answer, findRequest, openRequest, takeBack } from './asking.ts';
import type { Asked, Family } from './family.ts';
import { on } from './handler.ts';
import { asRequest } from './shown.ts';

const open = (family: Family, kind?: Asked['kind']) =>
  family.asked
    .filter((one) => one.state === 'pending' && (kind === undefined || one.kind === kind))
    .map((one) => asRequest(family, one));

/** Of the last 30 days, newest first. */
function answered(family: Family) {
  const since = answeredAfter(new Date(`${family.today}T12:00:00Z`)).toISOString();
  return family.asked
    .filter(({ decidedAt }) => decidedAt !== null && decidedAt > since)
    .toSorted((a, b) => ((a.decidedAt ?? '') < (b.decidedAt ?? '') ? 1 : -1))
    .slice(0, ANSWERED_SHOWN)
    .map((one) => asRequest(family, one));
}

function approveAll(family: Family, ids: readonly string[]) {
  const waiting = ids.filter((id) => findRequest(family, id).state === 'pending');
  for (const id of waiting) answer(family, id, { approved: true });
  return { approved: waiting };
}

/** The transfer that a deposit has started. */
function started(family: Family, id: string, amount: bigint) {
  const asked = findRequest(family, id);
  if (asked.amountSats !== amount) throw new Refusal('CONFLICT', because('OTHER_AMOUNT'), 'amount');
  return asTransfer(asRequest(family, asked));
}

export const requestHandlers = [
  on(approvals.canApprove, () => ({ canApprove: true })),
  on(approvals.list, (family) => ({ open: open(family), answered: answered(family) })),
  on(approvals.pendingTransfers, (family) => open(family, 'savings_transfer').map(asTransfer)),
  on(approvals.ask, (family, { childId, amount: amountSats, reason }) => {
    const asked = { kind: 'withdrawal', childId, amountSats, reason, byChild: false } as const;
    return asRequest(family, openRequest(family, asked));
  }),
  on(approvals.decide, (family, { id, ...verdict }) =>
    asRequest(family, answer(family, id, verdict)),
  ),
  on(approvals.decideWithdrawal, (family, { id, ...verdict }) =>
    asRequest(family, answer(family, id, verdict)),
  ),
  on(approvals.approveAll, (family, { ids }) => approveAll(family, ids)),
  on(approvals.takeBack, (family, { id }) => asRequest(family, takeBack(family, id))),
  on(approvals.initiateTransfer, (family, { transactionId, amount }) =>
    started(family, transactionId, amount),
  ),
  on(approvals.approveTransfer, (family, { transferId, ...verdict }) => {
    const request = asRequest(family, answer(family, transferId, verdict));
    return { success: true as const, transfer: asTransfer(request) };
  }),
];
