/** A parent's settings for one child: a short dialog each. */
import { t } from '@lingui/core/macro';
import { useLocation } from 'wouter';
import type { Family } from '#features/household/family/contract.ts';
import { ProgressPanel } from '#features/learn/lessons/web/progress-panel.tsx';
import { PayLimitForm } from '#features/money/lightning/web/pay-limit-form.tsx';
import { PayoutPlan } from '#features/money/lightning/web/payouts/payout-plan.tsx';
import { AddressPanel } from '#features/money/lightning/web/receive/gift-address.tsx';
import type { Child } from '#features/people/children/contract.ts';
import { EditChildForm } from '#features/people/children/web/edit-child-form.tsx';
import { CoverPicker, FacePicker } from '#features/people/children/web/face-picker.tsx';
import { LimitForm } from '#features/people/children/web/limit-form.tsx';
import { RemoveChild } from '#features/people/children/web/remove-child.tsx';
import { AllowanceForm } from '#features/pocket/allowances/web/allowance-form.tsx';
import { PauseForm } from '#features/pocket/allowances/web/pause-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export type Setting =
  | 'allowance'
  | 'payout'
  | 'pause'
  | 'limit'
  | 'payLimit'
  | 'gifts'
  | 'details'
  | 'lessons';

export interface ChildSettingProps {
  setting: Setting;
  child: Child;
  family: Pick<Family, 'today' | 'timeZone'>;
  onClose: () => void;
}

export function ChildSetting({ setting, child, family, onClose }: ChildSettingProps) {
  const [, go] = useLocation();
  return (
    <Dialog title={settingTitle(setting, child.name)} onClose={onClose}>
      {setting === 'allowance' && <AllowanceForm child={child} onSaved={onClose} />}
      {setting === 'payout' && <PayoutPlan child={child} onSaved={onClose} />}
      {setting === 'pause' && <PauseForm child={child} today={family.today} />}
      {setting === 'limit' && <LimitForm child={child} />}
      {setting === 'payLimit' && <PayLimitForm child={child} />}
      {setting === 'gifts' && <AddressPanel child={child} isChild={false} />}
      {setting === 'lessons' && <ProgressPanel childId={child.id} timeZone={family.timeZone} />}
      {setting === 'details' && (
        <div className="dash-stack dash-parts">
          <EditChildForm child={child} />
          <FacePicker child={child} />
          <CoverPicker child={child} />
          <RemoveChild child={child} onRemoved={() => go('/dashboard', { replace: true })} />
        </div>
      )}
    </Dialog>
  );
}

function settingTitle(setting: Setting, name: string): string {
  switch (setting) {
    case 'allowance':
      return t`${name}’s allowance`;
    case 'payout':
      return t`After ${name}’s pay day`;
    case 'pause':
      return t`Pause ${name}’s allowance`;
    case 'limit':
      return t`${name}’s spending limit`;
    case 'payLimit':
      return t`What ${name} pays without asking`;
    case 'gifts':
      return t`${name}’s gift address`;
    case 'details':
      return t`${name}’s details`;
    case 'lessons':
      return t`${name}’s lessons`;
  }
}
