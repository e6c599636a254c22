/** A week's income, decisions and growth, from existing calls. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { approvals, type Request } from '#features/book/approvals/contract.ts';
import { stampWord } from '#features/book/approvals/web/words.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { lineText } from '#features/book/transactions/web/lines.ts';
import type { Child } from '#features/people/children/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { growth } from '#features/pocket/growth/contract.ts';
import { saplings } from '#features/pocket/growth/sapling/contract.ts';
import { SaplingDrawing } from '#features/pocket/growth/web/sapling-drawing.tsx';
import { isGain } from '#screens/dashboard/since-rules.ts';
import { paydayText } from '#screens/dashboard/web/child-words.ts';
import type { weekOf } from '#screens/sunday/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { isoDay } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/class-names.ts';
import { satsWithValue } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import '#features/pocket/growth/web/sapling.css';
import '#features/book/approvals/web/requests.css';

const MOST_LINES = 6;

interface PartProps {
  child: Child;
  week: ReturnType<typeof weekOf>;
  isChild: boolean;
}

/** True once all of it has loaded or failed: rendering earlier would cause a layout shift. */
export function useWeekIsRead({ id }: Child, { from, to }: PartProps['week']): boolean {
  const answers = [
    useQuery(query(transactions.list, { childId: id, from, to })),
    useQuery(query(growth.ofChild, { id, span: 'weeks' })),
    useQuery(query(saplings.ofChild, { id })),
    useQuery(query(approvals.list, {})),
    useQuery(query(allocations.answered, { childId: id })),
  ];
  return answers.every(({ isLoading }) => !isLoading);
}

export function Came({ child, week: { from, to }, isChild }: PartProps) {
  const { data, error, refetch } = useQuery(
    query(transactions.list, { childId: child.id, from, to }),
  );
  const gains = data?.entries.filter(isGain);
  return (
    <Card className="sunday-part" aria-labelledby="what-came">
      <h2 id="what-came">{t`What came`}</h2>
      {error ? (
        <InlineAlert
          action={<Button look="alt" small onClick={() => void refetch()}>{t`Try Again`}</Button>}
        >
          {messageOf(error, t`The week could not be read just now.`)}
        </InlineAlert>
      ) : !gains ? null : gains.length === 0 ? (
        <>
          <p>{t`Nothing came in this week.`}</p>
          <p className="sub">{paydayText(child)}</p>
        </>
      ) : (
        <ul className="sunday-lines sunday-came">
          {gains.slice(0, MOST_LINES).map((one) => (
            <li key={one.id}>
              <span>{one.type === 'allowance' ? t`Pay day` : lineText(one, isChild)}</span>
              <span className="num">+{satsWithValue(satsOf(one.amount))}</span>
            </li>
          ))}
        </ul>
      )}
      {((gains?.length ?? 0) > MOST_LINES || data?.next) && (
        <PageLink href="/activity" className="why-link">
          {t`More lines`}
        </PageLink>
      )}
    </Card>
  );
}

/** Not rendered if the week had no answers. */
export function Decided({ child, week }: PartProps) {
  const zone = useQuery(query(growth.ofChild, { id: child.id, span: 'weeks' })).data?.timeZone;
  const requests = useQuery(query(approvals.list, {})).data?.answered ?? [];
  const goals = useQuery(query(allocations.answered, { childId: child.id })).data ?? [];
  const isInWeek = (moment: string) => {
    const day = isoDay(moment, zone);
    return day >= week.from && day <= week.to;
  };
  const answers = [
    ...requests
      .filter(({ childId, decidedAt }) => childId === child.id && decidedAt && isInWeek(decidedAt))
      .map((one) => ({ ...one, what: one.reason })),
    ...goals
      .filter(({ decidedAt }) => decidedAt && isInWeek(decidedAt))
      .map((one) => ({
        ...one,
        state: one.status === 'denied' ? ('denied' as const) : ('approved' as const),
        what: t`${one.percentage}% for “${one.goalTitle}”`,
      })),
  ];
  if (answers.length === 0 || zone === undefined) return null;
  return (
    <Card className="sunday-part" aria-labelledby="what-was-decided">
      <h2 id="what-was-decided">{t`What was decided`}</h2>
      <ul className="answers">
        {answers.map((one) => (
          <Answer key={one.id} {...one} />
        ))}
      </ul>
    </Card>
  );
}

interface AnswerProps {
  state: Request['state'];
  what: string;
  decidedBy: string | null;
  denialReason: string | null;
}

function Answer({ state, what, decidedBy, denialReason: why }: AnswerProps) {
  const by = decidedBy ?? t`A parent`;
  return (
    <li className="answer">
      <span className={cx('rubber small-stamp', state !== 'approved' && 'ask-no')}>
        {stampWord(state)}
      </span>
      <div className="answer-words">
        <strong>{what}</strong>
        {why && <p>{t`${by} wrote: “${why}”`}</p>}
      </div>
    </li>
  );
}

export function Grew({ child, week: { from, to } }: PartProps) {
  const points = useQuery(query(growth.ofChild, { id: child.id, span: 'weeks' })).data?.points;
  const sapling = useQuery(query(saplings.ofChild, { id: child.id })).data;
  const before = points?.findLast(({ on }) => on < from)?.savings;
  const after = points?.findLast(({ on }) => on <= to)?.savings;
  return (
    <Card className="sunday-part sunday-grew" aria-labelledby="what-grew">
      <h2 id="what-grew">{t`What grew`}</h2>
      <ul className="sunday-lines">
        {after && <Saved word={t`Saved by Sunday`} btc={after} />}
        {after && before && before !== after && <Saved word={t`A week earlier`} btc={before} />}
      </ul>
      {sapling && <SaplingDrawing {...sapling} />}
    </Card>
  );
}

/** The same words for an increase and a decrease. */
const Saved = ({ word, btc }: { word: string; btc: string }) => (
  <li>
    <span>{word}</span>
    <span className="num">{satsWithValue(satsOf(btc))}</span>
  </li>
);
