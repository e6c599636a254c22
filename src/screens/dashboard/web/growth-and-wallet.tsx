/** Growth and wallets of a child: on the child's own screen, for the youngest in "My book". */
import type { Child } from '#features/people/children/contract.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { WhenNear } from '#web/ui/when-near.tsx';

const GrowthCard = lazyPart(
  async () => (await import('#features/pocket/growth/web/growth-card.tsx')).GrowthCard,
);
const LightningPanel = lazyPart(
  async () => (await import('#features/money/lightning/web/lightning-panel.tsx')).LightningPanel,
);
const ChildWalletPanel = lazyPart(
  async () =>
    (await import('#features/money/wallet/web/children/child-wallet-panel.tsx')).ChildWalletPanel,
);

export function GrowthAndWallet({ child, isChild }: { child: Child; isChild: boolean }) {
  return (
    <>
      <WhenNear height="43rem">
        <GrowthCard childId={child.id} />
      </WhenNear>
      <WhenNear height="21.5rem">
        <ChildWalletPanel
          child={child}
          isChild={isChild}
          isYoung={bandOf(child.age) === 'starter'}
        />
        <LightningPanel child={child} isChild={isChild} />
      </WhenNear>
    </>
  );
}
