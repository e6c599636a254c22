/** "Create Family Goal", and the same form to change one. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { CivilDate } from '#core/calendar.ts';
import { formatBtc, parseBtc } from '#core/money.ts';
import {
  CATEGORIES,
  CATEGORY_REQUIRED,
  type Category,
  DATE_PAST,
  DESCRIPTION_MAX,
  DESCRIPTION_REQUIRED,
  type Goal,
  goals,
  PICTURE_ADDRESS,
  TARGET_REQUIRED,
  TITLE_MAX,
  TITLE_REQUIRED,
  TITLE_TOO_LONG,
} from '#features/goals/contract.ts';
import { isPictureAddress } from '#features/goals/rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import { PictureField } from './picture-field.tsx';
import { useGoalCall } from './use-goal-call.ts';
import { categoryWord, filterAmount } from './words.ts';

export interface GoalDraft {
  title: string;
  description: string;
  targetAmount: string;
  category: Category | '';
  targetDate: string;
  imageUrl: string;
}

export const EMPTY_GOAL: GoalDraft = {
  title: '',
  description: '',
  targetAmount: '',
  category: 'other',
  targetDate: '',
  imageUrl: '',
};

export interface GoalFormDialogProps {
  start?: Partial<GoalDraft>;
  /** Given: this goal is changed. */
  goal?: Goal | undefined;
  today: CivilDate;
  onClose: () => void;
}

export function GoalFormDialog({ start = {}, goal, today, onClose }: GoalFormDialogProps) {
  const [draft, setDraft] = useState<GoalDraft>({ ...EMPTY_GOAL, ...start });
  const [picture, setPicture] = useState<string>();
  const change = (part: Partial<GoalDraft>) => setDraft({ ...draft, ...part });
  const form = useSave(goal, picture, today, onClose);
  const sats = parseBtc(draft.targetAmount);
  return (
    <Dialog
      title={goal ? t`Edit goal` : t`Create Family Goal`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="goal-form" busy={form.busy}>
            {goal ? t`Save` : t`Create Goal`}
          </Button>
        </>
      }
    >
      <Form id="goal-form" errors={form.errors} onSubmit={() => form.submit(draft)}>
        <TextField
          name="title"
          label={t`Title`}
          value={draft.title}
          onChange={(title) => change({ title })}
        />
        <TextField
          name="description"
          label={t`Clear definition`}
          hint={t`What exactly, so that everybody knows when it is reached.`}
          maxLength={DESCRIPTION_MAX}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <TextField
          name="targetAmount"
          label={t`Target amount in BTC`}
          inputMode="decimal"
          below={sats === undefined ? undefined : t`= ${satsText(sats)}`}
          value={draft.targetAmount}
          onChange={(text) => change({ targetAmount: filterAmount(text) })}
        />
        <SelectField
          name="category"
          label={t`Category`}
          value={draft.category}
          onChange={(category) => change({ category: category as Category })}
          options={CATEGORIES.map((value) => ({ value, label: categoryWord(value) }))}
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
          hint={t`Kept as a link for the parents. Pages never load it.`}
          optional
          inputMode="url"
          value={draft.imageUrl}
          onChange={(imageUrl) => change({ imageUrl })}
        />
      </Form>
    </Dialog>
  );
}

function useSave(
  goal: Goal | undefined,
  picture: string | undefined,
  today: CivilDate,
  onClose: () => void,
) {
  const failed = t`Failed to create goal`;
  const said = () => ({ title: t`Goal Created!` });
  const store = useGoalCall(
    goals.setPicture,
    { failed: t`The picture could not be stored` },
    onClose,
  );
  // A goal whose picture was refused is there already: the next try changes it.
  const [made, setMade] = useState(goal);
  const next = (saved: Goal) => {
    setMade(saved);
    if (picture) store.run({ id: saved.id, picture });
    else onClose();
  };
  const create = useGoalCall(goals.create, { failed, done: said }, next);
  const edit = useGoalCall(goals.edit, { failed: t`Failed to save goal` }, next);
  const active = made ? edit : create;
  const submit = (draft: GoalDraft) => {
    const wrong = wrongIn(draft, made ? '' : today);
    if (Object.keys(wrong).length > 0) {
      active.refuse(wrong);
      return;
    }
    const fields = {
      title: draft.title.trim(),
      description: draft.description.trim(),
      targetAmount: formatBtc(parseBtc(draft.targetAmount) ?? 0n),
      category: draft.category as Category,
    };
    const { targetDate, imageUrl } = draft;
    if (made) {
      const link = imageUrl || null;
      const isNewLink = link !== linkOf(made);
      edit.run({
        id: made.id,
        ...fields,
        targetDate: targetDate || null,
        ...(isNewLink && { imageUrl: link }),
      });
    } else
      create.run({ ...fields, ...(targetDate && { targetDate }), ...(imageUrl && { imageUrl }) });
  };
  return { submit, errors: { ...active.errors, ...store.errors }, busy: active.busy || store.busy };
}

/** The address of a picture elsewhere; our own pictures have no text to edit. */
export const linkOf = ({ imageUrl }: Goal): string | null =>
  imageUrl?.startsWith('https://') ? imageUrl : null;

function wrongIn(draft: GoalDraft, today: string): FormErrors {
  const title = draft.title.trim();
  const target = parseBtc(draft.targetAmount);
  const all: FormErrors = {
    title: title === '' ? TITLE_REQUIRED : title.length > TITLE_MAX ? TITLE_TOO_LONG : undefined,
    description: draft.description.trim() === '' ? DESCRIPTION_REQUIRED : undefined,
    targetAmount: target === undefined || target === 0n ? TARGET_REQUIRED : undefined,
    category: draft.category === '' ? CATEGORY_REQUIRED : undefined,
    targetDate: draft.targetDate !== '' && draft.targetDate < today ? DATE_PAST : undefined,
    imageUrl:
      draft.imageUrl === '' || isPictureAddress(draft.imageUrl) ? undefined : PICTURE_ADDRESS,
  };
  return Object.fromEntries(Object.entries(all).filter(([, message]) => message));
}
