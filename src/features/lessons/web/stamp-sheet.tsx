/** All lessons as stamps on one sheet: a stamp for each that was read, a place for each to come. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Lesson, Lessons } from '#features/lessons/contract.ts';
import { dayText } from '#web/dates.ts';
import { Card, Cover } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { lessonHref } from './addresses.ts';
import { LessonStamp } from './lesson-stamp.tsx';
import { allLessons } from './queries.ts';
import { TakeBack } from './take-back.tsx';
import './lessons.css';

interface StampSheetProps {
  childId: string;
  /** Whether the child itself reads this. */
  isChild: boolean;
  timeZone: string | undefined;
}

export function StampSheet({ childId, ...rest }: StampSheetProps) {
  const answer = useQuery(allLessons(childId));
  return (
    <Loaded answer={answer} label={t`Loading the lessons`} height="24rem">
      {(all) => <Sheet all={all} {...rest} />}
    </Loaded>
  );
}

function Sheet({ all, isChild, timeZone }: Omit<StampSheetProps, 'childId'> & { all: Lessons }) {
  const { lessons, childId, childName, band, language } = all;
  const done = lessons.filter(({ doneAt }) => doneAt).length;
  return (
    <>
      <Cover label={t`${done} of ${lessons.length} stamps`}>
        <h1>{isChild ? t`My lessons` : t`${childName}’s lessons`}</h1>
        <p className="cover-label">{t`A short lesson, a few questions, a stamp. In any order.`}</p>
      </Cover>
      {lessons.length === 0 ? (
        <Card>
          <EmptyState title={t`No lessons yet`}>{t`They are being written.`}</EmptyState>
        </Card>
      ) : (
        <Card>
          <ul className="stamp-sheet" aria-label={t`All lessons`}>
            {lessons.map((one) => (
              <li key={one.slug}>
                <Place lesson={one} language={language} childId={childId} timeZone={timeZone} />
                {!isChild && one.byChild === false && <TakeBack lesson={one} childId={childId} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <p className="sub lesson-foot">
        {band === 'starter'
          ? t`Your grown-ups can see your stamps.`
          : t`Your parents see your stamps, and which questions are good to talk about.`}
      </p>
    </>
  );
}

interface PlaceProps {
  lesson: Lesson;
  language: string;
  childId: string;
  timeZone: string | undefined;
}

function Place({ lesson, language, childId, timeZone }: PlaceProps) {
  const { slug, title, minutes, doneAt } = lesson;
  return (
    <Link href={lessonHref(slug, childId)} className="stamp-place">
      <LessonStamp slug={slug} done={doneAt !== null} size="normal" />
      <strong lang={language}>{title}</strong>
      <span className="sub">
        {doneAt ? t`Read on ${dayText(doneAt, timeZone)}` : t`${minutes} min`}
      </span>
    </Link>
  );
}
