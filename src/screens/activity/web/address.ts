/**
 * The activity page's URL contains the search and the open line, for Back and for links:
 * `/activity?child=…&month=2026-03`.
 */
import { useSearchParams } from 'wouter';
import { addDays, isCivilDate } from '#core/calendar.ts';
import { TYPES } from '#features/book/transactions/contract.ts';
import type { Wanted } from '#features/book/transactions/web/find-form.tsx';
import { firstDay, monthBeside } from '#features/pocket/statements/rules.ts';
import { isoDay } from '#web/dates.ts';
import type { Reader } from '../../dashboard/web/use-reader.ts';

export function useAddress() {
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name) ?? '';
  const month = get('month');
  const wanted: Wanted = {
    child: get('child'),
    type: TYPES.find((type) => type === get('type')) ?? '',
    month: isCivilDate(firstDay(month)) ? month : '',
    from: get('from'),
    to: get('to'),
    text: get('text'),
  };
  const withEntry = (entry: string | undefined) => {
    const next = new URLSearchParams(params);
    if (entry) next.set('entry', entry);
    else next.delete('entry');
    return next;
  };
  return {
    wanted,
    account: get('account'),
    part: get('part'),
    entry: params.get('entry') ?? undefined,
    find: (next: Wanted) =>
      setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), {
        replace: true,
      }),
    hrefOf: ({ entry }: { entry: string }) => `/activity?${withEntry(entry)}`,
    open: (entry: string | undefined) => setParams(withEntry(entry), { replace: !entry }),
  };
}

export type Address = ReturnType<typeof useAddress>;

/** The search as the call's input: a month becomes its first and last day. */
export function callOf({ child, type, month, from, to, text }: Wanted) {
  const span = month
    ? { from: firstDay(month), to: addDays(firstDay(monthBeside(month, 1)), -1) }
    : { ...(from && { from }), ...(to && { to }) };
  return {
    ...span,
    ...(child && { childId: child }),
    ...(type && { type }),
    ...(text.trim() && { text: text.trim() }),
  };
}

const MOST_MONTHS = 36;

/** Newest first, back to the month of the first book. */
export function monthsOf({ books, timeZone }: Reader): string[] {
  const opened = books.map(({ createdAt }) => isoDay(createdAt, timeZone).slice(0, 7)).toSorted();
  const months = [isoDay(new Date().toISOString(), timeZone).slice(0, 7)];
  while (months.length < MOST_MONTHS) {
    const before = monthBeside(months.at(-1) as string, -1);
    if (before < (opened[0] ?? before)) break;
    months.push(before);
  }
  return months;
}
