/** Coverage of spending money: the last judgment, if the book has not changed since. */
import { formatBtc } from '#core/money.ts';
import { coverageState } from '#features/money/wallet/coverage/rules.ts';
import type { Point } from '#features/money/wallet/coverage/store.ts';
import type { Handlers } from '#server/http/mount.ts';
import { type ConnectionRow, connectionsOf } from './connections/store.ts';
import type { SpendingCoverage, spendingCoverage } from './coverage/contract.ts';
import { keptByChild, pointsOf, sumOf } from './coverage/store.ts';

export const spendingCoverageHandlers: Handlers<typeof spendingCoverage> = {
  get: async (_, { tx, actor: { familyId }, now }) => {
    const kept = await keptByChild(tx, familyId);
    const row = (await connectionsOf(tx, familyId)).find(({ purpose }) => purpose === 'spend');
    const history = await pointsOf(tx, familyId);
    const promisedSats = sumOf(kept);
    const judged = row && judgedBy(row, history.at(-1), promisedSats);
    const isNone = row === undefined || promisedSats === 0n;
    const state = judged ? coverageState({ ...judged, checkedAt: row.checkedAt }, now) : undefined;
    const missing = judged && state === 'short' ? judged.promisedSats - judged.heldSats : 0n;
    return {
      state: isNone || state === 'no_wallet' ? 'none' : (state ?? 'not_checked'),
      provider: row?.provider ?? null,
      answer: row ? answerOf(row) : null,
      promised: formatBtc(promisedSats),
      held: judged ? formatBtc(judged.heldSats) : null,
      shortBy: formatBtc(missing),
      checkedAt: row?.checkedAt.toISOString() ?? null,
      children: kept.map(({ childId, childName, spendingSats }) => ({
        ...{ childId, childName },
        spending: formatBtc(spendingSats),
      })),
      history: history.map((point) => ({
        at: point.at.toISOString(),
        promised: formatBtc(point.promisedSats),
        held: formatBtc(point.heldSats),
      })),
    };
  },
};

function answerOf({ state, balanceSats }: ConnectionRow): SpendingCoverage['answer'] {
  if (state !== 'connected') return 'silent';
  return balanceSats === null ? 'not_told' : 'told';
}

/** Undefined if unknown: no answer, another connection, or a book that has changed since. */
const judgedBy = (
  row: ConnectionRow,
  last: Point | undefined,
  promisedSats: bigint,
): Point | undefined =>
  answerOf(row) === 'told' &&
  last !== undefined &&
  last.at >= row.connectedAt &&
  last.promisedSats === promisedSats &&
  last.heldSats === row.balanceSats
    ? last
    : undefined;
