/** The API for the Lightning wallet, and for moving savings to spending money. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { transfer } from '#core/ledger.ts';
import { sessionKind } from '#features/book/approvals/rules.ts';
import { openRequest } from '#features/book/approvals/store.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { inTheWay } from '#server/ledger/shortfall.ts';
import { entryText } from '#server/ledger/text.ts';
import { addressHandlers, requireChild } from './connections/addresses.ts';
import { asConnection, connectionHandlers } from './connections/connections.ts';
import type { lightning, Purpose } from './connections/contract.ts';
import { jsonSats } from './connections/json-sats.ts';
import {
  type ConnectionRow,
  childRows,
  connectionFor,
  connectionsOf,
  hasOwnWallet,
  readPreferences,
  vaultConnection,
} from './connections/store.ts';
import { keptByChild, sumOf } from './coverage/store.ts';
import { leftToday } from './paying/store.ts';

export const lightningHandlers = (services: Mounted): Handlers<typeof lightning> => ({
  ...connectionHandlers(services),
  ...addressHandlers,

  config: async (_, { tx, actor: { familyId } }) => {
    const connections = await connectionsOf(tx, familyId);
    const children = await childRows(tx, familyId);
    return {
      configured: connections.length > 0,
      provider: connections[0]?.provider ?? null,
      connections: connections.map(asConnection),
      childAddresses: Object.fromEntries(
        children.flatMap(({ childId, address }) => (address ? [[childId, address]] : [])),
      ),
      payLimits: Object.fromEntries(
        children.map(({ childId, payLimitSats }) => [childId, jsonSats(payLimitSats)]),
      ),
      ...(await readPreferences(tx, familyId)),
    };
  },

  balance: async (_, { tx, actor: { familyId } }) => {
    const row = newest(await connectionsOf(tx, familyId));
    const held = jsonSats(row?.balanceSats ?? 0n);
    return {
      lightningConfigured: row !== undefined,
      totalBalance: held,
      confirmedBalance: held,
      checkedAt: row?.balanceSats == null ? null : row.checkedAt.toISOString(),
      bookBalance: jsonSats(sumOf(await keptByChild(tx, familyId))),
    };
  },

  nodes: async (_, { tx, actor }) =>
    (await connectionsOf(tx, actor.familyId)).map(({ provider, state, checkedAt }) => ({
      provider,
      status: state,
      lastChecked: checkedAt.toISOString(),
    })),

  ofChild: ({ id }, context) => ofChild(context, id),

  transferToSpending: async ({ childId, amount }, context) => {
    const { tx, actor, now } = context;
    if (actor.role !== 'child') return moveToSpending(context, childId, amount);
    await openRequest(services, tx, actor.familyId, {
      ...{ kind: 'withdrawal', childId, amountSats: amount, reason: 'To spending money' },
      ...{ enteredBy: actor.userId, sessionKind: sessionKind(actor), now },
    });
    return { success: true, state: 'asked' };
  },
});

async function ofChild({ tx, actor: { familyId }, now }: FamilyContext, id: string) {
  await requireChild({ tx, familyId, now }, id);
  const can = async (purpose: Purpose) => {
    const row = await connectionFor(tx, familyId, purpose);
    return row !== undefined && row.state !== 'can_pay';
  };
  const onServer = await can('receive');
  const left = await leftToday(tx, familyId, id, now);
  const isHere = (await connectionFor(tx, familyId, 'spend')) !== undefined;
  const inVault = (await vaultConnection(tx, familyId)) !== undefined;
  const paysInBrowser = !isHere && inVault;
  return {
    lightningConfigured: onServer || paysInBrowser,
    canReceive: onServer || inVault,
    receivesInBrowser: !onServer && inVault,
    canPay: isHere || paysInBrowser,
    paysInBrowser,
    // The browser is a parent's, so a child always has to ask.
    leftToday: paysInBrowser ? 0 : jsonSats(left),
    parentAddress: (await readPreferences(tx, familyId)).parentAddress,
    hasOwnWallet: await hasOwnWallet(tx, familyId, id),
  };
}

async function moveToSpending(
  { tx, actor: { familyId, userId: madeBy }, now }: FamilyContext,
  childId: string,
  amountSats: bigint,
) {
  const book = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!book) throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
  const out = { accountId: book.savings, amountSats: -amountSats };
  const obstacle = await inTheWay(tx, familyId, [out]);
  if (obstacle?.reason === 'MONEY_GONE')
    throw new Refusal('CONFLICT', because('TRANSFER_ABOVE_SAVINGS'), 'amount');
  if (obstacle) throw new Refusal('CONFLICT', obstacle, 'amount');
  const entry = {
    ...{ entryId: newId(now.getTime()), familyId, type: 'savings_withdrawal', childId, madeBy },
    amountSats: -amountSats,
    occurredAt: now,
    text: entryText('To spending money'),
    postings: transfer(book.savings, book.spending, amountSats),
  };
  await post(tx, [entry], now);
  return { success: true as const, state: 'moved' as const };
}

/** Both connections lead to one wallet; the one checked last has the latest balance. */
const newest = (rows: readonly ConnectionRow[]): ConnectionRow | undefined =>
  rows.toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime())[0];
