/**
 * The reader's habits at amount fields: the unit they type in, their family's usual amounts, and
 * the amount above which a form asks once. Set above the screens
 * (features/book/transactions/web/own-amount-habits.tsx).
 */
import { createContext, useContext } from 'react';
import { SATS_PER_BTC, type Sats } from '#core/money.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import { COMMON_SATS } from '#core/usual-amounts.ts';
import { usdPerBtc } from './own-rate.ts';

export interface AmountHabits {
  /** For the youngest, who count in sats only. */
  satsOnly: boolean;
  unit: TypedUnit;
  chooseUnit: (unit: TypedUnit) => void;
  /** For one kind of line, or for all. */
  usualSats: (kind?: string) => readonly Sats[];
  askAboveSats: Sats;
}

const LARGE_DOLLARS = 500n;

/** Adults confirm amounts above this one: 500 dollars at the fixed rate. */
export const largeSats = (): Sats => (LARGE_DOLLARS * SATS_PER_BTC) / usdPerBtc();

const Habits = createContext<AmountHabits | undefined>(undefined);
export const AmountHabitsProvider = Habits.Provider;

/** On a page without a person, amounts are typed in sats. */
export const useAmountHabits = (): AmountHabits =>
  useContext(Habits) ?? {
    satsOnly: false,
    unit: 'sats',
    chooseUnit: () => undefined,
    usualSats: () => COMMON_SATS,
    askAboveSats: largeSats(),
  };
