/** Asks which book to open. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NextIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import type { FamilyBook } from './calls.ts';
import { ChildSkeleton } from './child-skeleton.tsx';
import './child-picker.css';

export interface ChildPickerProps {
  book: FamilyBook | undefined;
  onChoose: (id: string) => void;
  onBack: () => void;
}

export function ChildPicker({ book, onChoose, onBack }: ChildPickerProps) {
  if (!book) return <ChildSkeleton />;
  if (book.children.length === 0) return <NoChildren onBack={onBack} />;
  return (
    <>
      <h1>{t`Whose book?`}</h1>
      <ul className="picker">
        {book.children.map((child) => (
          <li key={child.id}>
            <button type="button" className="pick" onClick={() => onChoose(child.id)}>
              <Pick child={child} />
            </button>
          </li>
        ))}
      </ul>
      <p className="sub">{t`You will see the book as your child sees it.`}</p>
    </>
  );
}

function Pick({ child }: { child: Child }) {
  return (
    <>
      <Avatar name={child.name} {...looksOf(child)} size={56} />
      <span className="pick-words two-amounts">
        <strong className="pick-name">{child.name}</strong>
        <span className="pick-line">
          <span className="sub">{t`Savings`}</span>{' '}
          <MoneyText sats={satsOf(child.savingsBalance)} />
        </span>{' '}
        <span className="pick-line pick-btc sub">
          <MoneyText sats={satsOf(child.savingsBalance)} unit="btc" bare />
        </span>{' '}
        <span className="pick-line">
          <span className="sub">{t`Spending`}</span>{' '}
          <MoneyText sats={satsOf(child.spendingBalance)} />
        </span>
      </span>
      <NextIcon />
    </>
  );
}

function NoChildren({ onBack }: { onBack: () => void }) {
  return (
    <Card>
      <EmptyState
        title={t`No child accounts found`}
        action={<Button look="alt" onClick={onBack}>{t`Back to Parent View`}</Button>}
      >
        {t`Add a child in Parent View, and the book opens here.`}
      </EmptyState>
    </Card>
  );
}
