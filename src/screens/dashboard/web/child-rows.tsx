/** The children on the cover of the family's book: each balance, and "+" to add a line. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { BoltIcon, BookIcon, PlusIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import type { OpenDialog } from './parent-dialogs.tsx';
import { shortPaydayText } from './words.ts';

interface ChildRowsProps {
  books: readonly Child[];
  onOpen: (dialog: OpenDialog) => void;
}

export function ChildRows({ books, onOpen }: ChildRowsProps) {
  return (
    <ul aria-label={t`Children`}>
      {books.map((child) => (
        <ChildRow key={child.id} child={child} onOpen={onOpen} />
      ))}
    </ul>
  );
}

interface ChildRowProps {
  child: Child;
  onOpen: ChildRowsProps['onOpen'];
}

/** The whole row links to the child's page; the "+" is on top of it. */
function ChildRow({ child, onOpen }: ChildRowProps) {
  const { id, name } = child;
  const title = t`${name}, ${child.age}`;
  return (
    <li className="child-row">
      <span className="child-row-spine" data-cover={child.cover} />
      <Avatar name={name} {...looksOf(child)} size={44} />
      <div className="child-row-words">
        <h2 className="child-row-name">
          <PageLink href={`/children/${id}`} className="child-row-link" otherwise={title}>
            {title}
          </PageLink>
        </h2>
        <p className="child-row-day">{shortPaydayText(child)}</p>
      </div>
      <dl className="child-row-money two-amounts">
        <dt className="sr-only">{t`Savings`}</dt>
        <dd>
          <BookIcon size={16} />
          <MoneyText sats={satsOf(child.savingsBalance)} />
        </dd>
        <dt className="sr-only">{t`Spending`}</dt>
        <dd>
          <BoltIcon size={16} className="text-gold" />
          <MoneyText sats={satsOf(child.spendingBalance)} />
        </dd>
      </dl>
      <Button
        look="alt"
        small
        iconOnly
        className="child-row-add"
        aria-label={t`Add transaction for ${name}`}
        onClick={() => onOpen({ kind: 'transaction', id })}
      >
        <PlusIcon size={20} />
      </Button>
    </li>
  );
}
