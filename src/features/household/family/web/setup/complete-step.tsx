/** The end of the setup: completed and open steps, and the link to the dashboard. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { Book } from '#web/book.tsx';
import { localeTag } from '#web/messages/i18n.ts';
import { lookClass } from '#web/ui/button.tsx';
import { TickCircleIcon, WaitingIcon } from '#web/ui/icons.tsx';

interface CompleteStepProps {
  books: readonly Pick<Child, 'name' | 'weeklyAllowance'>[];
  /** True if the parents' Bitcoin wallet is connected. */
  hasWallet: boolean;
}

export function CompleteStep({ books, hasWallet }: CompleteStepProps) {
  const names = books.map(({ name }) => name);
  const isBegun = names.length > 0;
  const isPaid = books.every(({ weeklyAllowance }) => satsOf(weeklyAllowance) > 0n);
  return (
    <Book
      arrived
      title={isBegun ? t`The first page is written` : t`Your book is still empty`}
      lead={
        isBegun
          ? t`Your family is set up. The rest can wait until you have a minute.`
          : t`Everything can wait until you have a minute.`
      }
      mark={
        isBegun && (
          <span className="rubber stamp-new text-gold wide-only" aria-hidden="true">
            {t`Done`}
          </span>
        )
      }
    >
      <div className="grid gap-6">
        <ul className="points">
          <Done>{t`You are signed in, without a password.`}</Done>
          {isBegun ? (
            <Done>{booksText(names)}</Done>
          ) : (
            <Open>{t`Open a savings book for each child.`}</Open>
          )}
          {hasWallet && <Done>{t`Your Bitcoin wallet is connected.`}</Done>}
          {isBegun && isPaid ? (
            <Done>{t`Each child has an allowance and a pay day.`}</Done>
          ) : (
            <Open>{t`Choose how much pocket money, and on which day.`}</Open>
          )}
          <Open>{t`Invite the other parent under Family Overview.`}</Open>
          {!hasWallet && <Open>{t`Connect the wallet in which you keep the savings.`}</Open>}
        </ul>
        <Link href="/dashboard" className={lookClass({ wide: true })}>
          {t`Go to Dashboard`}
        </Link>
      </div>
    </Book>
  );
}

function booksText(names: readonly string[]): string {
  const list = new Intl.ListFormat(localeTag(), { type: 'conjunction' }).format(names);
  return names.length === 1 ? t`${list} has a savings book.` : t`${list} have a savings book each.`;
}

function Done({ children }: { children: ReactNode }) {
  return (
    <li>
      <TickCircleIcon className="text-green" />
      <span>
        <span className="sr-only">{t`Done:`} </span>
        {children}
      </span>
    </li>
  );
}

function Open({ children }: { children: ReactNode }) {
  return (
    <li>
      <WaitingIcon className="text-blue" />
      <span>
        <span className="sr-only">{t`Open:`} </span>
        {children}
      </span>
    </li>
  );
}
