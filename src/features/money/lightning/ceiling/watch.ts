/** The ceiling for calls that move money (server/http/money.ts), and its notifications. */
import { formatBtc } from '#core/money.ts';
import { movedMail } from '#features/money/ceiling/mails.ts';
import { notify } from '#features/notices/messages/store.ts';
import { isFresh } from '#server/http/actor.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { type MoneyWatch, SIGN_IN_AGAIN } from '#server/http/money.ts';
import { counted, isAbove } from './store.ts';

/** Notifies every adult, including the one whose session moved the money. */
export const moneyWatch = ({ jobs, publicUrl }: Pick<Services, 'jobs' | 'publicUrl'>) =>
  ({
    counted: (tx, { familyId, userId }, now) => counted(tx, { familyId, userId, now }),
    tell: (tx, { familyId, firstName }, sats, now) => {
      const data = { amount: formatBtc(sats), ...(firstName && { by: firstName }) };
      const mail = movedMail(publicUrl);
      return notify(jobs, tx, [{ familyId, to: 'adults', kind: 'money_moved', data, mail }], now);
    },
  }) satisfies MoneyWatch;

/**
 * For an approval whose payment is written only after a call to an outside server: checks as if it
 * were written now.
 * @returns whether it is above the ceiling
 * @throws Refusal SIGN_IN_AGAIN
 */
export async function foreseeMoving(
  { tx, actor, now }: FamilyContext,
  sats: bigint,
): Promise<boolean> {
  const { familyId, userId } = actor;
  const above = await isAbove(tx, { familyId, userId, now }, sats);
  if (above && !isFresh(actor, now)) throw SIGN_IN_AGAIN;
  return above;
}
