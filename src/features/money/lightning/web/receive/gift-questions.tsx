/** "5,000 sats from outside: savings, spending, or a goal?" Nothing is booked before the answer. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Parsed } from '#contract/endpoint.ts';
import { type Gift, gifts } from '#features/money/lightning/gifts/contract.ts';
import { type Goal, goals as goalCalls } from '#features/pocket/goals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { SelectField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { numberText } from '../words.ts';

/** @param childId for one child only */
export function GiftQuestions({ childId }: { childId?: string }) {
  const all = useQuery(query(gifts.list, {})).data ?? [];
  const goals = useQuery(query(goalCalls.list, {})).data ?? [];
  const waiting = all.filter((one) => one.state === 'waiting' && isOf(one, childId));
  return waiting.map((gift) => <GiftQuestion key={gift.id} gift={gift} goals={goals} />);
}

const isOf = (gift: Gift, childId: string | undefined) => !childId || gift.childId === childId;

type Answer = Omit<Parsed<typeof gifts.answer>, 'id' | 'showComment'>;

const GOAL = 'goal:';

/** The value of a choice: a purpose, or a goal by its id. */
function answerOf(choice: string): Answer {
  if (choice.startsWith(GOAL)) return { purpose: 'goal', goalId: choice.slice(GOAL.length) };
  return { purpose: choice === 'savings' || choice === 'spending' ? choice : null };
}

function choicesOf({ childId, amount }: Gift, goals: readonly Goal[]) {
  const fits = ({ state, ownerChildId, targetAmount, currentAmount }: Goal) =>
    state === 'open' &&
    (ownerChildId === null || ownerChildId === childId) &&
    satsOf(targetAmount) - satsOf(currentAmount) >= BigInt(amount);
  return [
    { value: 'savings', label: t`To savings` },
    { value: 'spending', label: t`To spending money` },
    ...goals.filter(fits).map(({ id, title }) => {
      return { value: `${GOAL}${id}`, label: t`To the goal: ${title}` };
    }),
    { value: 'nothing', label: t`Not for the book` },
  ];
}

export function GiftQuestion({ gift, goals }: { gift: Gift; goals: readonly Goal[] }) {
  const { id, amount, childName, comment } = gift;
  const [choice, choose] = useState('');
  const [showComment, setShow] = useState(false);
  const answer = useCall(gifts.answer, {
    onDone: ({ state }) =>
      toast({
        title: state === 'booked' ? t`Written into the book` : t`Kept out of the book`,
        description:
          state === 'booked'
            ? t`Wrong answer? Undo it within 24 hours: ${childName}’s Lightning, Address.`
            : t`Wrong answer? Answer again within 30 days: ${childName}’s Lightning, Address.`,
      }),
  });
  const sats = numberText(amount);
  return (
    <Card tone="blue" className="grid gap-3" aria-labelledby={`gift-${id}`}>
      <h2 id={`gift-${id}`} className="needs-you-title">
        <WaitingIcon /> {t`${sats} from outside: savings, spending, or a goal?`}
      </h2>
      <p>
        {t`Somebody paid them to ${childName}’s Lightning address. They are in your wallet, and in no book yet.`}
      </p>
      {comment !== '' && (
        <>
          <p>{t`“${comment}”`}</p>
          <Switch
            label={t`${childName} may read these words`}
            checked={showComment}
            onChange={setShow}
          />
        </>
      )}
      <SelectField
        name={`gift-${id}-for`}
        label={t`What are they for?`}
        placeholder={t`Choose`}
        value={choice}
        onChange={choose}
        options={choicesOf(gift, goals)}
      />
      <CallFailure error={answer.error} fallback={t`Your answer could not be saved.`} />
      <div className="form-actions">
        <Button
          small
          busy={answer.isPending}
          aria-disabled={choice === ''}
          onClick={() => answer.run({ id, showComment, ...answerOf(choice) })}
        >
          {choice === 'nothing' ? t`Keep them out of the book` : t`Write them down`}
        </Button>
      </div>
    </Card>
  );
}
