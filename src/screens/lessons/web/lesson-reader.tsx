/** The owner of the open lessons: a child itself, or the child in an adult's URL. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { lessonsHref } from '#features/learn/lessons/web/addresses.ts';
import type { Child } from '#features/people/children/contract.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { lookClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { BackLink } from '../../shell/web/back-link.tsx';

interface LessonReaderProps {
  /** The target of "Back", unless the places provide one. */
  back: (child: Child, isChild: boolean) => string | undefined;
  children: (child: Child, reader: Reader) => ReactNode;
}

export function LessonReader({ back, children }: LessonReaderProps) {
  const reader = useReader();
  const [params] = useSearchParams();
  if (!reader) return <Loading label={t`Opening the lessons`} height="60dvh" />;
  const { books, isChild } = reader;
  const child = isChild ? books[0] : books.find(({ id }) => id === params.get('child'));
  if (!child) return <Whose books={books} />;
  const href = back(child, isChild);
  return (
    <div className="dash-main" data-band={bandOf(child.age)}>
      {href && <BackLink href={href} />}
      {children(child, reader)}
    </div>
  );
}

/** Lessons depend on the age, so an adult chooses the child. */
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
