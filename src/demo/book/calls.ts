/**
 * The calls made by the demo's screens, answered by the book in memory. A call in this table is
 * checked against its contract as on the server; any other is refused.
 */

import type { Endpoint, Output, Parsed } from '#contract/endpoint.ts';
import { weekdayOf } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { imports } from '#features/book/imports/contract.ts';
import { RECENT, RECENT_ALL, transactions } from '#features/book/transactions/contract.ts';
import { family as familyContract } from '#features/household/family/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { handover } from '#features/people/handover/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { balances } from '#features/pocket/balances/contract.ts';
import { growth } from '#features/pocket/growth/contract.ts';
import { saplings } from '#features/pocket/growth/sapling/contract.ts';
import { addKid, changePlan, editKid, endPauses, pause, preview } from './children.ts';
import { enter, setRight } from './entering.ts';
import { type Family, kidOf } from './family.ts';
import { goalHandlers } from './goal-calls.ts';
import { growthOf } from './growing.ts';
import { type Handler, on } from './handler.ts';
import { settle } from './pay-days.ts';
import { requestHandlers } from './request-calls.ts';
import { saplingOf } from './sapling.ts';
import { asChild, asTransaction, PARENT, transactionsOf } from './shown.ts';
import { walletHandlers } from './wallet-calls.ts';
import { yearOf } from './year.ts';

type Answer<E extends Endpoint> = Output<E>;

const person = (family: Family): Answer<typeof auth.user> => ({
  ...PARENT,
  familyId: PARENT.id,
  role: 'parent',
  isAdmin: false,
  childId: null,
  handedOver: false,
  ownDevice: false,
  familyNetWorthSharingEnabled: family.sharing.enabled,
  familyNetWorthSharePercentage: family.sharing.percentage,
  dataRetentionMonths: -1,
  autoDataPruningEnabled: false,
  amountUnit: family.amountUnit,
  rate: null,
});

const spouse = ({ spouseShare }: Family): Answer<typeof familyContract.spouse> => ({
  firstName: 'Ben',
  lastName: null,
  email: 'ben@demo.example',
  netWorthShare: spouseShare,
  state: 'accepted',
  isFullParent: false,
  fullParentAt: null,
  invitedAt: null,
});

const clock = ({ today, createdAt, wallet }: Family): Answer<typeof familyContract.get> => ({
  // The demo has only calendar days; its times are noon in this zone.
  timeZone: 'UTC',
  payAutomatically: false,
  hasWallet: true,
  hasEncryptedWallet: false,
  hasLightning: true,
  giftsWaiting: 0,
  payoutsOwed: 0,
  paymentsWaiting: 0,
  depositsWaiting: wallet.deposit === undefined ? 0 : 1,
  sendsWaiting: wallet.sends.length,
  today,
  weekday: weekdayOf(today),
  createdAt,
});

function processed(family: Family): Answer<typeof allowances.process> {
  const booked = settle(family);
  return {
    processedChildren: booked.map(({ id, kid, amountSats, dueDate }) => ({
      entryId: id,
      childId: kid.id,
      childName: kid.name,
      amount: formatBtc(amountSats),
      dueDate,
    })),
    totalAmount: formatBtc(booked.reduce((sum, { amountSats }) => sum + amountSats, 0n)),
  };
}

function share(
  family: Family,
  { sharingEnabled, sharePercentage }: Parsed<typeof familyContract.shareNetWorth>,
) {
  family.sharing = { enabled: sharingEnabled, percentage: sharePercentage };
  return { sharingEnabled, sharePercentage };
}

const child = (family: Family, id: string) => asChild(family, kidOf(family, id));

export const handlers: ReadonlyMap<string, Handler> = new Map([
  on(auth.user, person),
  on(auth.amountUnit, (family, { unit }) => {
    family.amountUnit = unit;
    return { success: true as const };
  }),
  on(familyContract.get, clock),
  on(familyContract.spouse, spouse),
  on(familyContract.shareNetWorth, share),
  on(familyContract.adjustShare, (family, { spouseShare }) => {
    family.spouseShare = spouseShare;
    return spouse(family) as NonNullable<ReturnType<typeof spouse>>;
  }),
  on(imports.list, () => []),
  on(handover.pin, () => ({ isSet: false })),

  on(children.list, (family) => family.kids.map((kid) => asChild(family, kid))),
  on(children.get, (family, { id }) => child(family, id)),
  on(children.create, (family, input) => child(family, addKid(family, input).id)),
  on(children.edit, (family, input) => child(family, editKid(family, input).id)),
  on(children.chooseFace, (family, { id, ...chosen }) => {
    Object.assign(kidOf(family, id), chosen);
    return child(family, id);
  }),
  on(children.setThreshold, (family, { id, threshold }) => {
    kidOf(family, id).limitSats = threshold;
    return child(family, id);
  }),

  on(allowances.process, processed),
  on(allowances.preview, preview),
  on(allowances.change, (family, input) => child(family, changePlan(family, input).id)),
  on(allowances.pause, (family, input) => child(family, pause(family, input).id)),
  on(allowances.endPause, (family, { id }) => child(family, endPauses(family, id).id)),

  on(transactions.recent, (family, { all }) =>
    transactionsOf(family, all === 'true' ? RECENT_ALL : RECENT),
  ),
  on(transactions.ofChild, (family, { id }) => transactionsOf(family, RECENT_ALL, id)),
  on(transactions.add, enter),
  on(transactions.addSeveral, (family, { type, description, payments }) =>
    payments.map(({ childId, amount }) => enter(family, { type, description, childId, amount })),
  ),

  on(growth.ofChild, (family, { id, span }) => growthOf(family, span, kidOf(family, id).id)),
  on(growth.year, (family, { id, year }) => yearOf(family, id, year)),
  on(saplings.ofChild, (family, { id }) => saplingOf(family, kidOf(family, id))),
  on(growth.ofFamily, (family, { span }) => growthOf(family, span)),

  on(balances.updateSavings, (family, { id, ...rest }) =>
    corrected(family, setRight(family, { ...rest, childId: id, kind: 'savings' })),
  ),
  on(balances.syncLightning, (family, input) =>
    corrected(family, setRight(family, { ...input, kind: 'spending' })),
  ),

  ...requestHandlers,
  ...goalHandlers,
  ...walletHandlers,
]);

const corrected = (family: Family, line: ReturnType<typeof setRight>) => ({
  success: true as const,
  transaction: line ? asTransaction(family, line) : null,
});
