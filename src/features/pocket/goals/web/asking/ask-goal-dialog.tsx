/** A child asks to allocate part of its money to a goal: how much, of what, why. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { bandOf } from '#features/people/children/rules.ts';
import {
  allocations,
  PERCENTAGE_REQUIRED,
  REASON_MAX,
  REASON_MIN,
} from '#features/pocket/goals/allocations/contract.ts';
import { partOf, percentTenths } from '#features/pocket/goals/allocations/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { GoalPicture } from '../goal-picture.tsx';
import type { ViewGoal } from '../view-goal.ts';
import { PercentField } from './percent-field.tsx';

type ApplyTo = 'new_contributions' | 'existing_savings';

export interface AskGoalDialogProps {
  view: ViewGoal;
  child: Child;
  /** Initial value: a share of each new allowance. */
  percentage?: string;
  onClose: () => void;
}

export function AskGoalDialog({
  view,
  child,
  percentage: start = '',
  onClose,
}: AskGoalDialogProps) {
  const [percentage, setPercentage] = useState(start);
  const [reason, setReason] = useState('');
  const [applyTo, setApplyTo] = useState<ApplyTo | undefined>(
    start ? 'new_contributions' : undefined,
  );
  const form = useAsk(onClose);
  const isStarter = bandOf(child.age) === 'starter';
  const tenths = percentTenths(percentage);
  const part = tenths === undefined ? undefined : partOf(amountOf(child, applyTo), tenths);
  const isOfNothing = applyTo === 'existing_savings' && amountOf(child, applyTo) === 0n;
  const nothingToGive = isOfNothing ? { applyTo: t`Your savings are empty.` } : {};
  const submit = () =>
    form.submit(
      { id: view.id, percentage, reason: reason.trim(), applyTo, childId: child.id },
      percentage === '' ? { percentage: PERCENTAGE_REQUIRED } : nothingToGive,
    );
  return (
    <Dialog
      title={t`Contribute to goal`}
      description={view.goal.title}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="ask-goal" busy={form.busy}>{t`Send request`}</Button>
        </>
      }
    >
      <Form id="ask-goal" errors={form.errors} onSubmit={submit}>
        <GoalPicture goal={view.goal} size={88} />
        <RadioGroup<ApplyTo>
          name="applyTo"
          label={t`Of what?`}
          value={applyTo}
          onChange={setApplyTo}
          options={[
            { value: 'existing_savings', label: t`My savings`, hint: t`A share of them, once.` },
            {
              value: 'new_contributions',
              label: t`My new pocket money`,
              hint: t`A share of it, every week.`,
            },
          ]}
        />
        {isStarter ? (
          <AmountChoice
            start={start}
            ofSats={applyTo && amountOf(child, applyTo)}
            value={percentage}
            onChange={setPercentage}
          />
        ) : (
          <PercentField
            whole
            value={percentage}
            onChange={setPercentage}
            below={part === undefined ? undefined : t`That is ${satsWithValue(part)}`}
          />
        )}
        <TextField
          name="reason"
          label={t`Why do you want to help?`}
          hint={
            isStarter
              ? t`Your parent reads this. Tap a line below, or write your own.`
              : t`Your parent reads this. At least ${REASON_MIN} letters.`
          }
          maxLength={REASON_MAX}
          value={reason}
          onChange={setReason}
        />
        <Reasons onChoose={setReason} />
      </Form>
    </Dialog>
  );
}

interface AmountChoiceProps {
  /** An additional suggestion. */
  start: string;
  /** The base amount; undefined until chosen. */
  ofSats: bigint | undefined;
  value: string;
  onChange: (percentage: string) => void;
}

/** The youngest choose an amount, because percentages come later in school. */
function AmountChoice({ start, ofSats, value, onChange }: AmountChoiceProps) {
  const words: Record<string, string> = {
    '10': t`A little: one tenth`,
    '25': t`A quarter`,
    '50': t`Half`,
    '100': t`All of it`,
  };
  const offered = [...new Set([...Object.keys(words), ...(start ? [start] : [])])];
  return (
    <RadioGroup
      name="percentage"
      label={t`How much?`}
      value={value}
      onChange={onChange}
      options={offered.map((percent) => {
        const word = words[percent] ?? `${percent}%`;
        if (ofSats === undefined) return { value: percent, label: word };
        const part = partOf(ofSats, Number(percent) * 10);
        return { value: percent, label: satsText(part), hint: word };
      })}
    />
  );
}

/** Long enough to send unedited. */
function Reasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const reasons = [
    t`I want this very much.`,
    t`I want to help my family.`,
    t`I have saved up for this.`,
  ];
  return (
    <div className="form-actions">
      {reasons.map((reason) => (
        <Button key={reason} look="alt" small onClick={() => onChoose(reason)}>
          {reason}
        </Button>
      ))}
    </div>
  );
}

const amountOf = (child: Child, applyTo: ApplyTo | undefined): bigint =>
  satsOf(applyTo === 'new_contributions' ? child.weeklyAllowance : child.availableSavings);

function useAsk(onClose: () => void) {
  const failed = t`Failed to send contribution request`;
  return useFormCall(allocations.ask, {
    failed,
    toasts: {
      done: () => ({
        title: t`Request Sent!`,
        description: t`A parent will answer; you don’t need to ask again.`,
      }),
      failed: (description) => ({ title: failed, description }),
    },
    onDone: onClose,
    onKept: onClose,
  });
}
