/** The active savings allocations: goal, total so far, and the approximate monthly amount. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Allocation, allocations } from '#features/pocket/goals/allocations/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { TickIcon } from '#web/ui/icons.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { toast } from '#web/ui/toast-store.ts';
import { GoalBar } from '../goal-bar.tsx';
import { appliesWord, statusWord } from '../words.ts';
import '../goals.css';

export interface ActiveAllocationsProps {
  /** Limited to one child; undefined for the whole family. */
  childId?: string | undefined;
  isChild: boolean;
  timeZone: string | undefined;
}

export function ActiveAllocations({ childId, isChild, timeZone }: ActiveAllocationsProps) {
  const list = useQuery(query(allocations.active, childId ? { childId } : {}));
  useEffect(() => {
    if (list.isError)
      toast({ title: t`Failed to fetch allocations`, destructive: true, inline: true });
  }, [list.isError]);
  const rows = list.data ?? [];
  const total = rows.reduce((sum, { contributedAmount }) => sum + satsOf(contributedAmount), 0n);
  return (
    <Card className="dash-stack" aria-labelledby="active-allocations">
      <div className="goals-head">
        <h2 id="active-allocations">
          {isChild ? t`My shares for goals` : t`Active savings allocations`}
        </h2>
        {!isChild && (
          <ButtonLink href="/family-goals" look="alt" small>{t`Manage Goals`}</ButtonLink>
        )}
      </div>
      {list.isError && <InlineAlert>{t`Failed to fetch allocations`}</InlineAlert>}
      {isChild && (
        <p className="sub">{t`Part of your pocket money can go to a goal automatically. Ask a parent to set it up.`}</p>
      )}
      {!isChild && list.data?.length === 0 && (
        <p className="sub">{t`No allowance goes to a goal yet. Open a goal and press Allocate.`}</p>
      )}
      {rows.length > 0 && (
        <>
          <ul className="goal-rows">
            {rows.map((row) => (
              <Row key={row.id} row={row} isChild={isChild} timeZone={timeZone} />
            ))}
          </ul>
          <p className="num">{t`Total contributed: ${satsWithValue(total)}`}</p>
        </>
      )}
    </Card>
  );
}

function Row({
  row,
  isChild,
  timeZone,
}: {
  row: Allocation;
  isChild: boolean;
  timeZone: string | undefined;
}) {
  const stop = useFormCall(allocations.end, {
    failed: t`Failed to stop the allocation`,
    toasts: {
      done: () => ({
        title: t`Allocation stopped`,
        description: t`What was given stays in the goal.`,
      }),
    },
  });
  const monthly = satsOf(row.estimatedMonthly);
  return (
    <li className="goal-row">
      <span className="goal-row-line">
        <strong>{t`${row.percentage}% for ${row.goalTitle}`}</strong>
        <Chip
          tone={row.status === 'active' ? 'green' : 'plain'}
          icon={row.status === 'active' && <TickIcon size={16} />}
        >
          {statusWord(row.status)}
        </Chip>
      </span>
      <span className="sub">{t`${said(row.childName)}, ${appliesWord(row)}`}</span>
      <GoalBar
        percent={row.goalProgress}
        label={t`${row.goalTitle}: ${row.goalProgress} percent`}
      />
      <span className="goal-row-line sub num">
        <span>{t`${satsWithValue(satsOf(row.contributedAmount))} contributed`}</span>
        {monthly > 0n && <span>{t`about ${satsWithValue(monthly)} in 4 weeks`}</span>}
      </span>
      <span className="goal-row-line sub">
        <span>{t`Since ${dayText(row.createdAt, timeZone, 'full')}`}</span>
        {!isChild && row.applyTo === 'new_contributions' && (
          <Button
            look="quiet"
            small
            busy={stop.busy}
            aria-label={t`Stop ${row.percentage}% for ${row.goalTitle}`}
            onClick={() => stop.submit({ id: row.id })}
          >
            {t`Stop`}
          </Button>
        )}
      </span>
    </li>
  );
}
