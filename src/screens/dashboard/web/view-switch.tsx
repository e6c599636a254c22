/** The three views of an adult; the demo has two. */
import { t } from '@lingui/core/macro';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import type { View } from './use-view.ts';

interface ViewSwitchProps {
  value: View['mode'];
  onChange: View['setMode'];
  hasOverview?: boolean;
}

export function ViewSwitch({ value, onChange, hasOverview = true }: ViewSwitchProps) {
  const overview = { value: 'overview', label: t`Family Overview` } as const;
  return (
    <div className="dash-views">
      <SegmentedControl
        label={t`View`}
        value={value}
        onChange={onChange}
        options={[
          { value: 'parent', label: t`Parent View` },
          { value: 'child', label: t`Child View` },
          ...(hasOverview ? [overview] : []),
        ]}
      />
    </div>
  );
}
