/** Whose lessons are open: a child's own, or those of the child in an adult's address. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Child } from '#features/children/contract.ts';
import { bandOf } from '#features/children/rules.ts';
import { lessonsHref } from '#features/lessons/web/addresses.ts';
import { BandFrame } from '#screens/dashboard/web/band-frame.tsx';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import { useLiveUpdates } from '#web/live.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { lookClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

interface LessonReaderProps {
  /** Where "Back" leads from here. */
  back: (child: Child, isChild: boolean) => string;
  children: (child: Child, reader: Reader) => ReactNode;
}

export function LessonReader({ back, children }: LessonReaderProps) {
  useLiveUpdates();
  const reader = useReader();
  const [params] = useSearchParams();
  if (!reader)
    return (
      <BandFrame>
        <Loading label={t`Opening the lessons`} height="60dvh" />
      </BandFrame>
    );
  const { books, isChild } = reader;
  const child = isChild ? books[0] : books.find(({ id }) => id === params.get('child'));
  if (!child)
    return (
      <BandFrame>
        <Whose books={books} />
      </BandFrame>
    );
  return (
    <BandFrame band={bandOf(child.age)} back={back(child, isChild)}>
      {children(child, reader)}
    </BandFrame>
  );
}

/** Lessons are worded by age, so an adult chooses whose to open. */
function Whose({ books }: { books: readonly Child[] }) {
  if (books.length === 0)
    return (
      <Card>
        <div className="empty">
          <h1 className="empty-title">{t`No lessons yet`}</h1>
          <p>{t`Lessons match a child’s age and open with their book.`}</p>
        </div>
      </Card>
    );
  return (
    <Card className="lessons-page">
      <h1>{t`Whose lessons?`}</h1>
      <p className="sub">{t`Every lesson comes in three versions, by age.`}</p>
      <ul className="grid gap-3">
        {books.map((child) => (
          <li key={child.id}>
            <Link href={lessonsHref(child.id)} className={lookClass({ look: 'alt' })}>
              <Avatar name={child.name} {...looksOf(child)} size={36} /> {child.name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
