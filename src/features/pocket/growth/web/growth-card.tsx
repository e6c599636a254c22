/** The growth of savings over four weeks, a year or the whole time, for a child or the family. */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { growth, SPANS, type Span } from '#features/pocket/growth/contract.ts';
import { dayText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { GrowthChart } from '#web/ui/growth-chart.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

export interface GrowthCardProps {
  /** The child; undefined for the whole family. */
  childId?: string;
  /** For adults: includes the value of the savings. */
  valued?: boolean;
}

/** The same height during and after loading. */
const HEIGHT = '34rem';

export function GrowthCard({ childId, valued = false }: GrowthCardProps) {
  const [span, setSpan] = useState<Span>('weeks');
  const { data, error, refetch } = useQuery({
    ...(childId ? query(growth.ofChild, { id: childId, span }) : query(growth.ofFamily, { span })),
    placeholderData: keepPreviousData,
  });
  const id = useId();
  const title = childId ? t`How savings grew` : t`How the family’s savings grew`;
  return (
    <Card className="dash-stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <SegmentedControl
        label={t`How far back`}
        value={span}
        onChange={setSpan}
        options={SPANS.map((one) => ({ value: one, label: spanWord(one) }))}
      />
      {error ? (
        <InlineAlert
          action={<Button look="alt" small onClick={() => void refetch()}>{t`Try Again`}</Button>}
        >
          {messageOf(error, t`This could not be read just now.`)}
        </InlineAlert>
      ) : data ? (
        <>
          <GrowthChart
            title={title}
            points={data.points}
            parts={data.parts}
            valued={valued}
            empty={t`Nothing saved yet. The first line in the book begins the picture.`}
          />
          {data.removedUpTo && (
            <p className="sub">
              {t`Lines up to ${dayText(data.removedUpTo, data.timeZone, 'full')} were removed, so the picture begins there.`}
            </p>
          )}
        </>
      ) : (
        <Loading label={t`Drawing the savings`} height={HEIGHT} />
      )}
    </Card>
  );
}

function spanWord(span: Span): string {
  if (span === 'weeks') return t`4 weeks`;
  return span === 'year' ? t`1 year` : t`All`;
}
