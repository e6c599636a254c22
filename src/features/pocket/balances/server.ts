/** Corrects balances: one entry with its author for the difference; overwrites nothing. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc, type Sats } from '#core/money.ts';
import { asTransaction } from '#features/book/transactions/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { inTheWay } from '#server/ledger/shortfall.ts';
import { entryText } from '#server/ledger/text.ts';
import type { balances } from './contract.ts';
import { type CorrectedKind, correction } from './rules.ts';
import { findAccount, readPlaces } from './store.ts';

export const balanceHandlers = (): Handlers<typeof balances> => ({
  accounts: async (_, { tx, actor }) => {
    const places = await readPlaces(tx, actor.familyId, actor.childId);
    return places.map(({ accountId: id, balanceSats, heldSats, ...place }) => ({
      ...place,
      id,
      balance: formatBtc(balanceSats),
      held: formatBtc(heldSats),
    }));
  },

  updateSavings: ({ id, newBalance, seenBalance }, context) =>
    setRight(context, { childId: id, kind: 'savings', shallSats: newBalance }, seenBalance),

  syncLightning: ({ childId, newBalance, seenBalance }, context) =>
    setRight(context, { childId, kind: 'spending', shallSats: newBalance }, seenBalance),
});

type Wish = { childId: string; kind: CorrectedKind; shallSats: Sats };

/** The family's lock keeps the balance from changing between reading and correcting. */
async function setRight(
  { tx, actor, now, last }: FamilyContext,
  { childId, kind, shallSats }: Wish,
  seenSats: Sats | undefined,
) {
  const { familyId, userId } = actor;
  const account = await findAccount(tx, familyId, childId, kind);
  if (!account) throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
  const { balanceSats, childName } = account;
  if (seenSats !== undefined && seenSats !== balanceSats)
    throw new Refusal('CONFLICT', changedMeanwhile(balanceSats), 'seenBalance');
  const change = correction(kind, account, balanceSats, shallSats);
  if (!change) return { success: true as const, transaction: null };
  const { type, amountSats, postings, words: text } = change;
  const obstacle = await inTheWay(tx, familyId, [{ accountId: account.account, amountSats }]);
  if (obstacle) throw new Refusal('CONFLICT', obstacle, 'newBalance');
  const row = { entryId: newId(now.getTime()), childId, type, amountSats, occurredAt: now };
  last(post(tx, [{ ...row, familyId, madeBy: userId, text: entryText(text), postings }], now));
  const shown = { ...row, text, childName, recordedAt: now };
  return {
    success: true as const,
    transaction: asTransaction({
      ...shown,
      reverses: null,
      undoneBy: null,
      state: null,
      from: amountSats < 0n ? kind : null,
      to: amountSats > 0n ? kind : null,
    }),
  };
}

const changedMeanwhile = (nowSats: Sats) => because('BALANCE_CHANGED', { sats: String(nowSats) });
