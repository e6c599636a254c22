/** Blocks that a family rarely needs: each is an expandable line. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { TransfersPanel } from '#features/book/approvals/web/transfers-panel.tsx';
import { liquidityAlert, weeklyTotal } from '#screens/dashboard/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { senderOf } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { satsText } from '#web/ui/money-text.ts';
import type { FamilyBook } from './calls.ts';
import { HomeBlock } from './home-block.tsx';
import { useMayBeLeft, WorthDoingItems } from './worth-doing.tsx';

const LiquidityAlert = lazyPart(async () => (await import('./liquidity-alert.tsx')).LiquidityAlert);
const LightningStatus = lazyPart(
  async () => (await import('#features/money/lightning/web/lightning-status.tsx')).LightningStatus,
);
const AllowanceExplainer = lazyPart(
  async () => (await import('./allowance-explainer.tsx')).AllowanceExplainer,
);
const FamilyShare = lazyPart(async () => (await import('./family-share.tsx')).FamilyShare);
const ActiveAllocations = lazyPart(
  async () =>
    (await import('#features/pocket/goals/web/asking/active-allocations.tsx')).ActiveAllocations,
);
const SecurityCard = lazyPart(
  async () => (await import('#features/money/vault/web/security-card.tsx')).SecurityCard,
);
const NetWorth = lazyPart(async () => (await import('./sharing-and-safety.tsx')).NetWorth);
const OtherParent = lazyPart(async () => (await import('./sharing-and-safety.tsx')).OtherParent);

/** More than 80% of the limit, or more than all of it. */
const limitText = ({ totalSats, limitSats }: NonNullable<ReturnType<typeof liquidityAlert>>) =>
  totalSats > limitSats ? t`Above the spending limit` : t`Close to the spending limit`;

export function HomeBlocks({ book }: { book: FamilyBook }) {
  const { family, children } = book;
  const liquidity = liquidityAlert(children);
  // The demo has no data to encrypt.
  const isDemo = senderOf(useQueryClient()) !== undefined;
  const mayBeLeft = useMayBeLeft(book);
  return (
    <Card className="home-blocks" aria-label={t`The family’s book`}>
      <h2>{t`The family’s book`}</h2>
      <ul>
        {mayBeLeft && !isDemo && (
          <HomeBlock title={t`When you have a minute`}>
            <WorthDoingItems book={book} />
          </HomeBlock>
        )}
        {liquidity && (
          <HomeBlock title={t`Lightning liquidity`} note={limitText(liquidity)}>
            <LiquidityAlert {...liquidity} />
          </HomeBlock>
        )}
        <HomeBlock title={t`How pay day works`} note={t`${satsText(weeklyTotal(children))} a week`}>
          <AllowanceExplainer family={family} />
        </HomeBlock>
        <HomeBlock title={t`Lightning`}>
          <LightningStatus />
        </HomeBlock>
        <HomeBlock title={t`Savings and transfers`}>
          <TransfersPanel mode="parent" timeZone={family.timeZone} />
        </HomeBlock>
        <HomeBlock title={t`Active savings allocations`}>
          <ActiveAllocations isChild={false} timeZone={family.timeZone} />
        </HomeBlock>
        <HomeBlock title={t`Family Bitcoin share`}>
          <FamilyShare book={book} />
        </HomeBlock>
        <HomeBlock title={t`Family net worth sharing`}>
          <NetWorth book={book} />
        </HomeBlock>
        <HomeBlock title={t`Spouse and family`}>
          <OtherParent />
        </HomeBlock>
        {!isDemo && (
          <HomeBlock title={t`Wallet security`}>
            <SecurityCard />
          </HomeBlock>
        )}
      </ul>
    </Card>
  );
}
