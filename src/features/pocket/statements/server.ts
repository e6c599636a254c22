/** The monthly statement on the server. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ageOn } from '#core/ages.ts';
import { addDays } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { instantOf } from '#core/time-zone.ts';
import { asRate, asTransaction } from '#features/book/transactions/store.ts';
import { comparesWorth } from '#features/people/children/rules.ts';
import { findChild } from '#features/people/children/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { MOST_LINES, type Statement, type statements } from './contract.ts';
import { firstDay, monthBeside } from './rules.ts';
import { type AccountMonth, type LineRow, readBalances, readChain, readLines } from './store.ts';

export const statementHandlers = (): Handlers<typeof statements> => ({ month: monthOf });

async function monthOf(
  { id: childId, month }: { id: string; month: string },
  { tx, actor, now, calendar }: FamilyContext,
): Promise<Statement> {
  const { familyId } = actor;
  const child = await findChild(tx, familyId, childId, now);
  if (!child) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
  const { timeZone, today } = await calendar();
  const [from, next] = [firstDay(month), firstDay(monthBeside(month, 1))];
  if (from > today) throw new Refusal('VALIDATION_ERROR', because('MONTH_NOT_BEGUN'), 'month');
  const span = {
    childId,
    since: instantOf(from, 0, timeZone),
    until: instantOf(next, 0, timeZone),
  };
  const lines = await readLines(tx, familyId, span, MOST_LINES);
  if (lines.length > MOST_LINES)
    throw new Refusal('CONFLICT', because('AT_MOST_LINES', { most: MOST_LINES }), 'month');
  const chain = await readChain(tx, familyId);
  const removed = removedOf(span, chain.removedUpTo);
  const last = addDays(next, -1);
  const compares = comparesWorth(actor, ageOn(child.birthMonth, today));
  return {
    childId,
    childName: child.name,
    month,
    from,
    to: last < today ? last : today,
    timeZone,
    ...balancesOf(await readBalances(tx, familyId, span), removed),
    lines: lines.map((line) => asLine(line, compares)),
    seal:
      chain.sealNo === null || chain.mac === null
        ? null
        : { number: chain.sealNo.toString(), mac: chain.mac },
    removedUpTo: removed === 'nothing' ? null : (chain.removedUpTo?.toISOString() ?? null),
    madeAt: now.toISOString(),
  };
}

type Removed = 'nothing' | 'beginning' | 'all';

/** The part of the month that may be missing: its beginning, or all of it. */
function removedOf({ since, until }: { since: Date; until: Date }, upTo: Date | null): Removed {
  if (upTo === null || upTo < since) return 'nothing';
  return upTo < until ? 'beginning' : 'all';
}

function balancesOf(rows: readonly AccountMonth[], removed: Removed) {
  const of = (kind: AccountMonth['kind']) => {
    const row = rows.find((one) => one.kind === kind);
    if (!row) throw new Error(`A child has no account for ${kind}`);
    const { accountId, inSats, outSats, closingSats } = row;
    const known = (sats: bigint, isKnown: boolean) => (isKnown ? formatBtc(sats) : null);
    return {
      accountId,
      opening: known(closingSats - inSats + outSats, removed !== 'all'),
      in: known(inSats, removed === 'nothing'),
      out: known(outSats, removed === 'nothing'),
      closing: known(closingSats, removed !== 'all'),
    };
  };
  return { savings: of('savings'), spending: of('spending') };
}

function asLine({ savingsSats, spendingSats, ...entry }: LineRow, compares: boolean) {
  const btc = (sats: bigint | null) => (sats === null ? null : formatBtc(sats));
  return {
    ...asTransaction(entry),
    savingsChange: btc(savingsSats),
    spendingChange: btc(spendingSats),
    rate: compares ? asRate(entry) : null,
  };
}
