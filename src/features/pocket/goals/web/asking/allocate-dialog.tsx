/** "Allocate Savings to Goal": child, percentage and base. A child's needs approval. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import {
  estimatedMonthly,
  partOf,
  percentTenths,
} from '#features/pocket/goals/allocations/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { SelectField } from '#web/ui/text-field.tsx';
import type { ViewGoal } from '../view-goal.ts';
import { PercentField } from './percent-field.tsx';

type ApplyTo = 'new_contributions' | 'entire_savings';

export interface AllocateDialogProps {
  view: ViewGoal;
  /** The children whose savings can be allocated; for a child only itself. */
  kids: readonly Child[];
  isChild: boolean;
  /** Initial values. */
  start?: { childId: string; percentage: string };
  onClose: () => void;
}

export function AllocateDialog({ view, kids, isChild, start, onClose }: AllocateDialogProps) {
  const { goal, roomSats } = view;
  const may = kids.filter(({ id }) => !goal.ownerChildId || goal.ownerChildId === id);
  const [childId, setChildId] = useState(start?.childId ?? may[0]?.id ?? '');
  const [percentage, setPercentage] = useState(start?.percentage ?? '10');
  const [applyTo, setApplyTo] = useState<ApplyTo>('new_contributions');
  const form = useAllocate(isChild, onClose);
  const child = may.find(({ id }) => id === childId);
  const of = child ? 'savings' : 'parents';
  const submit = () =>
    form.submit({ id: goal.id, percentage, applyTo, childId: childId || undefined });
  return (
    <Dialog
      title={t`Allocate Savings to Goal`}
      description={isChild ? t`${goal.title}. A parent says yes or no.` : goal.title}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="allocate" busy={form.busy}>{t`Allocate`}</Button>
        </>
      }
    >
      <Form id="allocate" errors={form.errors} onSubmit={submit}>
        {!isChild && (
          <SelectField
            name="childId"
            label={t`Who gives?`}
            value={childId}
            onChange={setChildId}
            options={[
              ...may.map(({ id, name }) => ({ value: id, label: name })),
              { value: '', label: t`Parents` },
            ]}
          />
        )}
        <PercentField
          value={percentage}
          onChange={setPercentage}
          below={meaning(percentage, child ? [child] : kids, applyTo, roomSats)}
        />
        <RadioGroup<ApplyTo>
          name="applyTo"
          label={t`Of what?`}
          value={applyTo}
          onChange={setApplyTo}
          options={[
            {
              value: 'new_contributions',
              label: t`New allowances only`,
              hint: t`From the next one on.`,
            },
            {
              value: 'entire_savings',
              label: t`All savings, once`,
              hint:
                of === 'parents'
                  ? t`Parents give with Contribute instead.`
                  : t`A share of what is there now.`,
              disabled: of === 'parents',
            },
          ]}
        />
      </Form>
    </Dialog>
  );
}

/** The percentage in sats. */
function meaning(
  percentage: string,
  givers: readonly Child[],
  applyTo: ApplyTo,
  roomSats: bigint,
): string | undefined {
  const tenths = percentTenths(percentage);
  const [first] = givers;
  if (tenths === undefined || !first) return undefined;
  if (applyTo === 'entire_savings') {
    const part = partOf(satsOf(first.availableSavings), tenths);
    return t`This takes ${satsWithValue(part < roomSats ? part : roomSats)} now`;
  }
  const weekly = givers.map((child) => satsOf(child.weeklyAllowance));
  return t`About ${satsWithValue(estimatedMonthly(weekly, tenths))} in 4 weeks`;
}

const useAllocate = (isChild: boolean, onDone: () => void) =>
  useFormCall(allocations.allocate, {
    failed: t`Failed to create allocation`,
    toasts: {
      done: () =>
        isChild
          ? {
              title: t`Allocation Request Submitted`,
              description: t`Sent to the parent for approval.`,
            }
          : { title: t`Allocation Created` },
    },
    onDone,
  });
