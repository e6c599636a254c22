/**
 * A card of ten stamps, each a tenth of the way. A newly earned stamp lands with a thump, once.
 */
import { t } from '@lingui/core/macro';
import { cx } from './class-names.ts';
import { StarIcon } from './icons.tsx';

export const STAMPS = 10;

export interface StampCardProps {
  /** Full stamps, 0 to 10; more are shown as 10. */
  stamps: number;
  /** The number when the reader last looked: newer stamps thump. */
  seen?: number;
}

export function StampCard({ stamps, seen = stamps }: StampCardProps) {
  const filled = Math.max(0, Math.min(STAMPS, Math.floor(stamps)));
  return (
    <div className="stamps" role="img" aria-label={t`${filled} of ${STAMPS} stamps`}>
      {Array.from({ length: STAMPS }, (_, index) => index + 1).map((number) =>
        number <= filled ? (
          <span key={number} className={cx('stamp stamp-on', number > seen && 'stamp-new')}>
            <StarIcon />
          </span>
        ) : (
          <span key={number} className="stamp">
            {number}
          </span>
        ),
      )}
    </div>
  );
}

/** The number of full stamps for an amount out of a target, both whole sats. */
export function stampsFor(sats: bigint, targetSats: bigint): number {
  if (targetSats <= 0n || sats <= 0n) return 0;
  const tenths = (sats * BigInt(STAMPS)) / targetSats;
  return Number(tenths > BigInt(STAMPS) ? BigInt(STAMPS) : tenths);
}
