/** Limits the time for querying a wallet in one part of a family's turn. */
import type { LookUp } from '#core/lightning/wallet.ts';
import type { Place } from '#server/places.ts';

/** The result if no wallet could be opened. */
export const NOBODY: LookUp = { state: 'unknown', reason: 'unreachable', message: '' };

/** A family's turn has four parts; the last request of each may take another 20 s. */
const PART_MS = 10_000;

export type Part = {
  /** True once the wallet must get no more requests. */
  readonly isOver: () => boolean;
  /** Call it when an answer didn't arrive in time. */
  readonly end: () => void;
  /** Ends the part if the wallet didn't answer. */
  readonly hear: (found: LookUp) => LookUp;
};

/** @param place the family's place, whose time limit also ends the part */
export function newPart(clock: () => Date, place?: Pick<Place, 'isOver'>): Part {
  const endsAt = clock().getTime() + PART_MS;
  let isSilent = false;
  const end = () => {
    isSilent = true;
  };
  return {
    isOver: () => isSilent || clock().getTime() >= endsAt || place?.isOver() === true,
    end,
    hear: (found) => {
      if (found.state === 'unknown' && found.reason === 'no-answer') end();
      return found;
    },
  };
}
