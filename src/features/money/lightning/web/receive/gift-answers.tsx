/** Adults' answers to gifts in the last 30 days. A wrong one can be taken back here. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { transactions } from '#features/book/transactions/contract.ts';
import { isUndoable } from '#features/book/transactions/rules.ts';
import { type Gift, type GiftPurpose, gifts } from '#features/money/lightning/gifts/contract.ts';
import { type Goal, goals } from '#features/pocket/goals/contract.ts';
import { momentText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { numberText } from '../words.ts';
import { GiftQuestion } from './gift-questions.tsx';
import '../lightning.css';

export function GiftAnswers({ childId }: { childId: string }) {
  const heading = useId();
  const all = useQuery(query(gifts.list, {})).data ?? [];
  const goalList = useQuery(query(goals.list, {})).data ?? [];
  const answered = all.filter((one) => one.childId === childId && one.state !== 'waiting');
  if (answered.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{t`Gifts of the last 30 days`}</h3>
      <ul className="ln-rows">
        {answered.map((gift) => (
          <AnswerRow key={gift.id} gift={gift} goals={goalList} />
        ))}
      </ul>
    </section>
  );
}

function AnswerRow({ gift, goals: goalList }: { gift: Gift; goals: readonly Goal[] }) {
  const { amount, purpose, answeredAt, answeredBy, state, entryId } = gift;
  const [asks, ask] = useState(false);
  const timeZone = useTimeZone();
  if (asks) return <GiftQuestion gift={gift} goals={goalList} />;
  const facts = [answeredBy, answeredAt && momentText(answeredAt, timeZone)].filter(Boolean);
  return (
    <li>
      <div className="spread gap-2">
        <strong>{purposeText(purpose)}</strong>
        <p className="ln-sum">{numberText(amount)}</p>
      </div>
      <p className="sub">{facts.join(' · ')}</p>
      {state === 'kept_out' && (
        <div className="form-actions">
          <Button look="quiet" small onClick={() => ask(true)}>{t`Answer again`}</Button>
        </div>
      )}
      {entryId !== null && mayUndo(answeredAt) && (
        <TakeBack entryId={entryId} isGoal={purpose === 'goal'} />
      )}
    </li>
  );
}

function purposeText(purpose: GiftPurpose | null): string {
  switch (purpose) {
    case 'savings':
      return t`To savings`;
    case 'spending':
      return t`To spending money`;
    case 'goal':
      return t`To a goal`;
    case null:
      return t`Not for the book`;
  }
}

const mayUndo = (answeredAt: string | null): boolean =>
  answeredAt !== null && isUndoable(new Date(answeredAt), new Date());

/** Equals undoing the line itself, in the book or on its goal's page. */
function TakeBack({ entryId: id, isGoal }: { entryId: string; isGoal: boolean }) {
  const onDone = () => {
    toast({ title: t`Taken back: you are asked again what they are for` });
  };
  const ofBook = useCall(transactions.undo, { onDone });
  const ofGoal = useCall(goals.takeBack, { onDone });
  const undo = isGoal ? ofGoal : ofBook;
  return (
    <>
      <div className="form-actions">
        <Button look="quiet" small busy={undo.isPending} onClick={() => undo.run({ id })}>
          {t`Undo`}
        </Button>
      </div>
      <CallFailure error={undo.error} fallback={t`The entry could not be taken back.`} />
    </>
  );
}
