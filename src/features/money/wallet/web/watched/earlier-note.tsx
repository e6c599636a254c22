/** Notes that addresses of earlier wallets are still watched, and until when. */
import { t } from '@lingui/core/macro';
import { type Earlier, MOST_EARLIER } from '#features/money/wallet/watched/contract.ts';
import { datedText, isoDay } from '#web/dates.ts';
import { useTimeZone } from '#web/time-zone.ts';

export function EarlierNote({ earlier }: { earlier: Earlier | null }) {
  const timeZone = useTimeZone();
  if (!earlier) return null;
  const { addresses, until, isFull } = earlier;
  const day = datedText(isoDay(until, timeZone));
  return (
    <p className="sub">
      {addresses === 1
        ? t`One address of an earlier wallet is still watched, until ${day}. If sats arrive there, you’re asked whose they are.`
        : t`${addresses} addresses of earlier wallets are still watched, until ${day}. If sats arrive there, you’re asked whose they are.`}
      {isFull && (
        <>
          {' '}
          {t`We watch up to ${MOST_EARLIER}. If your children had more, the oldest unused ones are no longer watched, so give out new addresses.`}
        </>
      )}
    </p>
  );
}
