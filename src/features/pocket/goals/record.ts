/** Goals and contributions in the API's format. */
import type { CivilDate } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { isUndoable } from '#features/book/transactions/rules.ts';
import type { Contribution, ContributionType, Goal } from './contract.ts';
import type { CarriedRow, ContributionRow } from './history.ts';
import { drawingOf, forecast } from './rules.ts';
import type { GoalRow } from './store.ts';

/** The reader; `childId` is null for an adult. */
export type Reader = { userId: string; childId: string | null };

/** A person's key among those who have seen a full goal. */
export const readerOf = ({ userId, childId }: Reader): string => childId ?? userId;

export function asGoal(row: GoalRow, reader: Reader, today: CivilDate): Goal {
  const viewer = reader.childId;
  if (row.state === 'deleted') throw new Error(`The goal ${row.goalId} is deleted`);
  const isOpen = viewer === null || row.ownerChildId === viewer;
  return {
    id: row.goalId,
    createdBy: isOpen ? row.createdBy : null,
    creatorType: row.creatorType,
    ownerChildId: row.ownerChildId,
    title: row.title,
    // A parent's description of a family goal may name another child.
    description: isOpen ? row.description : '',
    category: row.category,
    drawing: row.drawing ?? drawingOf(row.category),
    targetAmount: formatBtc(row.targetSats),
    currentAmount: formatBtc(row.currentSats),
    targetDate: row.targetDate,
    imageUrl: row.imageId ? `/api/goal-pictures/${row.imageId}` : isOpen ? row.imageUrl : null,
    state: row.state,
    fullSeen: row.fullSeenBy.includes(readerOf(reader)),
    ownAmount: viewer === null || row.ownSats === null ? null : formatBtc(row.ownSats),
    buyAsked: row.buyAsked,
    parentsAmount: viewer === null ? formatBtc(row.parentsSats) : null,
    forecastDate: forecast(row, row.weeklySats, today) ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const PARENTS = 'Parents';

const TYPE_OF_ENTRY: Record<string, ContributionType> = { allowance: 'allowance' };

const giverOf = ({ childId, childName }: Pick<ContributionRow, 'childId' | 'childName'>) =>
  childId === null ? PARENTS : (childName ?? '');

export const asCarried = (row: CarriedRow): Contribution => ({
  id: row.accountId,
  childId: row.childId,
  childName: giverOf(row),
  amount: formatBtc(row.amountSats),
  contributionType: null,
  description: '',
  createdAt: row.upTo.toISOString(),
  canTakeBack: false,
});

export const asContribution = (row: ContributionRow, now: Date): Contribution => ({
  id: row.entryId,
  childId: row.childId,
  childName: giverOf(row),
  amount: formatBtc(row.amountSats),
  contributionType: row.contributionType ?? TYPE_OF_ENTRY[row.type] ?? 'savings',
  description: row.description ?? '',
  createdAt: row.occurredAt.toISOString(),
  canTakeBack:
    row.contributionType !== null &&
    row.reverses === null &&
    !row.undone &&
    isUndoable(row.recordedAt, now),
});
