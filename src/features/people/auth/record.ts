/** A user in the API's format. */
import { isAdmin } from '#server/http/actor.ts';
import type { FamilyRate, User } from './contract.ts';
import type { ChildOfSession, UserRow } from './store.ts';

type Around = {
  /** The book's child, if the user is a child: children rarely enter their own name. */
  child: ChildOfSession | null;
  rate: FamilyRate | null;
};

export const asUser = (
  row: UserRow,
  admins: ReadonlySet<string>,
  { child, rate }: Around,
): User => ({
  id: row.userId,
  familyId: row.familyId,
  role: row.role,
  isAdmin: isAdmin(row, admins),
  firstName: row.firstName ?? child?.name ?? null,
  email: row.email,
  childId: row.childId,
  handedOver: false,
  ownDevice: false,
  familyNetWorthSharingEnabled: row.sharingEnabled,
  familyNetWorthSharePercentage: row.sharePercentage,
  dataRetentionMonths: row.retentionMonths,
  autoDataPruningEnabled: row.autoPruning,
  amountUnit: child?.amountUnit ?? row.amountUnit,
  rate,
});

/** The session for a child on an adult's tablet: without the adult's data. */
export const asHandedOver = (
  {
    userId,
    familyId,
    childId,
    ownDevice,
  }: { userId: string; familyId: string; childId: string; ownDevice: boolean },
  { child, rate }: Around,
): User => ({
  id: userId,
  familyId,
  role: 'child',
  isAdmin: false,
  firstName: child?.name ?? null,
  email: '',
  childId,
  handedOver: true,
  ownDevice,
  familyNetWorthSharingEnabled: true,
  familyNetWorthSharePercentage: 100,
  dataRetentionMonths: 12,
  autoDataPruningEnabled: false,
  amountUnit: child?.amountUnit ?? 'sats',
  rate,
});
