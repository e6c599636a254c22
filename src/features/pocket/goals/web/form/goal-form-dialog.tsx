/** "Create Family Goal", also used to edit one. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { CivilDate } from '#core/calendar.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import {
  CATEGORIES,
  type Category,
  DATE_PAST,
  DESCRIPTION_MAX,
  type Goal,
  goals,
} from '#features/pocket/goals/contract.ts';
import { drawingOf } from '#features/pocket/goals/rules.ts';
import { useFormCall } from '#web/form-call.ts';
import { type Amount, btcOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import { categoryWord, filterAmount } from '../words.ts';
import { DrawingField } from './drawing-field.tsx';
import { PictureField } from './picture-field.tsx';

export interface GoalDraft {
  title: string;
  description: string;
  targetAmount: Amount;
  category: Category | '';
  /** Undefined for the category's. */
  drawing: GoalDrawing | undefined;
  targetDate: string;
  imageUrl: string;
}

export const EMPTY_GOAL: GoalDraft = {
  title: '',
  description: '',
  targetAmount: NO_AMOUNT,
  category: 'other',
  drawing: undefined,
  targetDate: '',
  imageUrl: '',
};

export interface GoalFormDialogProps {
  start?: Partial<GoalDraft>;
  /** The goal to edit, if any. */
  goal?: Goal | undefined;
  /** A child's own goal only needs a title. */
  isChild?: boolean;
  today: CivilDate;
  onClose: () => void;
}

export function GoalFormDialog({ start, goal, isChild, today, onClose }: GoalFormDialogProps) {
  const [draft, setDraft] = useState<GoalDraft>({ ...EMPTY_GOAL, ...start });
  const [picture, setPicture] = useState<string>();
  const change = (part: Partial<GoalDraft>) => setDraft({ ...draft, ...part });
  const form = useSave(goal, picture, today, onClose);
  return (
    <Dialog
      title={goal ? t`Edit goal` : t`Create Family Goal`}
      onClose={onClose}
      actions={<Actions isNew={!goal} busy={form.busy} onClose={onClose} />}
    >
      <Form
        id="goal-form"
        errors={form.errors}
        onSubmit={() => form.submit(isChild ? withTitleOnly(draft) : draft)}
      >
        <TextField
          name="title"
          label={t`Title`}
          value={draft.title}
          onChange={(title) => change({ title })}
        />
        <TextField
          name="description"
          label={t`Clear definition`}
          optional={isChild === true}
          hint={t`What exactly, so that everyone knows when it is reached.`}
          maxLength={DESCRIPTION_MAX}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <AmountField
          name="targetAmount"
          label={t`Target amount`}
          chips={[]}
          filter={filterAmount}
          value={draft.targetAmount}
          onChange={(targetAmount) => change({ targetAmount })}
        />
        <SelectField
          name="category"
          label={t`Category`}
          value={draft.category}
          onChange={(category) => change({ category: category as Category })}
          options={CATEGORIES.map((value) => ({ value, label: categoryWord(value) }))}
        />
        <DrawingField
          value={draft.drawing ?? drawingOf(draft.category || 'other')}
          onChange={(drawing) => change({ drawing })}
        />
        <TextField
          name="targetDate"
          label={t`Target date`}
          optional
          type="date"
          min={today}
          value={draft.targetDate}
          onChange={(targetDate) => change({ targetDate })}
        />
        <PictureField chosen={picture} onChoose={setPicture} />
        <TextField
          name="imageUrl"
          label={t`Or a link to a picture`}
          hint={t`Kept as a link for parents. Satling never loads it.`}
          optional
          inputMode="url"
          value={draft.imageUrl}
          onChange={(imageUrl) => change({ imageUrl })}
        />
      </Form>
    </Dialog>
  );
}

interface ActionsProps {
  isNew: boolean;
  busy: boolean;
  onClose: () => void;
}

const Actions = ({ isNew, busy, onClose }: ActionsProps) => (
  <>
    <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
    <Button type="submit" form="goal-form" busy={busy}>
      {isNew ? t`Create Goal` : t`Save`}
    </Button>
  </>
);

/** Without a definition, uses the title; without either, only the title is reported as missing. */
function withTitleOnly(draft: GoalDraft): GoalDraft {
  return { ...draft, description: draft.description.trim() || draft.title.trim() || '-' };
}

function useSave(
  goal: Goal | undefined,
  picture: string | undefined,
  today: CivilDate,
  onClose: () => void,
) {
  const store = useFormCall(goals.setPicture, {
    failed: t`The picture could not be stored`,
    onDone: onClose,
  });
  // If its picture was refused, the goal already exists: the next attempt edits it.
  const [made, setMade] = useState(goal);
  const onDone = (saved: Goal) => {
    setMade(saved);
    if (picture) store.submit({ id: saved.id, picture });
    else onClose();
  };
  const create = useFormCall(goals.create, {
    failed: t`Failed to create goal`,
    toasts: { done: () => ({ title: t`Goal Created!` }) },
    onDone,
  });
  const edit = useFormCall(goals.edit, { failed: t`Failed to save goal`, onDone });
  const active = made ? edit : create;
  const submit = (draft: GoalDraft) => {
    const { category, drawing, targetDate, imageUrl } = draft;
    const fields = {
      title: draft.title.trim(),
      description: draft.description.trim(),
      targetAmount: btcOf(draft.targetAmount),
      category,
    };
    if (made) {
      const link = imageUrl || null;
      const isNewLink = link !== linkOf(made);
      const isNewDrawing = drawing !== undefined && drawing !== made.drawing;
      edit.submit({
        id: made.id,
        ...fields,
        targetDate: targetDate || null,
        drawing: drawing ?? null,
        // A new drawing must be visible, so it replaces the photo.
        ...((isNewLink || isNewDrawing) && { imageUrl: link }),
      });
    } else
      create.submit(
        {
          ...fields,
          drawing,
          targetDate: targetDate || undefined,
          imageUrl: imageUrl || undefined,
        },
        targetDate && targetDate < today ? { targetDate: DATE_PAST } : {},
      );
  };
  return { submit, errors: { ...active.errors, ...store.errors }, busy: active.busy || store.busy };
}

/** An external picture's address; pictures stored here have no text to edit. */
export const linkOf = ({ imageUrl }: Goal): string | null =>
  imageUrl?.startsWith('https://') ? imageUrl : null;
