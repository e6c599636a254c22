/** The end of a lesson: the stamp, and the next steps. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OpenLesson } from '#features/learn/lessons/contract.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lessonsHref } from './addresses.ts';
import { LessonStamp } from './lesson-stamp.tsx';

const focusOnce = (heading: HTMLHeadingElement | null) => heading?.focus();

interface EndProps {
  lesson: OpenLesson;
  childId: string;
}

/** A stamp exists, new or old. */
export function StampedEnd({
  lesson,
  childId,
  fresh,
  sum,
}: EndProps & { fresh: boolean; sum: string }) {
  return (
    <EndCard
      lesson={lesson}
      done
      fresh={fresh}
      title={fresh ? t`Here is your stamp.` : t`Read once more.`}
    >
      <p>{fresh ? sum : t`You already have this stamp, and you keep it.`}</p>
      <Onward childId={childId} />
    </EndCard>
  );
}

interface AskEndProps extends EndProps {
  childName: string;
  busy: boolean;
  onStamp: () => void;
  onLook: () => void;
}

/** An adult may read along with the child or just look: only they can say. */
export function AskEnd({ lesson, childName, busy, onStamp, onLook }: AskEndProps) {
  return (
    <EndCard lesson={lesson} title={t`Did you read this with ${childName}?`}>
      <p>{t`Then ${childName} gets the stamp. If you only had a look, nothing is kept.`}</p>
      <div className="lesson-onward">
        <Button look="alt" busy={busy} onClick={onStamp}>{t`Yes, stamp it`}</Button>
        <Button look="alt" onClick={onLook}>{t`I only had a look`}</Button>
      </div>
    </EndCard>
  );
}

export function LookedEnd({ lesson, childId }: EndProps) {
  return (
    <EndCard lesson={lesson} title={t`Nothing was kept.`}>
      <Onward childId={childId} />
    </EndCard>
  );
}

/** The answers are still here; only giving the stamp failed. */
export function FailedEnd({
  why,
  busy,
  onAgain,
}: {
  why: string;
  busy: boolean;
  onAgain: () => void;
}) {
  return (
    <InlineAlert action={<Button look="alt" busy={busy} onClick={onAgain}>{t`Try Again`}</Button>}>
      {why}
    </InlineAlert>
  );
}

interface EndCardProps {
  lesson: OpenLesson;
  title: string;
  done?: boolean;
  fresh?: boolean;
  children: ReactNode;
}

function EndCard({ lesson, title, done = false, fresh = false, children }: EndCardProps) {
  return (
    <Card tone="plum" className="lesson-end">
      <LessonStamp slug={lesson.slug} done={done} size="large" fresh={fresh} />
      <h2 tabIndex={-1} ref={focusOnce}>
        {title}
      </h2>
      {children}
    </Card>
  );
}

function Onward({ childId }: { childId: string }) {
  return (
    <Link href={lessonsHref(childId)} className={lookClass({})}>
      {t`All lessons`}
    </Link>
  );
}
