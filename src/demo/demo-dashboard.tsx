/** The demo's dashboard: the real screens of a family that does not exist. */
import { t } from '@lingui/core/macro';
import { ChildView } from '#screens/dashboard/web/child-view.tsx';
import { ParentView } from '#screens/dashboard/web/parent-view.tsx';
import { useView } from '#screens/dashboard/web/use-view.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { walletOf } from './book/wallet.ts';
import type { Demo } from './demo.ts';
import { DemoFrame } from './demo-frame.tsx';
import { useDemoState } from './use-demo.ts';
import { WalletCard } from './wallet-card.tsx';

export function DemoDashboard({ demo }: { demo: Demo }) {
  const view = useView();
  const { family } = useDemoState(demo);
  const mode = view.mode === 'child' ? 'child' : 'parent';
  return (
    <DemoFrame
      demo={demo}
      head={
        <div className="dash-views">
          <SegmentedControl
            label={t`View`}
            value={mode}
            onChange={view.setMode}
            options={[
              { value: 'parent', label: t`Parent View` },
              { value: 'child', label: t`Child View` },
            ]}
          />
        </div>
      }
    >
      {mode === 'child' ? (
        <ChildView
          childId={view.childId}
          onChoose={view.chooseChild}
          onBack={() => view.setMode(view.childId ? 'child' : 'parent')}
        />
      ) : (
        <>
          <ParentView />
          <WalletCard wallet={walletOf(family)} />
        </>
      )}
    </DemoFrame>
  );
}
