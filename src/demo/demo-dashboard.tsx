/** The demo's dashboard: the real screens of a made-up family. */
import { t } from '@lingui/core/macro';
import { useSearchParams } from 'wouter';
import { OfChild } from '#screens/child/web/child-page.tsx';
import { ChildView } from '#screens/dashboard/web/child-view.tsx';
import { ParentView } from '#screens/dashboard/web/parent-view.tsx';
import { useView } from '#screens/dashboard/web/use-view.ts';
import { ViewSwitch } from '#screens/dashboard/web/view-switch.tsx';
import type { Demo } from './demo.ts';
import { DemoFrame } from './demo-frame.tsx';
import { useDemoState } from './use-demo.ts';
import { WalletCard } from './wallet-card.tsx';

/** Height of the sample wallet with its question; reserved to avoid layout shift. */
const WALLET_ROOM = '33.2rem';

export function DemoDashboard({ demo }: { demo: Demo }) {
  const view = useView();
  const { wallet } = useDemoState(demo);
  const mode = view.mode === 'child' ? 'child' : 'parent';
  const of = useSearchParams()[0].get('of');
  const views = <ViewSwitch value={mode} onChange={view.setMode} hasOverview={false} />;
  return (
    <DemoFrame demo={demo}>
      {of ? (
        <OfChild id={of} />
      ) : mode === 'child' ? (
        <>
          <div className="dash-top">{views}</div>
          <ChildView
            childId={view.childId}
            onChoose={view.chooseChild}
            onBack={() => view.setMode(view.childId ? 'child' : 'parent')}
          />
        </>
      ) : (
        <>
          <div className="dash-top home-top">
            <h1>{t`Family Bitcoin Dashboard`}</h1>
            {views}
          </div>
          <ParentView room={WALLET_ROOM} />
          <WalletCard wallet={wallet} />
        </>
      )}
    </DemoFrame>
  );
}
