/** Lines of the book, by day, between dashed rules: words on the left, the amount on the right. */
import type { ReactNode } from 'react';

export interface LedgerEntry {
  id: string;
  title: ReactNode;
  /** Under the title, quieter: who, why, when. */
  detail?: ReactNode;
  /** Usually a `MoneyText signed`. */
  amount?: ReactNode;
  /** A `StateChip`, or actions for the line. */
  state?: ReactNode;
  /** Before the words: an avatar or a mark. */
  mark?: ReactNode;
}

export interface LedgerGroup {
  key: string;
  /** The day in words; if undefined, the lines have no heading. */
  heading?: ReactNode;
  entries: readonly LedgerEntry[];
}

export interface LedgerListProps {
  groups: readonly LedgerGroup[];
  /** Names the list for screen readers. */
  label: string;
}

export function LedgerList({ groups, label }: LedgerListProps) {
  return (
    <ul aria-label={label}>
      {groups.map((group) => (
        <li key={group.key}>
          {group.heading && <div className="ledger-day">{group.heading}</div>}
          <ul>
            {group.entries.map((entry) => (
              <LedgerLine key={entry.id} entry={entry} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function LedgerLine({ entry }: { entry: LedgerEntry }) {
  return (
    <li className="ledger-line">
      {entry.mark}
      <div className="ledger-words">
        {entry.title}
        {entry.detail && <div className="sub">{entry.detail}</div>}
      </div>
      <div className="ledger-end">
        {entry.amount}
        {entry.state}
      </div>
    </li>
  );
}
