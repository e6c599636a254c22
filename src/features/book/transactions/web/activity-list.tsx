/** Entries as lines of the book; grouped by day if there are many, and stamped if they are new. */
import { t } from '@lingui/core/macro';
import type { CSSProperties, ReactNode } from 'react';
import type { Transaction } from '#features/book/transactions/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { said } from '#web/messages/said.ts';
import { Chip, StateChip } from '#web/ui/chip.tsx';
import { type LedgerEntry, LedgerList } from '#web/ui/ledger-list.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { AccountSign } from './account-sign.tsx';
import { accountOf, type Kind, lineText, transferOf } from './lines.ts';

export interface ActivityListProps {
  entries: readonly Transaction[];
  label: string;
  /** The family's; if undefined, days are in the reader's zone. */
  timeZone: string | undefined;
  /** For the child itself: adapts the wording, and omits the name on each line. */
  ownBook?: boolean;
  /** All lines belong to one child, named by the page. */
  isOneBook?: boolean;
  /** Adds a heading for each day, instead of the day on each line. */
  byDay?: boolean;
  /** At the start of each line: the child's mark. */
  mark?: (entry: Transaction) => ReactNode;
  /** The address of a line's details. */
  hrefOf?: (entry: Transaction) => string;
  /** Amounts are each line's change to one account, which gives transfers a sign too. */
  isAccount?: boolean;
  /** Shows every line's state; otherwise only if it isn't Recorded. */
  allStates?: boolean;
  /** Additional text at the end of a line. */
  after?: (entry: Transaction) => string | undefined;
  /** Entries made after this moment get a fresh stamp. */
  stampedSince?: string | undefined;
}

export function ActivityList(props: ActivityListProps) {
  const { entries, label, timeZone, byDay, stampedSince } = props;
  const isFresh = (entry: Transaction) =>
    stampedSince !== undefined && entry.createdAt > stampedSince;
  const fresh = entries.filter(isFresh);
  const lines = (some: readonly Transaction[]) =>
    some.map((entry) => line(entry, props, fresh.indexOf(entry)));
  const groups = byDay
    ? days(entries, timeZone).map(({ day, some }) => ({
        key: day,
        heading: day,
        entries: lines(some),
      }))
    : [{ key: 'all', entries: lines(entries) }];
  return <LedgerList label={label} groups={groups} />;
}

function line(entry: Transaction, props: ActivityListProps, fresh: number): LedgerEntry {
  const { ownBook, isOneBook, byDay, timeZone, mark, hrefOf, after, isAccount } = props;
  const text = lineText(entry, ownBook === true);
  const transfer = transferOf(entry);
  const account = accountOf(entry);
  const words = transfer && <TransferWords {...transfer} />;
  const title = text || words;
  const about = text && (words ?? (account && <AccountSign kind={account} />));
  const rest = [
    !(ownBook || isOneBook) && said(entry.childName),
    // A mark takes the weekday's space.
    !byDay && dayText(entry.createdAt, timeZone, mark ? 'brief' : 'short'),
    after?.(entry),
  ]
    .filter(Boolean)
    .join(' · ');
  return {
    id: entry.id,
    title: hrefOf ? (
      <PageLink href={hrefOf(entry)} className="ledger-open" otherwise={title}>
        {title}
      </PageLink>
    ) : (
      title
    ),
    detail: (
      <>
        {about}
        {about && rest && ' · '}
        {rest}
      </>
    ),
    amount: <LineAmount entry={entry} isTransfer={transfer !== undefined && !isAccount} />,
    ...(mark && { mark: mark(entry) }),
    state: fresh >= 0 ? <FreshStamp place={fresh} /> : stateOf(entry, props.allStates),
  };
}

/** `Savings → Spending`. */
function TransferWords({ from, to }: { from: Kind; to: Kind }) {
  return (
    <span>
      <AccountSign kind={from} />{' '}
      <span role="img" aria-label={t`to`}>
        →
      </span>{' '}
      <AccountSign kind={to} />
    </span>
  );
}

/** Transfers inside the book have no sign. */
function LineAmount({ entry, isTransfer }: { entry: Transaction; isTransfer: boolean }) {
  const sats = satsOf(entry.amount);
  const gains = sats > 0n && !isTransfer;
  return (
    <MoneyText
      sats={isTransfer && sats < 0n ? -sats : sats}
      signed={!isTransfer}
      follow
      className={entry.undoneBy ? 'line-through' : gains ? 'text-green' : ''}
    />
  );
}

/** The two lines of a pair refer to each other; all others show their money's state. */
function stateOf({ state, undoneBy, reverses }: Transaction, allStates: boolean | undefined) {
  if (undoneBy) return <Chip>{t`Taken back`}</Chip>;
  if (reverses) return <Chip>{t`Takes a line back`}</Chip>;
  return (allStates || state !== 'recorded') && <StateChip state={state} />;
}

/** Lands once, each slightly after the one above; with reduced motion there is no animation. */
function FreshStamp({ place }: { place: number }) {
  return (
    <span
      className="rubber stamp-new fresh-stamp"
      style={{ '--after': `${place * 150}ms` } as CSSProperties}
    >
      {t`Recorded`}
    </span>
  );
}

/** Entries come newest first, so those of one day are adjacent. */
function days(entries: readonly Transaction[], timeZone: string | undefined) {
  const found = new Map<string, Transaction[]>();
  for (const entry of entries) {
    const day = dayText(entry.createdAt, timeZone, 'full');
    found.set(day, [...(found.get(day) ?? []), entry]);
  }
  return [...found].map(([day, some]) => ({ day, some }));
}
