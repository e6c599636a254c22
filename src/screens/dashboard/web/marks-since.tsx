/** Marks added to a line or goal since last time: shown once, on opening the book. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useState } from 'react';
import { type Message, messages } from '#features/notices/messages/contract.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { MarkStamp } from '#web/ui/mark.tsx';

const KEY = 'satling_last_mark_seen';
const MOST = 4;
const STEP_MS = 160;

/**
 * Whether there may be any: decided before the book is drawn, to avoid layout shift. A mark that
 * arrives while the book is open is shown next time.
 */
export function useMarks(isChild: boolean): 'none' | 'coming' | 'there' {
  const unread = useQuery({ ...query(messages.unread, {}), enabled: isChild }).data?.unread ?? 0;
  const [mayBe] = useState(isChild && unread > 0);
  const { isLoading } = useQuery({ ...query(messages.list, {}), enabled: mayBe });
  if (!mayBe) return 'none';
  return isLoading ? 'coming' : 'there';
}

export function MarksSince({ childId }: { childId: string }) {
  const { data } = useQuery(query(messages.list, {}));
  const [news, setNews] = useState<readonly Message[]>();
  const marks = data?.filter(({ kind }) => kind === 'well_done' || kind === 'thanks');
  if (marks && news === undefined) setNews(newOf(marks, seen()[childId]));
  // Only the displayed ones: one that arrives while the book is open is shown next time.
  const newest = news?.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) keep(childId, newest);
  }, [childId, newest]);
  if (!news || news.length === 0) return null;
  return (
    <Card tone="gold" className="since" aria-labelledby="marks-since">
      <h2 id="marks-since" className="text-h3">{t`Something for you`}</h2>
      <ul>
        {news.map((one, place) => (
          <li key={one.id} style={{ '--after': `${place * STEP_MS}ms` } as CSSProperties}>
            <span className="since-what">{whatFor(one)}</span>
            <MarkStamp mark={one.data.mark ?? ''} isNew />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function whatFor({ kind, data }: Message): string {
  if (kind === 'thanks') return t`A thank you for your part in “${data.goal ?? ''}”`;
  const what = data.goal ?? said(data.what ?? '');
  return data.by ? t`From ${data.by}, for “${what}”` : t`For “${what}”`;
}

/** The unread ones after the last one seen, oldest first. */
function newOf(marks: readonly Message[], lastSeen: string | undefined): readonly Message[] {
  const at = marks.findIndex(({ id }) => id === lastSeen);
  return (at === -1 ? marks : marks.slice(0, at))
    .filter(({ read }) => !read)
    .slice(0, MOST)
    .reverse();
}

/** By child, because several may read in one browser. */
function seen(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

function keep(childId: string, messageId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...seen(), [childId]: messageId }));
  } catch {
    // If storage is forbidden, they are shown until read in the list.
  }
}
