/**
 * Income in a child's book since it was last opened here: shown once, on opening it, and
 * immediately while it is open.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useState } from 'react';
import type { Transaction } from '#features/book/transactions/contract.ts';
import { lineText } from '#features/book/transactions/web/lines.ts';
import { arrivedSince } from '#screens/dashboard/since-rules.ts';
import { satsOf } from '#web/amounts.ts';
import { Card } from '#web/ui/card.tsx';
import { satsText } from '#web/ui/money-text.ts';
import type { EntriesQuery } from './child-activity.tsx';
import './child-book.css';

const KEY = 'satling_last_line_seen';
/** Stored for an empty book: its first pay day is news. */
const EMPTY = '';
/** They land one after the other. */
const STEP_MS = 160;

interface SinceLastTimeProps {
  childId: string;
  entries: EntriesQuery;
}

export function SinceLastTime({ childId, entries }: SinceLastTimeProps) {
  const { data } = useQuery(entries);
  const [lastSeen, setLastSeen] = useState(seen()[childId]);
  const newest = data && (data[0]?.id ?? EMPTY);
  if (newest !== undefined && lastSeen === undefined) setLastSeen(newest);
  useEffect(() => {
    if (newest !== undefined) keep(childId, newest);
  }, [childId, newest]);
  const news = arrivedSince(data ?? [], lastSeen);
  if (news.length === 0) return null;
  return (
    <Card tone="gold" className="since" aria-labelledby="since-last-time">
      <h2 id="since-last-time" className="text-h3">{t`Since last time`}</h2>
      <ul>
        {news.map((one, place) => (
          <li key={one.id}>
            <span className="since-what">{whatCame(one)}</span>
            <span
              className="rubber stamp-new text-green num"
              style={{ '--after': `${place * STEP_MS}ms` } as CSSProperties}
            >
              +{satsText(satsOf(one.amount))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const whatCame = (entry: Transaction): string =>
  entry.type === 'allowance' ? t`Pay day!` : lineText(entry, true);

/** By child, because several may read in one browser. */
function seen(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

function keep(childId: string, entryId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...seen(), [childId]: entryId }));
  } catch {
    // If storage is forbidden, nothing is ever new.
  }
}
