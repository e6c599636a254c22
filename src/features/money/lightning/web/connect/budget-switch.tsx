/** Accepts a connection whose wallet can't limit its spending. */
import { t } from '@lingui/core/macro';
import { Switch } from '#web/ui/switch.tsx';

interface BudgetSwitchProps {
  checked: boolean;
  onChange: (withoutBudget: boolean) => void;
}

export const BudgetSwitch = (props: BudgetSwitchProps) => (
  <Switch
    label={t`My wallet cannot set a budget`}
    hint={t`Then nothing limits what this connection could spend. Turn this on only if you accept that.`}
    {...props}
  />
);
