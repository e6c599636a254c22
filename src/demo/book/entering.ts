/** Manual entries in the demo, and corrections of balances. */

import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Sats } from '#core/money.ts';
import type { Transaction, transactions } from '#features/book/transactions/contract.ts';
import { courseOf, enteredByParent } from '#features/book/transactions/rules.ts';
import { type CorrectedKind, correction } from '#features/pocket/balances/rules.ts';
import { openRequest } from './asking.ts';
import { accountsOf, balanceOf, type Family, kidOf, type Line, OUTSIDE, post } from './family.ts';
import { asTransaction, asWaiting } from './shown.ts';

/** The visitor is a parent: only a deposit waits, because the money must arrive first. */
export function enter(family: Family, input: Parsed<typeof transactions.add>): Transaction {
  const { childId, type, amount: amountSats, description: words } = input;
  kidOf(family, childId);
  const course = courseOf('parent', type);
  if (course === 'refused') throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  if ('waitsAs' in course) {
    const { waitsAs: kind } = course;
    const asked = { kind, childId, amountSats, reason: words, byChild: false };
    return asWaiting(family, openRequest(family, asked));
  }
  const moved = enteredByParent(course.bookedAs, amountSats, accountsOf(childId));
  return asTransaction(family, post(family, { type: course.bookedAs, childId, words, ...moved }));
}

interface Wish {
  childId: string;
  kind: CorrectedKind;
  newBalance: Sats;
  seenBalance?: Sats | undefined;
}

export function setRight(family: Family, wish: Wish): Line | undefined {
  const { childId, kind, newBalance, seenBalance } = wish;
  kidOf(family, childId);
  const account = accountsOf(childId)[kind];
  const isSats = balanceOf(family, account);
  if (seenBalance !== undefined && seenBalance !== isSats)
    throw new Refusal(
      'CONFLICT',
      because('BALANCE_CHANGED', { sats: String(isSats) }),
      'seenBalance',
    );
  const change = correction(kind, { account, outside: OUTSIDE }, isSats, newBalance);
  return change && post(family, { childId, ...change });
}
