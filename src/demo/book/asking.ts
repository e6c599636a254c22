/** Requests of the demo's children, and answers: one each, as in the real book. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Sats } from '#core/money.ts';
import { WHOLE_TENTHS } from '#core/tenths.ts';
import {
  after,
  bookedAs,
  checkVerdict,
  heldOn,
  type Verdict,
} from '#features/book/approvals/rules.ts';
import { partOf, statusOf, takingText } from '#features/pocket/goals/allocations/rules.ts';
import {
  type Asked,
  accountsOf,
  amountsOf,
  availableOf,
  type Family,
  type Giving,
  goalOf,
  kidOf,
  newId,
  newMoment,
  post,
  savingsOf,
} from './family.ts';
import { roomFor, saveInto } from './saving.ts';

export type NewAsked = Pick<Asked, 'kind' | 'childId' | 'amountSats' | 'reason' | 'byChild'>;

/** Holds the money at once. @throws Refusal if there isn't enough */
export function openRequest(family: Family, one: NewAsked): Asked {
  kidOf(family, one.childId);
  const account = heldOn(one.kind);
  if (account && availableOf(family, accountsOf(one.childId)[account]) < one.amountSats)
    throw new Refusal(
      'CONFLICT',
      because(one.kind === 'withdrawal' ? 'NOT_ENOUGH_SAVED' : 'NOT_ENOUGH'),
      'amount',
    );
  const asked: Asked = {
    ...one,
    id: newId(family),
    state: 'pending',
    decidedAt: null,
    approvedSats: null,
    denialReason: null,
    createdAt: newMoment(family),
  };
  family.asked.push(asked);
  return asked;
}

export function findRequest(family: Family, id: string): Asked {
  const asked = family.asked.find((one) => one.id === id);
  if (!asked) throw new Refusal('NOT_FOUND', because('NO_REQUEST'));
  return asked;
}

/** The entry has the id of its request. */
export function answer(family: Family, id: string, verdict: Verdict): Asked {
  const asked = findRequest(family, id);
  checkVerdict(asked.amountSats, verdict);
  close(family, asked, verdict.approved ? 'approve' : 'deny');
  if (!verdict.approved) {
    asked.denialReason = verdict.reason ?? null;
    return asked;
  }
  const sats = verdict.amount ?? asked.amountSats;
  asked.approvedSats = sats;
  const { childId, kind, reason: words } = asked;
  post(family, { id, childId, words, ...bookedAs(kind, sats, accountsOf(childId)) });
  return asked;
}

export function takeBack(family: Family, id: string): Asked {
  const asked = findRequest(family, id);
  close(family, asked, 'withdraw');
  return asked;
}

function close(family: Family, asked: Asked, act: 'approve' | 'deny' | 'withdraw'): void {
  const state = after(asked.state, act);
  if (!state) throw new Refusal('CONFLICT', because('ANSWERED_ALREADY'));
  asked.state = state;
  asked.decidedAt = newMoment(family);
}

export type NewGiving = Pick<
  Giving,
  'goalId' | 'childId' | 'tenths' | 'applyTo' | 'note' | 'byChild'
>;

/** A parent's takes effect at once; a child's waits for an answer. */
export function addGiving(family: Family, one: NewGiving): Giving {
  const { goalId, childId, byChild } = one;
  if (childId !== null) kidOf(family, childId);
  roomFor(family, goalId, childId);
  if (childId === null && one.applyTo === 'entire_savings')
    throw new Refusal('CONFLICT', because('USE_CONTRIBUTE'), 'childId');
  assertRoom(family, one);
  const giving: Giving = {
    ...one,
    id: newId(family),
    status: 'pending',
    denialReason: null,
    contributedSats: 0n,
    createdAt: newMoment(family),
    decidedAt: null,
  };
  family.givings.push(giving);
  if (!byChild) takeEffect(family, giving);
  return giving;
}

export function findGiving(family: Family, id: string): Giving {
  const giving = family.givings.find((one) => one.id === id);
  if (!giving) throw new Refusal('NOT_FOUND', because('NO_ALLOCATION'));
  return giving;
}

export function decideGiving(
  family: Family,
  id: string,
  verdict: { approved: boolean; denialReason?: string | undefined },
): Giving {
  const giving = findGiving(family, id);
  if (giving.status !== 'pending') throw new Refusal('CONFLICT', because('ANSWERED_ALREADY'));
  if (verdict.approved) takeEffect(family, giving);
  else {
    giving.status = 'denied';
    giving.denialReason = verdict.denialReason ?? null;
  }
  giving.decidedAt = newMoment(family);
  return giving;
}

/** Withdraws a pending one or stops an active one; what it has given stays in the goal. */
export function endGiving(family: Family, id: string): void {
  const giving = findGiving(family, id);
  if (giving.status === 'active') giving.status = 'stopped';
  else if (giving.status === 'pending') giving.status = 'withdrawn';
  else throw new Refusal('CONFLICT', because('ENDED_UNANSWERED'));
}

function assertRoom(family: Family, one: Pick<Giving, 'childId' | 'tenths' | 'applyTo'>): void {
  if (one.applyTo !== 'new_contributions') return;
  const taking = family.givings
    .filter(({ childId }) => childId === one.childId)
    .filter((giving) => statusNow(family, giving) === 'active')
    .map(({ goalId, tenths }) => ({ goal: goalOf(family, goalId).title, tenths }));
  const taken = taking.reduce((sum, { tenths }) => sum + tenths, 0);
  if (taken + one.tenths > WHOLE_TENTHS)
    throw new Refusal(
      'CONFLICT',
      because('OVER_ALLOCATED', {
        taken: taken / 10,
        left: (WHOLE_TENTHS - taken) / 10,
        goals: takingText(taking),
      }),
      'percentage',
    );
}

const statusNow = (family: Family, giving: Giving) =>
  statusOf({ ...giving, ...amountsOf(family, goalOf(family, giving.goalId)) });

/** Ends allocations to full goals when another one needs their percentage. */
function endFull(family: Family, childId: string | null): void {
  for (const giving of family.givings)
    if (giving.childId === childId && statusNow(family, giving) === 'ended')
      giving.status = 'ended';
}

/** Shares new allowances from now on, or moves a share of the savings once, as far as it fits. */
function takeEffect(family: Family, giving: Giving): void {
  const { goalId, childId } = giving;
  const room = roomFor(family, goalId, childId);
  assertRoom(family, giving);
  endFull(family, childId);
  giving.status = 'active';
  if (giving.applyTo === 'new_contributions' || childId === null) return;
  const sats = least(partOf(availableOf(family, savingsOf(childId)), giving.tenths), room);
  if (sats === 0n) throw new Refusal('CONFLICT', because('NO_SAVINGS_TO_MOVE'));
  giving.contributedSats = sats;
  saveInto(family, goalId, childId, sats);
}

const least = (a: Sats, b: Sats): Sats => (a < b ? a : b);
