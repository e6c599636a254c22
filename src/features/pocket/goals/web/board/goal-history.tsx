/** A goal's contributions, line by line; fetched while the details are open. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type Contribution, goals } from '#features/pocket/goals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import type { ViewGoal } from '../view-goal.ts';
import { contributionWord } from '../words.ts';

export interface GoalHistoryProps {
  view: ViewGoal;
  isChild: boolean;
  timeZone: string | undefined;
}

export function GoalHistory({ view, isChild, timeZone }: GoalHistoryProps) {
  const history = useQuery(query(goals.contributions, { id: view.id }));
  const family = view.currentSats - satsOf(view.goal.ownAmount ?? '0.00000000');
  return (
    <Loaded answer={history} label={t`Loading the history`} height="10rem">
      {(lines) =>
        lines.length === 0 ? (
          <EmptyState title={t`No contributions yet`}>
            {isChild && family > 0n
              ? t`${satsWithValue(family)} came from the family.`
              : t`Who gave what, and when, will appear here.`}
          </EmptyState>
        ) : (
          <ul className="goal-rows">
            {lines.map((line) => (
              <Line
                key={`${line.id} ${line.childId}`}
                line={line}
                isChild={isChild}
                timeZone={timeZone}
              />
            ))}
            {isChild && family > 0n && (
              <li className="goal-row goal-row-line">
                <span>{t`The family`}</span>
                <MoneyText sats={family} />
              </li>
            )}
          </ul>
        )
      }
    </Loaded>
  );
}

interface LineProps {
  line: Contribution;
  isChild: boolean;
  timeZone: string | undefined;
}

function Line({ line, isChild, timeZone }: LineProps) {
  const undo = useFormCall(goals.takeBack, {
    failed: t`Failed to take the contribution back`,
    toasts: { done: () => ({ title: t`Contribution taken back` }) },
  });
  const word = line.contributionType ? contributionWord(line.contributionType) : t`Brought forward`;
  return (
    <li className="goal-row">
      <span className="goal-row-line">
        <strong>{isChild ? word : said(line.childName)}</strong>
        <MoneyText sats={satsOf(line.amount)} signed />
      </span>
      <span className="goal-row-line sub">
        <span>
          {[
            !isChild && word,
            line.description,
            line.contributionType ? dayText(line.createdAt, timeZone) : carriedText(line, timeZone),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {!isChild && line.canTakeBack && (
          <Button look="quiet" small busy={undo.busy} onClick={() => undo.submit({ id: line.id })}>
            {t`Take back`}
          </Button>
        )}
      </span>
    </li>
  );
}

/** Removed lines are old, so the date of their sum includes the year. */
function carriedText({ createdAt }: Contribution, timeZone: string | undefined): string {
  const day = dayText(createdAt, timeZone, 'full');
  return t`lines up to ${day} were removed`;
}
