/** Children's receiving addresses, balances and deposits on the server. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import { findChild } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { lookedBy } from '#server/http/talking.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { bookOrTakeBack } from '../deposits/deposits.ts';
import { depositState } from '../deposits/rules.ts';
import {
  answerDeposit,
  arriving,
  type DepositRow,
  findDeposit,
  shownDeposits,
} from '../deposits/store.ts';
import { writeDifferences } from '../scan/lookup.ts';
import { beginScanIn, isScanDue } from '../scan/scanning.ts';
import { recordSeen } from '../sending/watch.ts';
import { findWallet } from '../watched/store.ts';
import type { ChildBalances, childWallets, Deposit, SyncState } from './contract.ts';
import { childWallet, topUpAddress } from './handing-out.ts';
import { type Asked, hasNews, lookUpChildren, newTurns, type Turns } from './sync.ts';

export const childWalletHandlers = (
  services: Services,
  hooks: readonly ReversalHook[],
): Handlers<typeof childWallets> => {
  const turns = newTurns();
  return {
    create: async ({ childId }, context) => {
      const { tx, actor, now } = context;
      await requireChild(context, childId);
      return childWallet(tx, services.secretsKey, { familyId: actor.familyId, childId, now });
    },

    topUp: async (_, { tx, actor: { familyId }, now }) => ({
      bitcoinAddress: await topUpAddress(tx, services.secretsKey, { familyId, now }),
    }),

    balances: async ({ childId }, context) => {
      await requireChild(context, childId);
      const { tx, actor } = context;
      return checkedLast(turns, actor.familyId, await balancesOf(tx, actor.familyId, childId));
    },

    sync: syncOf(services, hooks, turns),

    deposits: async (_, { tx, actor, now }) =>
      (await shownDeposits(tx, actor.familyId, now)).map(asDeposit),

    answerDeposit: async ({ id, childId, isPromised }, context) => {
      const { tx, actor, now } = context;
      const { familyId, userId: by } = actor;
      const deposit = await findDeposit(tx, familyId, id);
      if (!deposit) throw new Refusal('NOT_FOUND', because('NO_DEPOSIT'));
      if (childId !== null) await requireChild(context, childId);
      requireAnswerable(deposit);
      await answerDeposit(tx, familyId, id, { childId, isPromised, by, now });
      const booking = { jobs: services.jobs, clock: () => now, hooks };
      await bookOrTakeBack(booking, tx, familyId, (await findDeposit(tx, familyId, id)) ?? deposit);
      return asDeposit((await findDeposit(tx, familyId, id)) ?? deposit);
    },
  };
};

/**
 * A look-up that finds nothing new writes nothing, so no other open page of the family refetches.
 */
function syncOf(services: Services, hooks: readonly ReversalHook[], turns: Turns) {
  const reply = async (tx: Tx, { familyId, childId }: Asked, state: SyncState) => ({
    ...{ success: state === 'synced', state, failure: null },
    ...checkedLast(turns, familyId, await balancesOf(tx, familyId, childId)),
  });
  return lookedBy({
    prepare: async ({ childId }: { childId: string }, context: FamilyContext): Promise<Asked> => {
      await requireChild(context, childId);
      const { familyId } = context.actor;
      return { familyId, childId, ...turns.take(familyId, context.now) };
    },
    talk: (asked: Asked) => lookUpChildren(services, asked),
    unchanged: async (_, { tx, now }, { prepared, result }) => {
      const { familyId } = prepared;
      if (!result) {
        const isDue = await isScanDue(tx, services, familyId, now);
        return isDue ? undefined : reply(tx, prepared, 'checking');
      }
      if ('changed' in result) {
        if (await hasNews(tx, result)) return undefined;
        turns.noteEnd(familyId, null, now);
        return reply(tx, prepared, 'synced');
      }
      const { failure } = result;
      if (failure === 'checking') return reply(tx, prepared, 'checking');
      if (prepared.isTurn) turns.noteEnd(familyId, failure, now);
      const state = failure === null ? 'synced' : 'failed';
      return { ...(await reply(tx, prepared, state)), failure };
    },
    settle: async (_, { tx, now }, { prepared, result }) => {
      const { familyId } = prepared;
      const looking = { ...services, clock: () => now, hooks };
      if (!result || !('changed' in result)) {
        await beginScanIn(tx, services, familyId, now);
        return reply(tx, prepared, 'checking');
      }
      await writeDifferences(looking, tx, result, result, false);
      for (const seen of result.sends) await recordSeen(looking, tx, familyId, seen);
      turns.noteEnd(familyId, null, now);
      return reply(tx, prepared, 'synced');
    },
  });
}

/** A look-up doesn't save its time (decision 63), although it is the most recent one. */
function checkedLast(turns: Turns, familyId: string, balances: ChildBalances): ChildBalances {
  const looked = turns.checkedAt(familyId)?.toISOString() ?? null;
  const isNewer = looked !== null && looked > (balances.checkedAt ?? '');
  return isNewer ? { ...balances, checkedAt: looked } : balances;
}

async function requireChild(
  { tx, actor, now }: Pick<FamilyContext, 'tx' | 'actor' | 'now'>,
  childId: string,
): Promise<void> {
  if (!(await findChild(tx, actor.familyId, childId, now)))
    throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
}

/** A deposit without an owner may get one; a booked one is settled until its entry is reversed. */
function requireAnswerable(deposit: DepositRow): void {
  const state = depositState(deposit);
  if (deposit.entryId !== null) throw new Refusal('CONFLICT', because('DEPOSIT_BOOKED'));
  if (state === 'gone') throw new Refusal('CONFLICT', because('DEPOSIT_GONE'));
  if (state === 'waiting') throw new Refusal('CONFLICT', because('DEPOSIT_WAITS'));
}

export async function balancesOf(
  tx: Tx,
  familyId: string,
  childId: string,
): Promise<ChildBalances> {
  const accounts = await tx<{ kind: 'savings' | 'spending'; balanceSats: bigint }[]>`
    SELECT kind, balance_sats FROM account
    WHERE family_id = ${familyId} AND child_id = ${childId} AND kind IN ('savings', 'spending')`;
  const sats = (kind: string) => accounts.find((one) => one.kind === kind)?.balanceSats ?? 0n;
  const wallet = await findWallet(tx, familyId);
  return {
    savingsBalance: inJson(formatBtc(sats('savings'))),
    spendingBalance: inJson(formatBtc(sats('spending'))),
    pendingBalance: inJson(formatBtc(await arriving(tx, familyId, childId))),
    checkedAt: wallet?.checkedAt?.toISOString() ?? null,
  };
}

/** A JSON number of BTC: its 16 digits are exact up to 21 million. */
const inJson = (btc: string): number => Number(btc);

const asDeposit = (row: DepositRow): Deposit => ({
  id: row.paymentId,
  state: depositState(row),
  amount: formatBtc(row.amountSats),
  address: row.address,
  txid: row.txid,
  childId: row.childId,
  childName: row.childName,
  seenAt: row.seenAt.toISOString(),
  confirmedAt: row.endedAt?.toISOString() ?? null,
  answeredAt: row.decidedAt?.toISOString() ?? null,
  answeredBy: row.answeredByName,
  entryId: row.entryId,
  isEarlier: row.isEarlier,
});
