/** Family Overview: all family members, and the split of the total. */
import { formatBtc, type Sats } from '#core/money.ts';
import * as invitations from '#features/people/invitations/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Adult, Overview } from './contract.ts';
import { hasFullRights, splitOf } from './rules.ts';
import * as store from './store.ts';

export async function readOverview({ tx, actor, now }: FamilyContext): Promise<Overview> {
  const { familyId, userId } = actor;
  const { spouseShare } = await store.readFamily(tx, familyId, now);
  const people = await store.adultsOf(tx, familyId);
  const holdings = await store.holdingsOf(tx, familyId);
  const open = await invitations.openInvitation(tx, familyId, 'spouse', now);
  const parent = people.find(({ role }) => role === 'parent');
  const spouse = people.find(({ role }) => role === 'spouse');
  if (!parent) throw new Error(`The family ${familyId} has no parent`);
  const children = holdings.filter((one): one is store.ChildHolding => one.childId !== null);
  const parentsSats = holdings.find(({ childId }) => childId === null)?.sats ?? 0n;
  const split = splitOf({
    children: children.map(({ sats }) => sats),
    parentsSats,
    spouseShare: spouse && spouseShare,
    viewer: spouse?.userId === userId ? 'spouse' : 'parent',
    parent,
    spouse,
  });
  return {
    totalMembers: people.length + children.length,
    parentNetWorthShare: split.parent,
    spouseNetWorthShare: split.spouse,
    childrenShares: children.map(({ childId, name, sats }, i) => ({
      childId,
      childName: name,
      sharePercentage: split.children[i] ?? 0,
      balanceAmount: formatBtc(sats),
    })),
    notShared: split.notShared,
    parentsAmount: formatBtc(parentsSats),
    totalAmount: formatBtc(holdings.reduce<Sats>((sum, { sats }) => sum + sats, 0n)),
    adults: [
      ...people.map((one) => adult(one, { userId, now }, spouse && spouseShare)),
      ...(open && !spouse ? [guest(open)] : []),
    ],
  };
}

function adult(
  one: store.AdultRow,
  { userId, now }: { userId: string; now: Date },
  spouseShare = 0,
): Adult {
  return {
    firstName: one.firstName,
    email: one.email,
    role: hasFullRights(one, now) ? 'parent' : one.role,
    state: 'accepted',
    isYou: one.userId === userId,
    share: one.role === 'spouse' ? spouseShare : 100 - spouseShare,
    invitedAt: null,
  };
}

const guest = ({ email, netWorthShare, sentAt }: invitations.Invited): Adult => ({
  firstName: null,
  email,
  role: 'spouse',
  state: 'invited',
  isYou: false,
  share: netWorthShare,
  invitedAt: sentAt.toISOString(),
});
