/** A week of one child's book, to look at and talk about together, without any forms. */
import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import type { Child } from '#features/people/children/contract.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { todayFor } from '#screens/dashboard/later-rules.ts';
import { sundayChoice } from '#screens/dashboard/web/sunday-choice.ts';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import { BackLink } from '#screens/shell/web/back-link.tsx';
import { questionOf, weekOf } from '#screens/sunday/rules.ts';
import { dateText, isoDay } from '#web/dates.ts';
import { Button, lookClass } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { useStoredChoice } from '#web/ui/stored-choice.ts';
import { Question } from './question.tsx';
import { Came, Decided, Grew, useWeekIsRead } from './sunday-parts.tsx';
import './sunday.css';

/** Defaults to the first child, or the reader, if the URL names none. */
export function SundayPage() {
  const [params] = useSearchParams();
  const reader = useReader();
  if (!reader) return <Turning />;
  const wanted = params.get('child') ?? reader.books[0]?.id;
  const child = reader.books.find(({ id }) => id === wanted);
  return child ? <OfChild child={child} reader={reader} /> : <Redirect to="/dashboard" replace />;
}

const Turning = () => <Loading label={t`Turning to the week`} height="30rem" />;

function OfChild({ child, reader }: { child: Child; reader: Reader }) {
  const { isChild, timeZone, books } = reader;
  const week = weekOf(todayFor(child, isoDay(new Date().toISOString(), timeZone)));
  const band = bandOf(child.age);
  if (!useWeekIsRead(child, week)) return <Turning />;
  const parts = { child, week, isChild };
  return (
    <div className="sunday" data-band={band} data-cover={child.cover}>
      <BackLink href="/dashboard" />
      {books.length > 1 && <Books books={books} shown={child.id} />}
      <header>
        <h1>{isChild ? t`My week` : t`${child.name}’s week`}</h1>
        <p className="sub">{t`${dateText(week.from)} to ${dateText(week.to)}`}</p>
      </header>
      <div className="sunday-parts">
        <div className="sunday-column">
          <Came {...parts} />
          <Decided {...parts} />
        </div>
        <div className="sunday-column">
          <Grew {...parts} />
          <Cover aria-labelledby="to-talk-about">
            <h2 id="to-talk-about" className="cover-label">{t`To talk about`}</h2>
            <Suspense fallback={<p className="sunday-question" />}>
              <Question band={band} number={questionOf(child.id, week.to)} />
            </Suspense>
          </Cover>
        </div>
      </div>
      <Offer />
    </div>
  );
}

/** One page per child: their weeks never appear side by side. */
function Books({ books, shown }: { books: readonly Child[]; shown: string }) {
  return (
    <nav className="flex flex-wrap gap-2" aria-label={t`Whose week`}>
      {books.map(({ id, name }) => (
        <Link
          key={id}
          href={`/sunday?child=${id}`}
          className={lookClass({ look: 'alt', small: true })}
          aria-current={id === shown ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Turns it off and on again, in this browser. */
function Offer() {
  const isOff = useStoredChoice(sundayChoice) === 'off';
  return (
    <footer className="sunday-foot">
      <p className="sub">
        {isOff
          ? t`Home doesn’t mention this page on Sundays.`
          : t`Home mentions this page on Sundays. There is nothing to fill in.`}
      </p>
      <Button look="quiet" small onClick={() => sundayChoice.set(isOff ? undefined : 'off')}>
        {isOff ? t`Offer it on Sundays again` : t`Don’t offer this on Sundays`}
      </Button>
    </footer>
  );
}
