/** A child's balances with their lines, and a parent's two most frequent actions. */
import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { bookTotal } from '#screens/dashboard/rules.ts';
import { AmountLines } from '#screens/dashboard/web/amount-lines.tsx';
import { HandOverButton } from '#screens/dashboard/web/hand-over.tsx';
import type { OpenDialog } from '#screens/dashboard/web/parent-dialogs.tsx';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/card.tsx';
import { BoltIcon, BookIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';

const AboveLimit = lazyPart(
  async () => (await import('#features/book/transactions/web/above-limit.tsx')).AboveLimit,
);

interface ChildBalancesProps {
  child: Child;
  onOpen: (dialog: OpenDialog) => void;
}

export function ChildBalances({ child, onOpen }: ChildBalancesProps) {
  const { id, name } = child;
  return (
    <>
      <Cover className="dash-cover" data-cover={child.cover} aria-label={t`Balances`}>
        <div className="child-balances">
          <Balance child={child} part="savings" title={t`Savings`} icon={<BookIcon size={20} />} />
          <Balance
            child={child}
            part="spending"
            title={t`Spending`}
            icon={<BoltIcon size={20} className="text-gold" />}
          />
        </div>
        {bookTotal(child) === 0n && (
          <p className="cover-label">
            {t`Nothing saved yet. A bonus or the first pay day opens the book.`}
          </p>
        )}
        <div className="form-actions cover-acts">
          <Button
            look="gold"
            aria-label={t`Add transaction for ${name}`}
            onClick={() => onOpen({ kind: 'transaction', id })}
          >
            {t`Add transaction`}
          </Button>
          <HandOverButton child={child} atOnce />
        </div>
      </Cover>
      {satsOf(child.aboveLimit) > 0n && (
        <Suspense fallback={null}>
          <AboveLimit child={child} asks={false} payTo={null} />
        </Suspense>
      )}
    </>
  );
}

interface BalanceProps {
  child: Child;
  part: 'savings' | 'spending';
  title: string;
  icon: ReactNode;
}

function Balance({ child, part, title, icon }: BalanceProps) {
  const [all, available] =
    part === 'savings'
      ? [child.savingsBalance, child.availableSavings]
      : [child.spendingBalance, child.availableSpending];
  const held = satsOf(all) - satsOf(available);
  return (
    <section aria-label={title}>
      <div className="spread">
        <h2 className="kid-label cover-label">
          {icon} {title}
        </h2>
        <PageLink href={`/activity?child=${child.id}&part=${part}`} className="why-link">
          {t`Why this number?`}
        </PageLink>
      </div>
      <AmountLines
        sats={satsOf(all)}
        unit="sats"
        others={['sats', 'btc', 'usd']}
        size="big"
        rate={part === 'savings'}
      />
      {held > 0n && (
        <p className="held-line cover-label">
          <WaitingIcon size={18} /> {t`${satsWithValue(held)} waiting for a yes or a payment`}
        </p>
      )}
    </section>
  );
}
