/** Transactions on the server: entering, taking back, finding and viewing. */

import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { addDays } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { instantOf } from '#core/time-zone.ts';
import { findChild } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { ask } from './asking.ts';
import {
  MOST_SPENDING_A_DAY,
  type Page,
  RECENT,
  RECENT_ALL,
  type Transaction,
  type transactions,
} from './contract.ts';
import { describeAll } from './details.ts';
import { enter } from './entering.ts';
import { markPaid, type SettledHook, unmarkPaid } from './payments.ts';
import { courseOf, NOT_PAID, SHOWN_PAID, whyNotPayable } from './rules.ts';
import {
  type AccountRow,
  type Carried,
  type Found,
  findAccount,
  readCarried,
  search,
} from './search.ts';
import {
  asTransaction,
  countSpending,
  type EntryRow,
  findAnyEntry,
  findEntry,
  isBookClosed,
  latestEntries,
} from './store.ts';
import { type UndoHooks, undo } from './undo.ts';

const NO_ENTRY = because('NO_ENTRY');

export const transactionHandlers = (
  services: Services,
  undoHooks: UndoHooks,
  settled: readonly SettledHook[],
): Handlers<typeof transactions> => ({
  add: async (input, context) => {
    const course = courseOf(context.actor.role, input.type);
    if (course === 'refused') throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
    if ('waitsAs' in course) return ask(services, course.waitsAs, input, context);
    if (context.actor.role === 'child') await assertNotEnough(context, input.childId);
    const what = { type: course.bookedAs, description: input.description };
    const [entered] = await enter(context, what, [input]);
    return entered as Transaction;
  },

  list: (input, context) => list(input, context),

  details: async ({ id }, context) => {
    const { familyId, childId } = context.actor;
    const entry = await findAnyEntry(context.tx, familyId, id);
    if (!entry || (childId && entry.childId !== childId)) throw new Refusal('NOT_FOUND', NO_ENTRY);
    return describeAll(context, entry, undoHooks.objections);
  },

  addSeveral: ({ payments, ...what }, context) => enter(context, what, payments),

  recent: async ({ all }, { tx, actor }) => {
    const limit = all === 'true' ? RECENT_ALL : RECENT;
    return (await latestEntries(tx, actor.familyId, limit, actor.childId)).map(asTransaction);
  },

  ofChild: async ({ id }, { tx, actor, now }) => {
    if (!(await findChild(tx, actor.familyId, id, now)))
      throw new Refusal('NOT_FOUND', because('NO_CHILD'));
    return (await latestEntries(tx, actor.familyId, RECENT_ALL, id)).map(asTransaction);
  },

  undo: ({ id }, context) => takeBack(context, id, undoHooks),

  undoSeveral: ({ ids }, context) => inTurn(ids, (id) => takeBack(context, id, undoHooks)),

  markPaid: ({ id }, context) => sayPaid(context, id, settled),

  markSeveralPaid: ({ ids }, context) => inTurn(ids, (id) => sayPaid(context, id, settled)),

  unmarkPaid: async ({ id }, { tx, actor, now }) => {
    const { familyId, userId: by } = actor;
    const before = await entryOf(tx, familyId, id);
    if (isBookClosed(before)) throw new Refusal('CONFLICT', because('BOOK_CLOSED'));
    const [taken] = await unmarkPaid(tx, familyId, [id], { by, now, source: 'parent' });
    if (!taken) throw new Refusal('CONFLICT', before.state === 'paid' ? SHOWN_PAID : NOT_PAID);
    return asTransaction(await entryOf(tx, familyId, id));
  },
});

/** Sequentially: they share a transaction, so a refusal undoes the earlier ones. */
async function inTurn<T>(ids: readonly string[], act: (id: string) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const id of ids) done.push(await act(id));
  return done;
}

async function takeBack(
  context: FamilyContext,
  entryId: string,
  undoHooks: UndoHooks,
): Promise<Transaction> {
  const { tx, actor } = context;
  const reversalId = await undo(context, await entryOf(tx, actor.familyId, entryId), undoHooks);
  return asTransaction(await entryOf(tx, actor.familyId, reversalId));
}

async function sayPaid(
  { tx, actor, now }: FamilyContext,
  entryId: string,
  settled: readonly SettledHook[],
): Promise<Transaction> {
  const { familyId, userId: by } = actor;
  const entry = await entryOf(tx, familyId, entryId);
  const why = whyNotPayable({ ...entry, bookClosed: isBookClosed(entry) });
  if (why) throw new Refusal('CONFLICT', why);
  for (const settle of settled) await settle(tx, familyId, entryId, { by, now });
  await markPaid(tx, familyId, [entryId], { by, now, source: 'parent' });
  return asTransaction(await entryOf(tx, familyId, entryId));
}

/** @throws Refusal RATE_LIMITED: a child's own entries have a daily limit */
async function assertNotEnough({ tx, actor, now }: FamilyContext, childId: string): Promise<void> {
  if ((await countSpending(tx, actor.familyId, childId, now)) >= MOST_SPENDING_A_DAY)
    throw new Refusal('RATE_LIMITED', because('ENOUGH_TODAY'));
}

async function entryOf(tx: Tx, familyId: string, entryId: string): Promise<EntryRow> {
  const entry = await findEntry(tx, familyId, entryId);
  if (!entry) throw new Refusal('NOT_FOUND', NO_ENTRY);
  return entry;
}

/** A child searches only its own entries; for it, other children and accounts don't exist. */
async function list(
  { childId, accountId, type, from, to, text, before }: Parsed<typeof transactions.list>,
  { tx, actor, now, calendar }: FamilyContext,
): Promise<Page> {
  const { familyId } = actor;
  const account = accountId ? await findAccount(tx, familyId, accountId) : undefined;
  const ofChild =
    actor.childId ?? childId ?? (account?.kind === 'goal' ? undefined : account?.childId);
  if (childId && (childId !== ofChild || !(await findChild(tx, familyId, childId, now))))
    throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
  if (accountId && (!account || (ofChild && account.childId !== ofChild)))
    throw new Refusal('NOT_FOUND', because('NO_ACCOUNT'), 'accountId');
  const { timeZone } = await calendar();
  const found = await search(tx, familyId, {
    childId: ofChild ?? undefined,
    account,
    type,
    since: from === undefined ? undefined : instantOf(from, 0, timeZone),
    until: to === undefined ? undefined : instantOf(addDays(to, 1), 0, timeZone),
    text,
    before,
  });
  // With a filter, the list's end isn't the beginning of the book.
  const atTheEnd = found.next === null && !from && !type && !text;
  const carried = atTheEnd ? await readCarried(tx, familyId, account?.accountId) : null;
  return asPage(found, account, carried);
}

function asPage(
  { rows, next, searchedTo }: Found,
  account: AccountRow | undefined,
  carried: Carried | null,
): Page {
  const btc = (sats: bigint | null) => (sats === null ? null : formatBtc(sats));
  return {
    entries: rows.map((row) => ({
      ...asTransaction(row),
      change: btc(row.changeSats),
      balanceAfter: btc(row.afterSats),
    })),
    next,
    searchedTo: searchedTo?.toISOString() ?? null,
    broughtForward: carried && { upTo: carried.upTo.toISOString(), amount: btc(carried.sats) },
    account: account
      ? {
          id: account.accountId,
          kind: account.kind,
          childName: account.childName,
          balance: formatBtc(account.balanceSats),
          held: formatBtc(account.heldSats),
        }
      : null,
  };
}
