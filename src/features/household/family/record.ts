/** A family, its spouse and its invitations in the API's format. */

import type * as v from 'valibot';
import { type CivilDate, weekdayOf } from '#core/calendar.ts';
import * as invitations from '#features/people/invitations/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Family, Invitation, Spouse } from './contract.ts';
import * as store from './store.ts';

type SpouseRecord = v.InferOutput<typeof Spouse>;

export const asFamily = (row: store.FamilyRow & { today: CivilDate }): Family => ({
  timeZone: row.timeZone,
  payAutomatically: row.payAutomatically,
  hasWallet: row.hasWallet,
  hasEncryptedWallet: row.hasEncryptedWallet,
  hasLightning: row.hasLightning,
  giftsWaiting: row.giftsWaiting,
  payoutsOwed: row.payoutsOwed,
  paymentsWaiting: row.paymentsWaiting,
  depositsWaiting: row.depositsWaiting,
  sendsWaiting: row.sendsWaiting,
  today: row.today,
  weekday: weekdayOf(row.today),
  createdAt: row.createdAt.toISOString(),
});

export const asInvitation = ({
  id,
  invitedBy,
  inviterEmail,
  role,
  expiresAt,
}: invitations.InvitationToMe): v.InferOutput<typeof Invitation> => ({
  id,
  invitedBy,
  inviterEmail,
  role,
  expiresAt: expiresAt.toISOString(),
});

/** The accepted spouse, otherwise the open invitation, otherwise null. */
export async function readSpouse(
  tx: Tx,
  familyId: string,
  now: Date,
): Promise<SpouseRecord | null> {
  const member = await store.memberWithRole(tx, familyId, 'spouse');
  if (member) {
    const { spouseShare } = await store.readFamily(tx, familyId, now);
    return asSpouse(member, spouseShare);
  }
  const open = await invitations.openInvitation(tx, familyId, 'spouse', now);
  return open ? asGuest(open) : null;
}

export const asSpouse = (
  {
    email,
    firstName,
    fullParent,
    fullParentAt,
  }: Pick<store.MemberRow, 'email' | 'firstName' | 'fullParent' | 'fullParentAt'>,
  netWorthShare: number,
): SpouseRecord => ({
  firstName,
  lastName: null,
  email,
  netWorthShare,
  state: 'accepted',
  isFullParent: fullParent,
  fullParentAt: fullParent ? (fullParentAt?.toISOString() ?? null) : null,
  invitedAt: null,
});

export const asGuest = ({
  email,
  netWorthShare,
  sentAt,
}: Pick<invitations.Invited, 'email' | 'netWorthShare' | 'sentAt'>): SpouseRecord => ({
  firstName: null,
  lastName: null,
  email,
  netWorthShare,
  state: 'invited',
  isFullParent: false,
  fullParentAt: null,
  invitedAt: sentAt.toISOString(),
});
