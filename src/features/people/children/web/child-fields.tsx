/** Name, age, and boy or girl, with their rules: shared by adding and editing a child. */
import { t } from '@lingui/core/macro';
import { Avatar } from '#web/ui/avatar.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { NumberField, TextField } from '#web/ui/text-field.tsx';
import type { ToastInput } from '#web/ui/toast-store.ts';

export interface ChildDraft {
  name: string;
  age: string;
  gender: 'boy' | 'girl';
}

/** A toast with the first error. */
export function wrongToast(errors: Readonly<Record<string, string>>): ToastInput | undefined {
  const titles = {
    name: t`Name Required`,
    age: t`Invalid Age`,
    weeklyAllowance: t`Invalid Allowance`,
  };
  for (const [name, title] of Object.entries(titles))
    if (errors[name]) return { title, description: errors[name] };
  return undefined;
}

/** NaN, which the contract refuses, unless the text is a whole number. */
export const ageOf = (text: string): number =>
  /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN;

export interface ChildFieldsProps {
  draft: ChildDraft;
  onChange: (change: Partial<ChildDraft>) => void;
  /** The child's position in the family, which determines its color. */
  slot: number;
}

export function ChildFields({ draft, onChange, slot }: ChildFieldsProps) {
  const drawing = (gender: 'boy' | 'girl', word: string) => (
    <span className="flex items-center gap-3">
      <Avatar name={draft.name} slot={slot} drawing={gender} size={40} /> {word}
    </span>
  );
  return (
    <>
      <TextField
        name="name"
        label={t`Name`}
        autoComplete="off"
        maxLength={60}
        data-autofocus
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <NumberField
        name="age"
        label={t`Age`}
        hint={t`From 1 to 18. It sets the words and sizes on the child’s screen.`}
        min={1}
        max={18}
        value={draft.age}
        onChange={(age) => onChange({ age })}
      />
      <div className="picture-choices">
        <RadioGroup
          name="gender"
          label={t`Picture`}
          value={draft.gender}
          onChange={(gender) => onChange({ gender })}
          options={[
            { value: 'boy', label: drawing('boy', t`Boy`) },
            { value: 'girl', label: drawing('girl', t`Girl`) },
          ]}
        />
      </div>
    </>
  );
}
