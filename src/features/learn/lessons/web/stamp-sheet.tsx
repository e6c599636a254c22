/** All lessons as a path: stamps of the finished ones, the next one, and those to come. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Lesson, Lessons } from '#features/learn/lessons/contract.ts';
import { dayText } from '#web/dates.ts';
import { Card, Cover } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { lessonHref } from './addresses.ts';
import { LessonStamp } from './lesson-stamp.tsx';
import { allLessons } from './queries.ts';
import { TakeBack } from './take-back.tsx';
import './lessons.css';

interface StampSheetProps {
  childId: string;
  /** True if the child itself is reading. */
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
  const next = lessons.find(({ doneAt }) => !doneAt);
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
          <ol className="stamp-sheet" aria-label={t`All lessons`}>
            {lessons.map((one) => (
              <li key={one.slug}>
                <Place
                  lesson={one}
                  language={language}
                  childId={childId}
                  timeZone={timeZone}
                  isNext={one === next}
                />
                {!isChild && one.byChild === false && <TakeBack lesson={one} childId={childId} />}
              </li>
            ))}
          </ol>
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
  /** The first one without a stamp. */
  isNext: boolean;
}

function Place({ lesson, language, childId, timeZone, isNext }: PlaceProps) {
  const { slug, title, minutes, doneAt } = lesson;
  return (
    <Link
      href={lessonHref(slug, childId)}
      className={cx('stamp-place', isNext && 'stamp-next')}
      aria-current={isNext ? 'step' : undefined}
    >
      <LessonStamp slug={slug} done={doneAt !== null} size="normal" />
      <span className="stamp-words">
        <strong lang={language}>{title}</strong>
        <span className="sub">
          {doneAt ? t`Read on ${dayText(doneAt, timeZone)}` : t`${minutes} min`}
        </span>
        {isNext && <Chip tone="plum">{t`Up next`}</Chip>}
      </span>
    </Link>
  );
}
