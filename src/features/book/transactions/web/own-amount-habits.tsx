/**
 * The signed-in person's defaults for amount fields, read from data that the screen has already
 * loaded: the unit and limit from the person, the chips from recent lines.
 */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Sats } from '#core/money.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import { COMMON_SATS, usualAmounts } from '#core/usual-amounts.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { auth, type User } from '#features/people/auth/contract.ts';
import { type Child, children as childrenCalls } from '#features/people/children/contract.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { AmountHabitsProvider, largeSats } from '#web/ui/amount-habits.ts';
import { toast } from '#web/ui/toast-store.ts';

export function OwnAmountHabits({ children }: { children: ReactNode }) {
  const user = useQuery({ ...query(auth.user, {}), enabled: false }).data;
  const id = user?.childId ?? '';
  const child = useQuery({ ...query(childrenCalls.get, { id }), enabled: false }).data;
  const recent = useQuery({ ...query(transactions.recent, {}), enabled: false }).data;
  const [unit, chooseUnit] = useUnit(user);
  const askAboveSats = askAbove(user, child);
  const satsOnly = user?.role === 'child' && child !== undefined && bandOf(child.age) === 'starter';
  const habits = useMemo(() => {
    return {
      satsOnly,
      unit,
      chooseUnit,
      askAboveSats,
      usualSats: (kind?: string) => {
        const lines = (recent ?? []).filter(
          ({ type, undoneBy, reverses }) =>
            !undoneBy && !reverses && (kind === undefined || type === kind),
        );
        const used = lines.map(({ amount }) => satsOf(amount));
        return usualAmounts(used, COMMON_SATS, askAboveSats);
      },
    };
  }, [satsOnly, unit, chooseUnit, askAboveSats, recent]);
  return <AmountHabitsProvider value={habits}>{children}</AmountHabitsProvider>;
}

/** The choice takes effect immediately; the server stores it for the next visit. */
function useUnit(user: User | undefined): [TypedUnit, (unit: TypedUnit) => void] {
  const [chosen, setChosen] = useState<TypedUnit>();
  const { run } = useCall(auth.amountUnit, {
    onDone: () => setChosen(undefined),
    // On this page, the choice remains in effect.
    onFail: (error) =>
      toast({
        title: t`Error`,
        description: messageOf(error, t`The unit could not be saved.`),
        destructive: true,
      }),
  });
  const choose = (unit: TypedUnit) => {
    setChosen(unit);
    if (user) run({ unit });
  };
  return [chosen ?? user?.amountUnit ?? 'sats', choose];
}

const ALLOWANCES = 3n;

/** Three allowances for a child; without an allowance, a hundredth of an adult's threshold. */
function askAbove(user: User | undefined, child: Child | undefined): Sats {
  if (user?.role !== 'child') return largeSats();
  const weeklySats = satsOf(child?.weeklyAllowance ?? '0');
  return weeklySats > 0n ? ALLOWANCES * weeklySats : largeSats() / 100n;
}
