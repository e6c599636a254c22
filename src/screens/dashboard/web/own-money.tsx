/** A child's savings and spending money, in the units for its age. */
import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import type { Band } from '#features/people/children/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Cover } from '#web/ui/card.tsx';
import { BoltIcon, BookIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { AmountLines, FixedRate } from './amount-lines.tsx';
import { useUser } from './calls.ts';
import type { OwnDialog } from './child-own-dialogs.tsx';
import { spokenDollars } from './child-words.ts';
import { usePayTo } from './use-pay-to.ts';

const AboveLimit = lazyPart(
  async () => (await import('#features/book/transactions/web/above-limit.tsx')).AboveLimit,
);
const MyLimits = lazyPart(
  async () => (await import('#features/money/lightning/web/my-limits.tsx')).MyLimits,
);

interface OwnMoneyProps {
  child: Child;
  band: Band;
  onOpen: (which: OwnDialog) => void;
}

interface SavingsProps extends OwnMoneyProps {
  /** Shown next to the button. */
  children?: ReactNode;
}

export function Savings({ child, band, onOpen, children }: SavingsProps) {
  const sats = satsOf(child.savingsBalance);
  const held = sats - satsOf(child.availableSavings);
  return (
    <Cover className="kid-balance">
      <div>
        <div className="card-head">
          <h2 className="kid-label cover-label">
            <BookIcon size={20} /> {t`My Savings`}
          </h2>
          <WhyLink childId={child.id} part="savings" />
        </div>
        <Balance sats={sats} band={band} size="huge" rate={band !== 'young'} />
        {held > 0n && (
          <p className="held-line cover-label">
            <WaitingIcon size={18} /> {t`${satsWithValue(held)} waiting for a yes or a payment`}
          </p>
        )}
      </div>
      <div className="kid-acts">
        <Button look="gold" onClick={() => onOpen('ask')}>{t`Ask to Use Savings`}</Button>
        {children}
      </div>
    </Cover>
  );
}

export function Spending({ child, band, onOpen }: OwnMoneyProps) {
  const sats = satsOf(child.spendingBalance);
  const held = sats - satsOf(child.availableSpending);
  const asks = useUser()?.role === 'child';
  const payTo = usePayTo(child.id, satsOf(child.aboveLimit) > 0n);
  return (
    <Card tone="gold" className="kid-balance">
      <div>
        <div className="card-head">
          <h2 className="kid-label text-gold-ink">
            <BoltIcon size={20} /> {t`Spending Money`}
          </h2>
          <WhyLink childId={child.id} part="spending" />
        </div>
        <Balance
          sats={sats}
          band={band}
          size={band === 'young' ? 'huge' : 'big'}
          rate={band === 'young'}
        />
        {held > 0n && (
          <p className="sub held-line">
            <WaitingIcon size={18} /> {t`${satsWithValue(held)} waiting for a yes or a payment`}
          </p>
        )}
      </div>
      {band === 'young' && (
        <Suspense fallback={<div className="kid-facts" />}>
          <MyLimits child={child} />
        </Suspense>
      )}
      {satsOf(child.aboveLimit) > 0n && (
        <Suspense fallback={null}>
          <AboveLimit child={child} asks={asks} payTo={payTo} />
        </Suspense>
      )}
      <SpendingActs band={band} onOpen={onOpen} />
    </Card>
  );
}

function SpendingActs({ band, onOpen }: Pick<OwnMoneyProps, 'band' | 'onOpen'>) {
  return (
    <div className="form-actions">
      {band === 'young' && (
        <Button wide onClick={() => onOpen('pay')}>
          {t`Pay or receive`}
        </Button>
      )}
      <Button look="alt" onClick={() => onOpen('add')}>{t`Add Transaction`}</Button>
      {band !== 'starter' && (
        <Button look="quiet" onClick={() => onOpen('import')}>{t`Import CSV`}</Button>
      )}
    </div>
  );
}

/** Links a number to all lines behind it. */
function WhyLink({ childId, part }: { childId: string; part: 'savings' | 'spending' }) {
  return (
    <PageLink href={`/activity?child=${childId}&part=${part}`} className="why-link">
      {t`Why this number?`}
    </PageLink>
  );
}

interface BalanceLinesProps {
  sats: bigint;
  band: Band;
  size: 'huge' | 'big';
  rate?: boolean;
}

/** The youngest get one number in sats, and dollars in words; the others all units. */
function Balance({ band, ...amount }: BalanceLinesProps) {
  if (band !== 'starter')
    return <AmountLines unit="sats" {...amount} others={['sats', 'btc', 'usd']} />;
  const { sats, size, rate } = amount;
  return (
    <div>
      <MoneyText sats={sats} unit="sats" size={size} bare />
      <p className="amount-others">
        {sats === 0n ? t`Nothing here yet` : spokenDollars(sats)}
        {rate && sats > 0n && <FixedRate />}
      </p>
    </div>
  );
}
