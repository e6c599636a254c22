/** A parent contributes to a goal: from the parents, or for a child. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import {
  CONTRIBUTION_TYPES,
  type ContributionType,
  type Goal,
  goals,
} from '#features/pocket/goals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { btcOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import { type ViewGoal, viewGoal } from '../view-goal.ts';
import { contributionWord } from '../words.ts';

export interface ContributeFormProps {
  view: ViewGoal;
  kids: readonly Child[];
  /** After the last stamp, the dialog above the card closes. */
  onFull: () => void;
}

export function ContributeForm({ view, kids, onFull }: ContributeFormProps) {
  const { goal, roomSats, complete } = view;
  const may = kids.filter(({ id }) => !goal.ownerChildId || goal.ownerChildId === id);
  const [amount, setAmount] = useState(NO_AMOUNT);
  const [type, setType] = useState<ContributionType | ''>('');
  const [childId, setChildId] = useState('');
  const [description, setDescription] = useState('');
  const form = useContribute((after) => {
    setAmount(NO_AMOUNT);
    if (viewGoal(after).complete) onFull();
  });
  const submit = () =>
    form.submit({
      id: goal.id,
      amount: btcOf(amount),
      contributionType: type,
      childId: childId || undefined,
      description: description.trim() || undefined,
    });
  const child = may.find(({ id }) => id === childId);
  return (
    <Form
      errors={form.errors}
      onSubmit={submit}
      actions={
        <Button
          type="submit"
          busy={form.busy}
          aria-disabled={complete}
        >{t`Add Contribution`}</Button>
      }
    >
      {complete && <p className="sub">{t`This goal is complete, so nothing more can be added.`}</p>}
      <AmountField
        name="amount"
        label={t`Amount`}
        maxSats={mostSats(roomSats, type, child)}
        balance={givenFrom(type, child)}
        value={amount}
        onChange={setAmount}
      />
      <SelectField
        name="contributionType"
        label={t`Contribution type`}
        placeholder={t`Choose`}
        value={type}
        onChange={(value) => setType(value as ContributionType | '')}
        options={CONTRIBUTION_TYPES.map((value) => ({ value, label: contributionWord(value) }))}
      />
      <SelectField
        name="childId"
        label={t`For whom?`}
        hint={whereFrom(type, child)}
        optional
        value={childId}
        onChange={setChildId}
        options={[
          { value: '', label: t`From the parents` },
          ...may.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextField
        name="description"
        label={t`Description`}
        optional
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
    </Form>
  );
}

/** Runs before the goals are refetched: the new stamps must land in sight. */
const useContribute = (onDone: (after: Goal) => void) =>
  useFormCall(goals.contribute, {
    doneFirst: true,
    failed: t`Failed to add contribution`,
    toasts: { done: () => ({ title: t`Contribution Added!` }) },
    onDone,
  });

const isFromSavings = (type: ContributionType | '') => type === 'savings' || type === 'allowance';

/** The room left in the goal, limited to the child's available savings. */
function mostSats(roomSats: bigint, type: ContributionType | '', child: Child | undefined): bigint {
  const availableSats = satsOf(child?.availableSavings ?? '0');
  return child && isFromSavings(type) && availableSats < roomSats ? availableSats : roomSats;
}

/** The savings used by this choice, if any. */
function givenFrom(type: ContributionType | '', child: Child | undefined) {
  if (!child || !isFromSavings(type)) return undefined;
  return { sats: satsOf(child.availableSavings), change: 'out' as const };
}

/** Explains where this choice's money comes from, before it is pressed. */
function whereFrom(type: ContributionType | '', child: Child | undefined): string {
  if (!child) return t`Comes from outside the book and counts as the parents’ part.`;
  const { name } = child;
  if (isFromSavings(type))
    return t`Comes out of ${name}’s savings, which hold ${satsWithValue(satsOf(child.availableSavings))}.`;
  return t`Comes from outside the book and counts as ${name}’s part.`;
}
