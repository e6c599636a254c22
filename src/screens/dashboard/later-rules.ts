/** Data for the parts below the first view and a child's pages, derived from the books. Pure. */
import { addDays, type CivilDate } from '#core/calendar.ts';
import { PARENTS_SLOT } from '#core/faces.ts';
import { type Sats, usdCents } from '#core/money.ts';
import type { Child } from '#features/people/children/contract.ts';
import { type Balances, bookTotal, type ParentsPart, type Payday, parentsTotal } from './rules.ts';

/**
 * The parts of the family's pie, in the order of the children, each in its own color. Any parents'
 * contributions to goals are a separate part.
 */
export function shareParts(
  children: readonly (Balances & Pick<Child, 'slot'>)[],
  goals: readonly ParentsPart[] = [],
  parents = '',
) {
  const parts = children.map((child) => ({
    id: child.id,
    name: child.name,
    sats: bookTotal(child),
    slot: child.slot,
  }));
  const given = parentsTotal(goals);
  if (given === 0n) return parts;
  return [...parts, { id: 'parents', name: parents, sats: given, slot: PARENTS_SLOT }];
}

/** The family's current date, from a child's record; `otherwise` if no pay day is set. */
export function todayFor(child: Payday, otherwise: CivilDate): CivilDate {
  const { nextAllowanceDate: date, daysUntilAllowance: days } = child;
  return date === null || days === null ? otherwise : addDays(date, -days);
}

/** Whole dollars and two digits of cents, as text, for words that a young reader can say. */
export function dollarsAndCents(
  amountSats: Sats,
  usdPerBtc?: bigint,
): { dollars: string; cents: string } {
  const digits = usdCents(amountSats, usdPerBtc).toString().padStart(3, '0');
  return { dollars: digits.slice(0, -2), cents: digits.slice(-2) };
}
