/** For parents, in the child's dialog: lessons read, and topics to talk about. No grades. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Lesson } from '#features/learn/lessons/contract.ts';
import { dayText } from '#web/dates.ts';
import { lookClass } from '#web/ui/button.tsx';
import { LedgerList } from '#web/ui/ledger-list.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { lessonsHref } from './addresses.ts';
import { allLessons } from './queries.ts';

interface ProgressPanelProps {
  childId: string;
  timeZone: string | undefined;
}

export function ProgressPanel({ childId, timeZone }: ProgressPanelProps) {
  const answer = useQuery(allLessons(childId));
  return (
    <Loaded answer={answer} label={t`Loading the lessons`} height="8rem">
      {({ lessons }) => {
        const read = lessons.filter(({ doneAt }) => doneAt);
        return (
          <div className="grid gap-3">
            <p>{t`${read.length} of ${lessons.length} lessons read`}</p>
            {read.length > 0 && (
              <LedgerList
                label={t`Lessons that were read`}
                groups={[
                  {
                    key: 'read',
                    entries: read.map((one) => ({
                      id: one.slug,
                      title: one.title,
                      detail: detailOf(one, timeZone),
                    })),
                  },
                ]}
              />
            )}
            <Link href={lessonsHref(childId)} className={lookClass({ look: 'alt' })}>
              {t`Open the lessons`}
            </Link>
          </div>
        );
      }}
    </Loaded>
  );
}

function detailOf({ doneAt, byChild, talkAbout }: Lesson, timeZone: string | undefined): string {
  const day = dayText(doneAt as string, timeZone);
  const when = byChild ? t`Read on ${day}` : t`Read with a grown-up on ${day}`;
  const questions = talkAbout.join(' ');
  return talkAbout.length === 0 ? when : t`${when}. Good to talk about: ${questions}`;
}
