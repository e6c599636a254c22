/** All accounts with their balances, linked to their lines. */
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { Account } from '#features/pocket/balances/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { Card } from '#web/ui/card.tsx';
import { BoltIcon, BookIcon, StarIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';

export interface AccountsCardProps {
  accounts: readonly Account[];
  hrefOf: (account: Account) => string;
  /** Omits the child's name in the reader's own book. */
  ownBook: boolean;
}

export function AccountsCard({ accounts, hrefOf, ownBook }: AccountsCardProps) {
  const totalSats = accounts.reduce((sum, { balance }) => sum + satsOf(balance), 0n);
  return (
    <Card className="accounts">
      <h2 className="text-h3">{t`Why is the balance what it is?`}</h2>
      <p className="sub">{t`Choose a number to see every line behind it.`}</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <Link href={hrefOf(account)} className="account-link">
              <span>
                <Mark kind={account.kind} /> {nameOf(account, ownBook)}
              </span>
              <MoneyText sats={satsOf(account.balance)} follow />
            </Link>
          </li>
        ))}
      </ul>
      <p className="account-total">
        <strong>{t`Together`}</strong> <MoneyText sats={totalSats} follow />
      </p>
    </Card>
  );
}

function Mark({ kind }: Pick<Account, 'kind'>) {
  if (kind === 'savings') return <BookIcon size={18} className="text-green" />;
  return kind === 'spending' ? (
    <BoltIcon size={18} className="text-gold-ink" />
  ) : (
    <StarIcon size={18} className="text-plum" />
  );
}

function nameOf({ kind, childName, goalTitle }: Account, ownBook: boolean): string {
  const word =
    kind === 'savings' ? t`savings` : kind === 'spending' ? t`spending money` : (goalTitle ?? '');
  if (ownBook) return kind === 'goal' ? word : t`My ${word}`;
  return childName ? `${childName}, ${word}` : t`Parents, ${word}`;
}
