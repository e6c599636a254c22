/** One card for each child: who, the allowance, both balances, and what a parent can do. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import type { Child } from '#features/children/contract.ts';
import { bookTotal } from '#screens/dashboard/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { weekdayName } from '#web/ui/choice-field.tsx';
import { BoltIcon, BookIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsText } from '#web/ui/money-text.ts';
import type { FamilyBook } from './calls.ts';
import type { OpenDialog } from './parent-dialogs.tsx';
import { nextText } from './words.ts';

const AboveLimit = lazyPart(
  async () => (await import('#features/transactions/web/above-limit.tsx')).AboveLimit,
);

interface ChildCardsProps {
  book: FamilyBook;
  onOpen: (dialog: OpenDialog) => void;
}

export function ChildCards({ book, onOpen }: ChildCardsProps) {
  return (
    <section aria-label={t`Children`} className="dash-stack">
      {book.children.length > 1 && (
        <div className="form-actions">
          <Button look="alt" small onClick={() => onOpen({ kind: 'several' })}>
            {t`Pay several children`}
          </Button>
        </div>
      )}
      <ul className="dash-cards">
        {book.children.map((child) => (
          <ChildCard key={child.id} child={child} onOpen={onOpen} />
        ))}
        <Card as="li" tone="dashed" className="add-tile">
          <h2 className="text-h3">{t`One more book?`}</h2>
          <p className="sub">{t`Name, age, pocket money and pay day. It takes a minute.`}</p>
          <Button look="alt" small onClick={() => onOpen({ kind: 'add-child' })}>
            {t`Add another child`}
          </Button>
        </Card>
      </ul>
    </section>
  );
}

interface ChildCardProps {
  child: Child;
  onOpen: (dialog: OpenDialog) => void;
}

function ChildCard({ child, onOpen }: ChildCardProps) {
  const { id, name } = child;
  const savingsHeld = satsOf(child.savingsBalance) - satsOf(child.availableSavings);
  const spendingHeld = satsOf(child.spendingBalance) - satsOf(child.availableSpending);
  return (
    <Card as="li" className="child-card">
      <div className="child-who">
        <Avatar name={name} {...looksOf(child)} />
        <div>
          <h2 className="text-h3">{t`${name}, ${child.age}`}</h2>
          <p className="sub">
            <AllowanceSentence child={child} />
          </p>
        </div>
      </div>
      <div className="child-money">
        <Balances child={child} />
        {savingsHeld > 0n && (
          <p className="sub held-line">
            <WaitingIcon size={18} />{' '}
            {t`${satsText(savingsHeld)} of the savings are waiting for a yes`}
          </p>
        )}
        {spendingHeld > 0n && (
          <p className="sub held-line">
            <WaitingIcon size={18} />{' '}
            {t`${satsText(spendingHeld)} of the spending money are waiting for a yes`}
          </p>
        )}
        {bookTotal(child) === 0n && (
          <p className="sub">{t`Nothing saved yet. A bonus or the first pay day opens the book.`}</p>
        )}
        {satsOf(child.aboveLimit) > 0n && (
          <Suspense fallback={null}>
            <AboveLimit child={child} asks={false} />
          </Suspense>
        )}
      </div>
      <div className="form-actions child-actions">
        <Button small aria-label={t`Open ${name}`} onClick={() => onOpen({ kind: 'child', id })}>
          {t`Open`}
        </Button>
        <Button
          look="alt"
          small
          aria-label={t`Add transaction for ${name}`}
          onClick={() => onOpen({ kind: 'transaction', id })}
        >
          {t`Add transaction`}
        </Button>
        <Menu
          label={t`More for ${name}`}
          acts={[
            { label: t`Import CSV`, onChoose: () => onOpen({ kind: 'import', id }) },
            { label: t`Hand over tablet`, onChoose: () => onOpen({ kind: 'hand-over', id }) },
          ]}
        />
      </div>
    </Card>
  );
}

function AllowanceSentence({ child }: { child: Child }) {
  const sats = satsOf(child.weeklyAllowance);
  if (sats === 0n) return t`No allowance yet`;
  const day = weekdayName(child.allowanceDay);
  const next = nextText(child);
  return (
    <Trans>
      <MoneyText sats={sats} follow /> on {day}s, {next}
    </Trans>
  );
}

function Balances({ child }: { child: Child }) {
  return (
    <dl className="balances">
      <div>
        <dt>
          <BookIcon size={18} className="text-green" /> {t`Savings`}
        </dt>
        <dd>
          <MoneyText sats={satsOf(child.savingsBalance)} unit="btc" follow />
        </dd>
      </div>
      <div>
        <dt>
          <BoltIcon size={18} className="text-gold-ink" /> {t`Spending`}
        </dt>
        <dd>
          <MoneyText sats={satsOf(child.spendingBalance)} follow />
        </dd>
      </div>
    </dl>
  );
}
