/** One lesson: its text, its questions, its stamp. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { lessons, type OpenLesson } from '#features/learn/lessons/contract.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { lookClass } from '#web/ui/button.tsx';
import { Card, Cover } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { lessonsHref } from './addresses.ts';
import { AskEnd, FailedEnd, LookedEnd, StampedEnd } from './lesson-end.tsx';
import { LessonStamp } from './lesson-stamp.tsx';
import { oneLesson } from './queries.ts';
import { LessonQuestions } from './questions/lesson-questions.tsx';
import { LessonPages } from './reading/lesson-pages.tsx';
import { LessonText } from './reading/lesson-text.tsx';
import './lesson.css';
import './questions/lesson-questions.css';
import './lessons.css';

interface OneLessonProps {
  slug: string;
  childId: string;
  childName: string;
  /** True if the child itself is reading; an adult decides about the stamp. */
  isChild: boolean;
}

export function OneLesson(props: OneLessonProps) {
  const { slug, childId } = props;
  const answer = useQuery(oneLesson(childId, slug));
  // An address without a lesson is either refused (400) or not found (404).
  if ([400, 404].includes(statusOf(answer.error) ?? 0)) return <NoSuchLesson childId={childId} />;
  return (
    <Loaded answer={answer} label={t`Opening the lesson`} height="60dvh">
      {(lesson) => <Reading key={lesson.band} lesson={lesson} {...props} />}
    </Loaded>
  );
}

function Reading({ lesson, ...props }: OneLessonProps & { lesson: OpenLesson }) {
  const { slug, title, order, minutes, doneAt, language, band } = lesson;
  const asking = <Asking lesson={lesson} {...props} />;
  useEffect(() => {
    document.title = `${title} · Satling`;
  }, [title]);
  return (
    <article className="lesson">
      <Cover className="lesson-cover">
        <div>
          <p className="cover-label">{t`Lesson ${order} · ${minutes} min`}</p>
          <h1 lang={language}>{title}</h1>
        </div>
        <LessonStamp slug={slug} done={doneAt !== null} size="small" />
      </Cover>
      {band === 'young' ? (
        <>
          <LessonText lesson={lesson} />
          {asking}
        </>
      ) : (
        <LessonPages lesson={lesson}>{asking}</LessonPages>
      )}
    </article>
  );
}

type Stage = 'asking' | 'stamped' | 'had' | 'looked';

function Asking({
  lesson,
  slug,
  childId,
  childName,
  isChild,
}: OneLessonProps & { lesson: OpenLesson }) {
  const [answers, setAnswers] = useState<number[]>();
  const [stage, setStage] = useState<Stage>('asking');
  const finish = useCall(lessons.finish, {
    onDone: () => setStage('stamped'),
  });
  const stamp = (given: number[]) =>
    finish.run({ id: childId, slug, band: lesson.band, answers: given });
  const end = { lesson, childId };
  const done = (given: number[]) => {
    setAnswers(given);
    if (lesson.doneAt) setStage('had');
    else if (isChild) stamp(given);
  };
  if (stage === 'looked') return <LookedEnd {...end} />;
  if (stage === 'had') return <StampedEnd {...end} fresh={false} sum="" />;
  if (stage === 'stamped' && finish.data)
    return <StampedEnd {...end} fresh sum={t`${finish.data.done} of ${finish.data.of} stamps`} />;
  const failed = finish.isError && answers && (
    <FailedEnd
      why={messageOf(finish.error, t`The stamp could not be given just now.`)}
      busy={finish.isPending}
      onAgain={() => stamp(answers)}
    />
  );
  return (
    <>
      {answers && !isChild ? (
        <AskEnd
          {...end}
          childName={childName}
          busy={finish.isPending}
          onStamp={() => stamp(answers)}
          onLook={() => setStage('looked')}
        />
      ) : (
        <LessonQuestions lesson={lesson} busy={finish.isPending} onDone={done} />
      )}
      {failed}
    </>
  );
}

function NoSuchLesson({ childId }: { childId: string }) {
  return (
    <Card>
      <div className="empty">
        <h1 className="empty-title">{t`There is no such lesson`}</h1>
        <Link href={lessonsHref(childId)} className={lookClass({ look: 'alt' })}>
          {t`All lessons`}
        </Link>
      </div>
    </Card>
  );
}
