/** The family's shares, the start of a full parent's rights, and a parent's pending tasks. Pure. */
import type { Sats } from '#core/money.ts';
import { apportion } from '#core/shares.ts';
import type { Family } from './contract.ts';

/** True if a full parent's rights have started; before that they can be taken back. */
export const hasFullRights = (
  { fullParent, fullParentAt }: { fullParent: boolean; fullParentAt: Date | null },
  now: Date,
): boolean => fullParent && (fullParentAt === null || fullParentAt <= now);

/** The part of their money that an adult shows to the other. */
export type Sharing = { sharingEnabled: boolean; sharePercentage: number };

export type Counted = {
  /** The children's savings, spending and own parts of goals. */
  children: readonly Sats[];
  /** The parents' contributions to goals. */
  parentsSats: Sats;
  /** The second adult's share of the parents' money; undefined if there is none. */
  spouseShare: number | undefined;
  /** The viewer. */
  viewer: 'parent' | 'spouse';
  parent: Sharing;
  spouse: Sharing | undefined;
};

/** Whole percents of the family total; with `notShared` they add up to 100, or all are 0. */
export type Split = { children: number[]; parent: number; spouse: number; notShared: number };

export function splitOf(counted: Counted): Split {
  const { children, parentsSats, viewer } = counted;
  const percents = apportion(100, [...children, parentsSats]);
  const ofParents = percents.pop() ?? 0;
  const share = BigInt(counted.spouseShare ?? 0);
  const [parent = 0, spouse = 0] = apportion(ofParents, [100n - share, share]);
  const seenParent = viewer === 'parent' ? parent : shown(parent, counted.parent);
  const seenSpouse = viewer === 'spouse' ? spouse : shown(spouse, counted.spouse);
  return {
    children: percents,
    parent: seenParent,
    spouse: seenSpouse,
    notShared: parent - seenParent + spouse - seenSpouse,
  };
}

/** Limits another person's visible part to the amount they share. */
function shown(part: number, sharing: Sharing | undefined): number {
  if (!sharing?.sharingEnabled) return 0;
  const percentage = BigInt(sharing.sharePercentage);
  return Number((BigInt(part) * percentage) / 100n);
}

/**
 * An adult's share of the parents' contributions to goals. The children's books can't be shared or
 * hidden: both parents see them.
 * @param share in whole percents
 */
export const ownPart = (parentsSats: Sats, share: number): Sats =>
  (parentsSats * BigInt(share)) / 100n;

/** The visible part of an adult's money, rounded down to never show too much. */
export function sharedSats(ownPartSats: Sats, sharing: Sharing): Sats {
  return sharing.sharingEnabled ? (ownPartSats * BigInt(sharing.sharePercentage)) / 100n : 0n;
}

/** A parent's pending tasks, in addition to requests. */
export const waitingBesideRequests = ({
  giftsWaiting,
  payoutsOwed,
  paymentsWaiting,
  depositsWaiting,
  sendsWaiting,
}: Family): number => giftsWaiting + payoutsOwed + paymentsWaiting + depositsWaiting + sendsWaiting;
