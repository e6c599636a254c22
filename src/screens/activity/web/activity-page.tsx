/** All entries of the books: search, filter, open one, show a balance's lines. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { EVERYTHING, FindForm } from '#features/book/transactions/web/find-form.tsx';
import { FoundLines } from '#features/book/transactions/web/found-lines.tsx';
import { accountWord } from '#features/book/transactions/web/words.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { type Account, balances } from '#features/pocket/balances/contract.ts';
import { AccountsCard } from '#features/pocket/balances/web/accounts-card.tsx';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { Card, Cover } from '#web/ui/card.tsx';
import { Money, MoneyText } from '#web/ui/money.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { GrowthAndWallet } from '../../dashboard/web/growth-and-wallet.tsx';
import { OpenEntry } from '../../dashboard/web/open-entry.tsx';
import { useReader } from '../../dashboard/web/use-reader.ts';
import { type Address, callOf, monthsOf, useAddress } from './address.ts';
import './activity.css';

export function ActivityPage() {
  const reader = useReader();
  const accounts = useQuery(query(balances.accounts, {})).data;
  const address = useAddress();
  if (!reader || !accounts) return <Loading label={t`Opening the book`} height="60dvh" />;
  const { wanted } = address;
  const account = accounts.find(({ id }) => id === address.account) ?? byPart(accounts, address);
  const { children, timeZone, isChild } = reader;
  const youngest = isChild && reader.books.find(({ age }) => bandOf(age) === 'starter');
  return (
    <div className="activity in-order">
      <h1>{isChild ? t`My book` : t`Activity`}</h1>
      {account ? (
        <OneAccount account={account} ownBook={isChild} onAll={() => address.find(EVERYTHING)} />
      ) : (
        <FindForm
          wanted={wanted}
          onChange={address.find}
          books={children}
          months={monthsOf(reader)}
        />
      )}
      <Card className="grid gap-2">
        <FoundLines
          wanted={account ? { accountId: account.id } : callOf(wanted)}
          timeZone={timeZone}
          ownBook={isChild}
          onAll={() => address.find(EVERYTHING)}
          hrefOf={({ id }) => address.hrefOf({ entry: id })}
          mark={({ childId, childName }) => {
            const child = children.find(({ id }) => id === childId);
            return child && <Avatar name={childName} {...looksOf(child)} size={36} />;
          }}
        />
      </Card>
      {!account && youngest && <GrowthAndWallet child={youngest} isChild />}
      <Statements books={reader.books} isChild={isChild} />
      {!account && (
        <AccountsCard
          accounts={accounts}
          ownBook={isChild}
          hrefOf={({ id }) => `/activity?account=${id}`}
        />
      )}
      <OpenEntry
        id={address.entry}
        reader={reader}
        onOpen={(id) => address.open(id)}
        onClose={() => address.open(undefined)}
      />
    </div>
  );
}

/** `?child=…&part=savings`: a link from a balance without account ids. */
const byPart = (accounts: readonly Account[], { part, wanted }: Address) =>
  part ? accounts.find((one) => one.childId === wanted.child && one.kind === part) : undefined;

interface OneAccountProps {
  account: Account;
  ownBook: boolean;
  onAll: () => void;
}

function OneAccount({ account, ownBook, onAll }: OneAccountProps) {
  const word = account.goalTitle ?? accountWord(account.kind);
  const held = satsOf(account.held);
  return (
    <Cover label={ownBook || !account.childName ? word : `${account.childName} · ${word}`}>
      <Money sats={satsOf(account.balance)} size="big" />
      <p className="amount-others">
        {t`All lines below add up to this number.`}
        {held > 0n && (
          <>
            {' '}
            <MoneyText sats={held} follow /> {t`of it is held for open requests.`}
          </>
        )}
      </p>
      <Button look="gold" small onClick={onAll}>{t`Show all lines`}</Button>
    </Cover>
  );
}

interface StatementsProps {
  books: readonly { id: string; name: string }[];
  isChild: boolean;
}

function Statements({ books, isChild }: StatementsProps) {
  if (books.length === 0) return null;
  return (
    <Card className="grid gap-2">
      <h2 className="text-h3">{t`Monthly statement`}</h2>
      <p className="sub">{t`Opening and closing balance and every line of a month, ready to print or save.`}</p>
      <div className="form-actions">
        {books.map(({ id, name }) => (
          <Link
            key={id}
            href={`/statement?child=${id}`}
            className={lookClass({ look: 'alt', small: true })}
          >
            {isChild ? t`My statement` : t`${name}’s statement`}
          </Link>
        ))}
      </div>
    </Card>
  );
}
