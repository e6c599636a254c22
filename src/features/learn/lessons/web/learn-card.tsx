/** "Learn About Bitcoin" in a child's book: the first two lessons or the next one, and all. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Lesson } from '#features/learn/lessons/contract.ts';
import { TickIcon } from '#web/ui/icons.tsx';
import { useWay } from '#web/ui/page-link.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { LESSONS, lessonHref, lessonsHref } from './addresses.ts';
import { LessonStamp } from './lesson-stamp.tsx';
import { allLessons } from './queries.ts';
import './lessons.css';

const TILES = 2;

/** Renders nothing without lessons, as in the demo. */
export function LearnCard({ childId }: { childId: string }) {
  return useWay(LESSONS) === undefined ? null : <Tiles childId={childId} />;
}

function Tiles({ childId }: { childId: string }) {
  const [card, isSeen] = useSeen();
  const answer = useQuery({ ...allLessons(childId), enabled: isSeen }).data;
  const first = [
    { slug: 'what-is-bitcoin', title: t`What is Bitcoin?`, minutes: 5 },
    { slug: 'saving-vs-spending', title: t`Saving vs Spending`, minutes: 3 },
  ];
  const open = answer?.lessons.filter(({ doneAt }) => !doneAt) ?? [];
  const isRead = first.every(({ slug }) =>
    answer?.lessons.some((one) => one.slug === slug && one.doneAt),
  );
  const tiles = isRead && open.length > 0 ? open.slice(0, TILES) : first;
  return (
    <section ref={card} className="card dash-stack" aria-labelledby="learn">
      <div className="card-head">
        <h2 id="learn">{t`Learn About Bitcoin`}</h2>
        <Link href={lessonsHref(childId)} className="why-link">
          {t`All lessons`}
        </Link>
      </div>
      <ul className="learn-tiles">
        {tiles.map(({ slug, title, minutes }) => (
          <li key={slug}>
            <Tile {...{ slug, title, minutes, childId }} lessons={answer?.lessons} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first screen is one call, so the stamps are fetched when the tiles scroll into view. */
function useSeen() {
  const place = useRef<HTMLElement>(null);
  const [isSeen, see] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current || typeof IntersectionObserver === 'undefined') return;
    const watch = new IntersectionObserver(
      (all) => all.some((one) => one.isIntersecting) && see(true),
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isSeen]);
  return [place, isSeen] as const;
}

interface TileProps {
  slug: string;
  title: string;
  minutes: number;
  childId: string;
  /** Undefined while unknown; the tile then links to the lesson, which has the state. */
  lessons: readonly Lesson[] | undefined;
}

function Tile({ slug, title, minutes, childId, lessons }: TileProps) {
  const lesson = lessons?.find((one) => one.slug === slug);
  const done = Boolean(lesson?.doneAt);
  const face = (
    <>
      <LessonStamp slug={slug} done={done} size="small" />
      <span className="learn-words">
        <strong>{title}</strong>
        <span className="sub">
          {t`${minutes} min`}
          {done && (
            <span className="learn-done">
              <TickIcon size={16} /> {t`Stamped`}
            </span>
          )}
        </span>
      </span>
    </>
  );
  if (lessons && !lesson)
    return (
      <button type="button" className="learn-tile" onClick={() => toast({ title: t`Coming Soon` })}>
        {face}
      </button>
    );
  return (
    <Link href={lessonHref(slug, childId)} className="learn-tile">
      {face}
    </Link>
  );
}
